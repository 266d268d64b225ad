// Package screen puts a Bubble Tea model on a terminal and draws when something changed instead of on the
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
