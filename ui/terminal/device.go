package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"
)

// device is the terminal of one program: files that may be a tty, or a session's streams.
type device struct {
	in      io.Reader
	out     io.Writer
	env     []string
	term    string
	profile colorprofile.Profile

	width, height int // the window as last heard of

	isProcessTTY bool      // the process's own terminal: its signals are ours, and it can be handed to others
	ttyIn        term.File // nil when the input is no tty
	ttyOut       term.File // nil when the output is no tty
	released     atomic.Bool
	before       *term.State
	openedTTY    io.Closer // the tty that was opened because standard input is something else
}

// openDevice finds the terminal.
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

// openOwn takes the process's terminal. Standard input may be something else: the keys then come from the tty.
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

// asTTY is the file behind a stream if it is a terminal, else nil.
func asTTY(stream any) term.File {
	if f, ok := stream.(term.File); ok && term.IsTerminal(f.Fd()) {
		return f
	}
	return nil
}

// options are the framework's for this device: it neither reads nor draws, nor looks after signals. One tick a
// second, the least that it allows and for nothing, cannot be measured.
func (d *device) options(ctx context.Context, filter func(tea.Model, tea.Msg) tea.Msg) []tea.ProgramOption {
	w, h := d.size()
	return []tea.ProgramOption{
		tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithInput(nil), tea.WithOutput(io.Discard), tea.WithoutRenderer(), tea.WithFPS(1),
		tea.WithEnvironment(d.env), tea.WithColorProfile(d.profile), tea.WithWindowSize(w, h), tea.WithFilter(filter),
	}
}

// isRaw says whether bytes reach the terminal as they are written, once it is raw.
func (d *device) isRaw() bool { return d.ttyIn != nil }

// makeRaw lets keys through as they are pressed.
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

// restore undoes raw.
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

// close lets go of what was opened.
func (d *device) close() {
	if d.openedTTY != nil {
		_ = d.openedTTY.Close()
	}
}

// size is the window in cells: the tty's, else what was last heard of, else 80×24.
func (d *device) size() (width, height int) {
	width, height = d.width, d.height
	if d.ttyOut != nil {
		if w, h, err := term.GetSize(d.ttyOut.Fd()); err == nil && w > 0 && h > 0 {
			width, height = w, h
		}
	}
	return clampSize(width, height)
}

// clampSize is a size that can be drawn; what is missing or nonsense is 80×24.
func clampSize(width, height int) (int, int) {
	if width <= 0 {
		width = 80
	}
	if height <= 0 {
		height = 24
	}
	return min(width, MaxWidth), min(height, MaxHeight)
}
