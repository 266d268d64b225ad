package terminal

import (
	"errors"
	"io"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"

	"frontdesk/internal/guard"
)

// lateInterrupt is how long after another program has ended an interrupt may still be its own: the terminal sends
// ctrl+c to both, and this process may look at it last.
const lateInterrupt = 2 * time.Second

var (
	released   atomic.Bool               // another program has the process's own terminal
	returnedAt atomic.Pointer[time.Time] // when the last one gave it back
)

// IsReleased reports whether another program has the process's own terminal, or has just given it back: ctrl+c there is
// for that program. This one reads it as a key.
func IsReleased() bool {
	if released.Load() {
		return true
	}
	at := returnedAt.Load()
	return at != nil && time.Since(*at) < lateInterrupt
}

// setReturned ends the time in which another program has the terminal.
func setReturned() {
	now := time.Now()
	returnedAt.Store(&now) // first: an interrupt between the two is still the other program's
	released.Store(false)
}

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

// WithAnswer returns a request of Foreground whose answer is changed by wrap, for a model that holds others; false if
// msg is none.
func WithAnswer(msg tea.Msg, wrap func(tea.Msg) tea.Msg) (tea.Msg, bool) {
	request, ok := msg.(foregroundMsg)
	if !ok || request.done == nil {
		return msg, ok
	}
	done := request.done
	request.done = func(err error) tea.Msg { return wrap(done(err)) }
	return request, true
}

// foreground handles foregroundMsg in the event loop.
func (p *program) foreground(msg foregroundMsg) {
	err := ErrNotOwn
	if p.dev.isProcessTTY {
		err = p.lend(func() error { return p.dev.runForeground(msg.run) })
	}
	msg.finish(err, p.send)
}

// leftModes resets what a full-screen program that was killed leaves behind: scroll margins, attributes, and the modes
// of insertion, keypad and mouse.
var leftModes = ansi.SaveCursor + ansi.SetTopBottomMargins(
	0,
	0,
) + ansi.RestoreCursor + ansi.ResetStyle + ansi.ResetModeInsertReplace +
	ansi.ResetModeCursorKeys + ansi.KeypadNumericMode + ansi.ResetModeMouseNormal + ansi.ResetModeMouseButtonEvent +
	ansi.ResetModeMouseAnyEvent + ansi.ResetModeMouseExtSgr + ansi.ResetModeBracketedPaste

// runForeground runs another program on the terminal; if it fails, it may have left the terminal in any state.
func (d *device) runForeground(run func(in io.Reader, out io.Writer) error) error {
	state, err := term.GetState(d.ttyIn.Fd())
	if err != nil {
		return err
	}
	failed := guard.Run(func() error { return run(d.in, d.out) })
	if failed != nil {
		_, err = io.WriteString(d.out, leftModes)
	}
	return errors.Join(failed, err, term.Restore(d.ttyIn.Fd(), state))
}

// finish tells the model that the terminal is back.
func (m foregroundMsg) finish(err error, send func(tea.Msg)) {
	if m.done != nil {
		done := safe(func() tea.Msg { return m.done(err) })
		guard.Go(func() { send(done()) })
	}
}

// suspend stops the process until the shell continues it. A session cannot be stopped and resumes at once.
func (p *program) suspend() tea.Msg {
	if p.dev.isProcessTTY {
		if err := p.lend(stopProcess); err != nil {
			return p.fail(err)
		}
	}
	return tea.ResumeMsg{}
}

// lend releases the terminal while run runs.
func (p *program) lend(run func() error) error {
	released.Store(true)
	defer setReturned()
	p.input.stop()
	gone := errors.Join(p.renderer.leave(""), p.dev.restore())
	err := guard.Run(run) // the terminal is taken back after a panic as well
	back := errors.Join(p.dev.makeRaw(), p.input.start(p.ctx))
	p.renderer.enter()
	w, h := p.dev.size() // it may have changed meanwhile
	guard.Go(func() { p.send(tea.WindowSizeMsg{Width: w, Height: h}) })
	if lost := errors.Join(gone, back); lost != nil {
		guard.Go(func() { p.send(fatalMsg{Err: lost}) })
	}
	return err
}
