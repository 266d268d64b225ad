// Package terminal runs a Bubble Tea model on a terminal and draws when something has changed, instead of on a ticker.
// A key is on the screen about a millisecond after it was pressed, and an idle console uses no CPU time.
//
// The framework still runs the model: messages, commands and batches are its own. Everything that concerns the terminal
// (raw mode, input, signals, frames, modes, title, clipboard, suspension) is done here, because a program without the
// framework's renderer does none of it:
//
//	input.go, decoder*.go    decode the terminal's bytes into messages
//	layout.go                keys of other keyboard layouts
//	program.go               wraps the model: requests frames and handles messages for the terminal
//	scheduler.go             requests a frame when one is due, and writes it outside the event loop
//	renderer.go, modes.go    convert a frame into the bytes that update the terminal
//	grid.go, scroll.go       what the terminal shows, and the bytes that change it
//	alert.go                 the bell, and notifications of the desktop
//	device.go, suspend.go    raw mode, window size, handing over the terminal
//	signal_*.go              signals of the process's terminal
//	terminal.go              Run, and the framework's own renderer for Windows
//
// The same code serves the process's own terminal and a session's streams.
package terminal

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"runtime"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"

	"frontdesk/internal/guard"
)

// MaxWidth and MaxHeight limit a window, in cells: a session may request 4294967295 rows, and every cell costs memory.
const (
	MaxWidth  = 400
	MaxHeight = 150
)

// ErrTerminalClosed is returned when the terminal was closed or became unwritable while the program ran.
var ErrTerminalClosed = errors.New("the terminal is gone")

// ErrNotOwn is passed to Foreground's callback when the program runs on a session's streams.
var ErrNotOwn = errors.New("another program can take over this process's own terminal only, not a session's")

// Terminal describes where a program is shown. The zero value is the process's own terminal.
type Terminal struct {
	In  io.Reader // a session's input; nil for the process's own terminal, with its signals
	Out io.Writer // a session's output; nil for the process's own terminal
	Env []string  // "KEY=value" as in os.Environ; nil for the process's own

	// Width and Height are the window in cells, clamped to MaxWidth and MaxHeight; 0 means the terminal's size, or
	// 80×24.
	Width, Height int

	// Profile is the terminal's colour support; 0 detects it from Env. A non-empty no-colour variable in Env takes
	// precedence.
	Profile colorprofile.Profile

	// Messages are sent to the program, such as a session's tea.WindowSizeMsg. May be nil or closed.
	Messages <-chan tea.Msg
}

// Run shows a model on a terminal until it quits, and returns its last state. It restores the terminal in every case.
// The error is nil when the model quit, wraps ErrTerminalClosed when the terminal went away, is a *guard.PanicError
// when the program panicked, wraps tea.ErrInterrupted after an interrupt, and is the context's cause when ctx ended.
func Run(ctx context.Context, model tea.Model, t Terminal) (tea.Model, error) {
	if model == nil {
		return nil, errors.New("no model to show")
	}
	if runtime.GOOS == "windows" {
		return runFramework(ctx, model, t)
	}
	dev, err := openDevice(t)
	if err != nil {
		return model, err
	}
	defer dev.close()
	return runOn(ctx, model, dev, t.Messages)
}

// runOn runs the program on an open device.
func runOn(outer context.Context, model tea.Model, dev *device, more <-chan tea.Msg) (tea.Model, error) {
	ctx, cancel := context.WithCancel(outer)
	defer cancel()
	p := newProgram(model, dev)
	framework := tea.NewProgram(p, dev.options(ctx, p.filter)...)
	p.start(ctx, framework.Send)
	p.stopTicker = func() { _ = framework.ReleaseTerminal() } // it holds none, so that this is all it does
	if err := dev.makeRaw(); err != nil {
		return model, err
	}
	guard.Go(func() { p.scheduler.run(ctx) }, func(err error) { p.send(fatalMsg{Err: err}) })
	guard.Go(func() { forward(ctx, more, p.sendFromSession) })
	dev.watch(ctx, p.send)
	if err := p.input.start(ctx); err != nil {
		return model, errors.Join(err, dev.restore())
	}

	_, err := framework.Run()
	cancel()
	p.input.stop()
	p.leave(err == nil)
	restored := dev.restore()
	// a terminal that is gone cannot be restored either, so one error is enough
	return p.model, cmp.Or(p.exitError(outer, err), restored)
}

// forward sends messages from outside to the program.
func forward(ctx context.Context, from <-chan tea.Msg, send func(tea.Msg)) {
	for {
		select {
		case <-ctx.Done():
			return
		case msg, open := <-from:
			if !open {
				return
			}
			send(msg)
		}
	}
}

// runFramework runs the framework with its own renderer. Windows consoles need modes and workarounds that only it has;
// a key is shown with the next tick, 4 ms later on average.
func runFramework(ctx context.Context, model tea.Model, t Terminal) (tea.Model, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := &plain{Model: model, own: t.In == nil}
	p.framework = tea.NewProgram(p, p.options(ctx, t)...)
	guard.Go(func() { forward(ctx, t.Messages, p.framework.Send) })
	_, err := p.framework.Run()
	return p.Model, err
}

// plain wraps a model so that its commands may panic and the terminal can be handed over.
type plain struct {
	tea.Model
	framework *tea.Program
	own       bool // the terminal is the process's
}

// Init initialises the model.
func (p *plain) Init() tea.Cmd { return safe(p.Model.Init()) }

// Update passes a message to the model.
func (p *plain) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	p.Model, cmd = p.Model.Update(msg)
	return p, safe(cmd)
}

// options returns the framework's options for a terminal.
func (p *plain) options(ctx context.Context, t Terminal) []tea.ProgramOption {
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithFPS(120), tea.WithFilter(p.filter)}
	if t.Env != nil {
		options = append(options, tea.WithEnvironment(t.Env), tea.WithColorProfile(profileFor(t.Profile, t.Env)))
	}
	if t.In != nil {
		options = append(options, tea.WithInput(t.In), tea.WithOutput(t.Out), tea.WithoutSignalHandler())
	}
	if t.Width > 0 && t.Height > 0 {
		options = append(options, tea.WithWindowSize(clampSize(t.Width, t.Height)))
	}
	return options
}

// filter clamps the window size and hands over the terminal.
func (p *plain) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		msg.Width, msg.Height = clampSize(msg.Width, msg.Height)
		return msg
	case tea.KeyPressMsg:
		if key, ok := withBase(uv.KeyPressEvent(msg), 0).(uv.KeyPressEvent); ok {
			return tea.KeyPressMsg(key)
		}
	case AlertMsg:
		return tea.RawMsg{Msg: msg.sequence()}
	case foregroundMsg:
		msg.finish(p.lend(msg), p.framework.Send)
		return nil
	}
	return msg
}

// lend releases the terminal while the message's function runs.
func (p *plain) lend(msg foregroundMsg) error {
	if !p.own {
		return ErrNotOwn
	}
	released.Store(true)
	defer released.Store(false)
	if err := p.framework.ReleaseTerminal(); err != nil {
		return err
	}
	err := guard.Run(func() error { return msg.run(os.Stdin, os.Stdout) })
	return errors.Join(err, p.framework.RestoreTerminal())
}

// profileFor returns the colour profile to use. It reads the environment only: the library's own detection runs `tmux
// info`, and no process may be started on an SSH host. Any non-empty value of the no-colour variable (no-color.org)
// disables colours, whereas the library accepts some values only; bold and reverse stay.
func profileFor(wanted colorprofile.Profile, env []string) colorprofile.Profile {
	found := wanted
	if found == colorprofile.Unknown {
		found = colorprofile.Env(env)
	}
	return limitProfile(found, env)
}

// limitProfile limits a profile to what the no-colour variable allows.
func limitProfile(p colorprofile.Profile, env []string) colorprofile.Profile {
	if lookup(env, "NO_COLOR") != "" {
		return min(p, colorprofile.ASCII)
	}
	return p
}

// lookup returns the last value of a variable, or empty.
func lookup(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if key, value, ok := strings.Cut(env[i], "="); ok && key == name {
			return value
		}
	}
	return ""
}
