package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"
)

// device is the terminal of one program: files that may be ttys, or a session's streams.
type device struct {
	in      io.Reader
	out     io.Writer
	env     []string
	term    string
	profile colorprofile.Profile

	width, height int // the last known window size

	isProcessTTY bool      // the process's own terminal: the program handles its signals and can lend it
	ttyIn        term.File // nil when the input is no tty
	ttyOut       term.File // nil when the output is no tty
	before       *term.State
	openedTTY    io.Closer // the tty opened because standard input is no terminal
}

// openDevice opens the terminal that t describes.
func openDevice(t Terminal) (*device, error) {
	d := &device{in: t.In, out: t.Out, env: t.Env, width: t.Width, height: t.Height}
	if d.env == nil {
		d.env = os.Environ()
	}
	if t.In == nil && t.Out == nil {
		if err := d.openOwn(); err != nil {
			return nil, err
		}
	}
	if d.in == nil || d.out == nil {
		return nil, errors.New("a session's terminal needs both an input and an output")
	}
	d.ttyIn, d.ttyOut = asTTY(d.in), asTTY(d.out)
	d.term = lookup(d.env, "TERM")
	d.profile = profileFor(t.Profile, d.env)
	return d, nil
}

// openOwn opens the process's terminal. If standard input is redirected, it reads keys from the tty.
func (d *device) openOwn() error {
	if !term.IsTerminal(os.Stdout.Fd()) {
		return errors.New("standard output is not a terminal")
	}
	d.isProcessTTY, d.in, d.out = true, os.Stdin, os.Stdout
	if term.IsTerminal(os.Stdin.Fd()) {
		return nil
	}
	in, _, err := tea.OpenTTY()
	if err != nil {
		return fmt.Errorf("standard input is not a terminal: %w", err)
	}
	d.in, d.openedTTY = in, in
	return nil
}

// asTTY returns a stream as a file if it is a terminal, otherwise nil.
func asTTY(stream any) term.File {
	if f, ok := stream.(term.File); ok && term.IsTerminal(f.Fd()) {
		return f
	}
	return nil
}

// options returns the framework's options: it does no input, rendering or signal handling. One tick per second is its
// minimum, until stopTicker.
func (d *device) options(ctx context.Context, filter func(tea.Model, tea.Msg) tea.Msg) []tea.ProgramOption {
	w, h := d.size()
	return []tea.ProgramOption{
		tea.WithContext(ctx),
		tea.WithoutSignalHandler(),
		tea.WithInput(strings.NewReader("")), // that has ended; without one, stopTicker would wait for it
		tea.WithOutput(io.Discard),
		tea.WithoutRenderer(),
		tea.WithFPS(1),
		tea.WithEnvironment(d.env),
		tea.WithColorProfile(d.profile),
		tea.WithWindowSize(w, h),
		tea.WithFilter(filter),
	}
}

// makeRaw puts the terminal into raw mode.
func (d *device) makeRaw() (err error) {
	if d.ttyIn == nil {
		return nil
	}
	before, err := term.MakeRaw(d.ttyIn.Fd())
	if err != nil {
		return fmt.Errorf("the terminal cannot be made raw: %w", err)
	}
	d.before = before
	return nil
}

// restore undoes makeRaw.
func (d *device) restore() error {
	if d.before == nil {
		return nil
	}
	before := d.before
	d.before = nil
	if err := term.Restore(d.ttyIn.Fd(), before); err != nil {
		return fmt.Errorf("the terminal could not be restored: %w", err)
	}
	return nil
}

// close closes the tty that openOwn opened.
func (d *device) close() {
	if d.openedTTY != nil {
		_ = d.openedTTY.Close()
	}
}

// size returns the window size in cells: the tty's, otherwise the last known one, otherwise 80×24.
func (d *device) size() (width, height int) {
	width, height = d.width, d.height
	if d.ttyOut != nil {
		if w, h, err := term.GetSize(d.ttyOut.Fd()); err == nil && w > 0 && h > 0 {
			width, height = w, h
		}
	}
	return clampSize(width, height)
}

// clampSize limits a size to MaxWidth and MaxHeight; a missing or invalid dimension becomes that of 80×24.
func clampSize(width, height int) (int, int) {
	if width <= 0 {
		width = 80
	}
	if height <= 0 {
		height = 24
	}
	return min(width, MaxWidth), min(height, MaxHeight)
}
