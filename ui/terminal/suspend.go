package terminal

import (
	"errors"
	"io"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/guard"
)

// foregroundMsg asks for the terminal to be handed to somebody else.
type foregroundMsg struct {
	run  func(in io.Reader, out io.Writer) error
	done func(error) tea.Msg
}

// Foreground hands the terminal to run, a text editor for example, waits until it returns and takes the terminal
// back; done's message then reaches the model with run's error. Nothing else happens in the meantime. On a
// session's streams run is not called and the error is ErrNotOwn. It stands in for tea.Exec, which cannot work
// without the framework's own renderer. in and out are the terminal's files, which os/exec passes on as they are.
func Foreground(run func(in io.Reader, out io.Writer) error, done func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return foregroundMsg{run: run, done: done} }
}

// foreground handles foregroundMsg in the program's loop.
func (s *program) foreground(msg foregroundMsg) {
	err := ErrNotOwn
	if s.dev.isProcessTTY {
		err = s.lend(func() error { return msg.run(s.dev.in, s.dev.out) })
	}
	if msg.done != nil {
		answer := safe(func() tea.Msg { return msg.done(err) })
		guard.Go(func() { s.send(answer()) })
	}
}

// suspend stops the process until the shell lets it go on. A session cannot be stopped: it goes on at once.
func (s *program) suspend() tea.Msg {
	if s.dev.isProcessTTY {
		if err := s.lend(stopProcess); err != nil {
			return s.fail(err)
		}
	}
	return tea.ResumeMsg{}
}

// lend gives the terminal away while run runs.
func (s *program) lend(run func() error) error {
	s.dev.released.Store(true)
	defer s.dev.released.Store(false)
	s.input.stop()
	gone := errors.Join(s.display.leave(), s.dev.restore())
	err := guard.Run(run) // after a panic as well, the terminal must come back
	back := errors.Join(s.dev.makeRaw(), s.input.start(s.ctx))
	s.display.enter()
	w, h := s.dev.size() // it may have changed unseen
	guard.Go(func() { s.send(tea.WindowSizeMsg{Width: w, Height: h}) })
	if lost := errors.Join(gone, back); lost != nil {
		guard.Go(func() { s.send(fatalMsg{Err: lost}) })
	}
	return err
}
