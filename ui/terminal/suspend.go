package terminal

import (
	"errors"
	"io"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/guard"
)

// foregroundMsg requests handing over the terminal.
type foregroundMsg struct {
	run  func(in io.Reader, out io.Writer) error
	done func(error) tea.Msg
}

// Foreground hands the terminal to run, for example a text editor, waits until it returns and takes the terminal back;
// the model then receives done's message for run's error. Nothing else happens meanwhile. On a session's streams run is
// not called and the error is ErrNotOwn. It replaces tea.Exec, which needs the framework's own renderer. in and out are
// the terminal's files, which os/exec passes on unchanged.
func Foreground(run func(in io.Reader, out io.Writer) error, done func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return foregroundMsg{run: run, done: done} }
}

// foreground handles foregroundMsg in the event loop.
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

// suspend stops the process until the shell continues it. A session cannot be stopped and resumes at once.
func (s *program) suspend() tea.Msg {
	if s.dev.isProcessTTY {
		if err := s.lend(stopProcess); err != nil {
			return s.fail(err)
		}
	}
	return tea.ResumeMsg{}
}

// lend releases the terminal while run runs.
func (s *program) lend(run func() error) error {
	s.dev.released.Store(true)
	defer s.dev.released.Store(false)
	s.input.stop()
	gone := errors.Join(s.display.leave(), s.dev.restore())
	err := guard.Run(run) // the terminal is taken back after a panic as well
	back := errors.Join(s.dev.makeRaw(), s.input.start(s.ctx))
	s.display.enter()
	w, h := s.dev.size() // it may have changed meanwhile
	guard.Go(func() { s.send(tea.WindowSizeMsg{Width: w, Height: h}) })
	if lost := errors.Join(gone, back); lost != nil {
		guard.Go(func() { s.send(fatalMsg{Err: lost}) })
	}
	return err
}
