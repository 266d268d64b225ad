// Package terminal puts a Bubble Tea model on a terminal and draws when something changed instead of on the
// framework's ticker: a key is on the screen about a millisecond after it was pressed, and an idle console
// costs nothing.
//
// The framework still runs the model: messages, commands, batches and signals are its own. What it does with a
// terminal (raw mode, input, frames, modes, title, clipboard, suspension) is done here, because a program without
// the framework's renderer does none of it:
//
//	input.go, limit.go   bytes of the terminal become messages
//	stage.go, request.go wrap the model: decide when a frame is due and catch what is meant for the terminal
//	painter.go           asks for a frame when one is due, and writes it off the update loop
//	display.go, cells.go, mode.go  turn a frame into the bytes that lead from the last frame to this one
//	tty.go, away.go      raw mode, window size, handing the terminal to others
//	plain.go             the framework as it is, for Windows
//
// The same code serves the process's own terminal and a session's streams.
package terminal

import (
	"cmp"
	"context"
	"errors"
	"io"
	"runtime"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"frontdesk/internal/guard"
)

// MaxWidth and MaxHeight bound a window, in cells: a session may ask for 4294967295 rows, and every cell costs memory.
const (
	MaxWidth  = 400
	MaxHeight = 150
)

// ErrTerminalClosed says that the terminal went away while the program was running: hung up, closed, or no longer writable.
var ErrTerminalClosed = errors.New("the terminal is gone")

// ErrNotOwn is what Foreground's callback gets when the program runs on a session's streams.
var ErrNotOwn = errors.New("another program can take over this process's own terminal only, not a session's")

// PanicError is returned by Run when the model panicked; a command that panics is a CommandFailedMsg instead; the terminal is restored by then.
type PanicError = guard.PanicError

// Terminal says where a program is shown. The zero value is the process's own terminal.
type Terminal struct {
	In  io.Reader // a session's input; nil: the process's own terminal, with its signals
	Out io.Writer // a session's output; nil: the process's own terminal
	Env []string  // "KEY=value" as in os.Environ; nil: the process's own

	// Width and Height are the window in cells, clamped to MaxWidth and MaxHeight; 0: ask the terminal, else 80×24.
	Width, Height int

	// Profile says which colours the terminal knows; 0: found out from Env. A non-empty no-colour variable in Env wins.
	Profile colorprofile.Profile

	// Messages come from outside of the program: a session's tea.WindowSizeMsg for example. May be nil or closed.
	Messages <-chan tea.Msg
}

// Run shows a model on a terminal until it quits, and returns its last state. The terminal is left as it was found
// in every case. The error is nil when the model quit, wraps ErrGone when the terminal went away, is a *PanicError
// when the program failed, wraps tea.ErrInterrupted after an interrupt, and the context's error when ctx ended.
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
	s := newStage(model, dev)
	program := tea.NewProgram(s, dev.options(ctx, s.filter)...)
	s.start(ctx, program.Send)
	if err := dev.makeRaw(); err != nil {
		return model, err
	}
	guard.Go(func() { s.painter.run(ctx) }, func(err error) { program.Send(fatalMsg{Err: err}) })
	guard.Go(func() { forward(ctx, more, program.Send) })
	dev.watch(ctx, program.Send)
	if err := s.input.start(ctx); err != nil {
		return model, errors.Join(err, dev.restore())
	}

	_, err := program.Run()
	cancel()
	s.input.stop()
	s.leave(err == nil)
	restored := dev.restore()
	return s.model, cmp.Or(s.exitError(outer, err), restored) // one reason: a terminal that is gone cannot be restored either
}

// forward passes messages from outside on to the program.
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

// runFramework is the framework with its own renderer. Windows consoles need modes and workarounds that only it knows;
// there a key is shown with the next tick, 4 ms later on average.
func runFramework(ctx context.Context, model tea.Model, t Terminal) (tea.Model, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	program := tea.NewProgram(&plain{model}, plainOptions(ctx, t)...)
	guard.Go(func() { forward(ctx, t.Messages, program.Send) })
	last, err := program.Run()
	if p, ok := last.(*plain); ok {
		last = p.Model
	}
	return last, err
}

// plain is a model whose commands may panic.
type plain struct{ tea.Model }

// Init starts the model.
func (p *plain) Init() tea.Cmd { return safe(p.Model.Init()) }

// Update gives the model its message.
func (p *plain) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	p.Model, cmd = p.Model.Update(msg)
	return p, safe(cmd)
}

// plainOptions are the framework's for a terminal.
func plainOptions(ctx context.Context, t Terminal) []tea.ProgramOption {
	options := []tea.ProgramOption{tea.WithContext(ctx), tea.WithFPS(120), tea.WithFilter(plainFilter(t.In == nil))}
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

// plainFilter bounds the window and makes the framework's own message of Foreground's.
func plainFilter(own bool) func(tea.Model, tea.Msg) tea.Msg {
	return func(_ tea.Model, msg tea.Msg) tea.Msg {
		switch msg := msg.(type) {
		case tea.WindowSizeMsg:
			msg.Width, msg.Height = clampSize(msg.Width, msg.Height)
			return msg
		case foregroundMsg:
			return tea.Exec(&borrower{own: own, run: msg.run}, msg.done)()
		}
		return msg
	}
}

// borrower is what Foreground was given, as the framework wants it.
type borrower struct {
	own bool
	run func(in io.Reader, out io.Writer) error
	in  io.Reader
	out io.Writer
}

// SetStdin is called before Run.
func (b *borrower) SetStdin(in io.Reader) { b.in = in }

// SetStdout is called before Run.
func (b *borrower) SetStdout(out io.Writer) { b.out = out }

// SetStderr is called before Run; errors belong where the output goes.
func (b *borrower) SetStderr(io.Writer) {}

// Run runs with the terminal, unless it is a session's.
func (b *borrower) Run() error {
	if !b.own {
		return ErrNotOwn
	}
	return guard.Run(func() error { return b.run(b.in, b.out) })
}

// profileFor is the set of colours to use. The environment alone is asked: the library's own detection starts
// `tmux info`, and nothing may start a process on an SSH host. The no-colour variable (no-color.org) means any
// non-empty value, which the library takes for some values only; bold and reverse stay.
func profileFor(wanted colorprofile.Profile, env []string) colorprofile.Profile {
	found := wanted
	if found == colorprofile.Unknown {
		found = colorprofile.Env(env)
	}
	return limitProfile(found, env)
}

// limitProfile is a profile within what the no-colour variable allows.
func limitProfile(p colorprofile.Profile, env []string) colorprofile.Profile {
	if lookup(env, "NO_COLOR") != "" {
		return min(p, colorprofile.ASCII)
	}
	return p
}

// lookup is the last value of a variable, or empty.
func lookup(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if key, value, ok := strings.Cut(env[i], "="); ok && key == name {
			return value
		}
	}
	return ""
}
