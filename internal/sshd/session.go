package sshd

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
)

// The server's own exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitPanic       = 70 // EX_SOFTWARE
	exitTempFail    = 75 // EX_TEMPFAIL: the server is full or shuts down
	exitInterrupted = 130
)

// The causes of a session that the server ends.
var (
	errInterrupted = errors.New("interrupted")
	errDraining    = errors.New("the host was stopped")
	errIdle        = errors.New("no key was pressed for a long time")
	errMaxDuration = errors.New("the session has lasted as long as it may")
	errRevoked     = errors.New("the key may no longer sign in")
)

// session runs a whole session. A panic in it ends only this session.
func (h *Server) session(s ssh.Session) {
	v, _ := s.Context().Value(visitKey{}).(*Session)
	if v == nil {
		_ = s.Exit(exitFailed)
		return
	}
	if !v.guest.sessionStarted() {
		h.closeChannel(s, v, exitTempFail)
		return
	}
	if refused := h.register(v); refused != "" {
		_, _ = io.WriteString(s.Stderr(), "frontdesk: "+refused+"\n")
		h.closeChannel(s, v, exitTempFail)
		return
	}
	h.Audit.Info("signed in", v.attrs("email", v.Agent.Email.String(), "key", v.Agent.Key, "what", what(s))...)
	guard.Go(v.keepAlive, v.cancel)
	code, why := h.runRecovered(s, v)
	v.cancel(why)
	h.Audit.Info("left", v.attrs("code", code, "after", h.Now().Sub(v.StartedAt).Round(time.Second).String(), "why", reason(why))...)
	h.closeChannel(s, v, code)
	h.leave(v) // last: when no session is left, the server closes every connection
}

// what returns the name of a session's purpose for the log.
func what(s ssh.Session) string {
	if command := s.RawCommand(); command != "" {
		words, _ := split(command)
		return verb(words)
	}
	return "console"
}

// verb returns the command without its arguments, which may hold what an agent wrote to a customer.
func verb(words []string) string {
	isName := func(i int) bool {
		return i < len(words) && words[i] != "" && words[i][0] != '-' && strings.Trim(words[i], "abcdefghijklmnopqrstuvwxyz-") == ""
	}
	switch {
	case isName(0) && isName(1):
		return words[0] + " " + words[1]
	case isName(0):
		return words[0]
	}
	return "another command"
}

func reason(err error) string {
	if err == nil {
		return ""
	}
	return safetext.LineFromText(err.Error()).String()
}

// runRecovered runs the session's console or command; a panic becomes an exit code.
func (h *Server) runRecovered(s ssh.Session, v *Session) (code int, why error) {
	defer func() {
		if failed := guard.Recovered(recover()); failed != nil {
			code, why = h.reportPanic(s, v, failed), errors.New("panic")
		}
	}()
	if s.RawCommand() != "" {
		return h.command(s, v), context.Cause(v.ctx)
	}
	err := h.show(s, v)
	var failed *PanicError
	switch {
	case errors.As(err, &failed):
		return h.reportPanic(s, v, failed), errors.New("panic")
	case err == nil:
		return exitDone, nil
	}
	code = h.reportEnd(s, v, err)
	if cause := context.Cause(v.ctx); cause != nil {
		err = cause // the error from the console is less specific
	}
	return code, err
}

// reportPanic reports a panic to the agent and, with the stack, to the log, and returns the exit code.
func (h *Server) reportPanic(s ssh.Session, v *Session, failed *PanicError) int {
	h.Metrics.panics.add()
	h.Log.Error("a session failed", v.attrs("fault", failed.Error(), "stack", string(failed.Stack))...)
	_, _ = io.WriteString(s.Stderr(), "frontdesk: this session failed and was ended; what you typed is kept as a draft. Sign in again to go on.\n")
	return exitPanic
}

// reportEnd writes why the server ended the session and returns the exit code.
func (h *Server) reportEnd(s ssh.Session, v *Session, err error) int {
	cause := context.Cause(v.ctx)
	switch {
	case errors.Is(cause, errClientGone):
		return exitFailed // nothing can be written to a disconnected client
	case errors.Is(cause, errDraining), errors.Is(cause, errIdle), errors.Is(cause, errMaxDuration), errors.Is(cause, errRevoked):
		_, _ = fmt.Fprintf(s.Stderr(), "frontdesk: %v; what you typed is kept as a draft.\n", cause)
		return exitTempFail
	case errors.Is(cause, errInterrupted):
		return exitInterrupted
	case errors.Is(err, errNoTerminal):
		_, _ = fmt.Fprintf(s.Stderr(), "frontdesk: %v\n", err)
		return exitUsage
	}
	_, _ = fmt.Fprintf(s.Stderr(), "frontdesk: %s\n", safetext.LineFromText(err.Error()))
	return exitFailed
}

// command runs a one-shot command with the session's streams. Only frontdesk's own commands can be run.
func (h *Server) command(s ssh.Session, v *Session) int {
	words, err := split(s.RawCommand())
	if err == nil && h.RunCommand == nil {
		err = errors.New("no commands are run here")
	}
	if err != nil {
		_, _ = fmt.Fprintf(s.Stderr(), "frontdesk: %v\n", err)
		return exitUsage
	}
	ctx, stop := context.WithTimeoutCause(v.ctx, h.Limits.MaxDuration, errMaxDuration)
	defer stop()
	var in io.Reader = verifiedEOFReader{s, v.channel}
	var out io.Writer = s
	if _, _, has := s.Pty(); has {
		size, _ := v.size.take()
		in, out = newTyped(in, s, func() { v.cancel(errInterrupted) }), printed{s, size[0]}
	}
	return h.RunCommand(ctx, v, words, in, out, s.Stderr())
}

// closeChannel closes the session's channel. If the client does not acknowledge the close in time, the connection is
// closed; a client that is still reading a command's output gets longer.
func (h *Server) closeChannel(s ssh.Session, v *Session, code int) {
	patience := closeTimeout
	if s.RawCommand() != "" {
		patience = outputTimeout
	}
	timer := guard.AfterFunc(patience, func() { _ = v.guest.Close() })
	_ = s.Exit(code)
	guard.Go(func() {
		<-v.closed
		timer.Stop()
		v.guest.sessionEnded()
	})
}

// Session is one session of an agent.
type Session struct {
	ID         string // for the logs
	Agent      Agent
	RemoteAddr string // the client's address
	StartedAt  time.Time

	host    *Server
	guest   *clientConn
	ctx     context.Context
	cancel  context.CancelCauseFunc
	closed  chan struct{} // closed when the client has closed the channel or disconnected
	channel gossh.Channel // set by Accept
	asked   *requests
	found   grant
	size    latest[[2]int]
	notices latest[string]
	keyAt   atomic.Int64 // of the last key, in nanoseconds since StartedAt
}

func (h *Server) newVisit(found grant, guest *clientConn) *Session {
	v := &Session{
		ID: strings.ToLower(rand.Text()[:8]), Agent: h.agent(found), RemoteAddr: guest.from.String(), StartedAt: h.Now(), host: h, guest: guest, found: found,
		closed: make(chan struct{}), size: newMailbox[[2]int](), notices: newMailbox[string](),
	}
	v.ctx, v.cancel = context.WithCancelCause(context.Background()) //nolint:gosec // it ends with the channel
	v.asked = &requests{
		limits: h.Limits, terminal: found.terminal, now: h.Now,
		sized: func(width, height int) { v.size.put([2]int{width, height}) },
		signal: func(name string) {
			if slices.Contains([]string{"INT", "TERM", "HUP", "QUIT"}, name) {
				v.cancel(errInterrupted)
			}
		},
	}
	return v
}

// Env returns TERM or an environment variable that the client has set, or an empty string.
func (v *Session) Env(name string) string {
	for _, pair := range v.asked.environ() {
		if key, value, _ := strings.Cut(pair, "="); key == name {
			return value
		}
	}
	return ""
}

// Notify shows the agent a line as soon as a screen is shown. A newer line replaces a waiting one.
func (v *Session) Notify(line string) { v.notices.put(line) }

// keyPressed records the time of a key.
func (v *Session) keyPressed() { v.keyAt.Store(int64(v.host.Now().Sub(v.StartedAt))) }

// lastKeyAt returns when the last key was pressed.
func (v *Session) lastKeyAt() time.Time { return v.StartedAt.Add(time.Duration(v.keyAt.Load())) }

// latest holds the newest value that was put into it; put never blocks.
type latest[T any] chan T

func newMailbox[T any]() latest[T] { return make(chan T, 1) }

func (m latest[T]) put(value T) {
	for {
		select {
		case m <- value:
			return
		default:
		}
		select {
		case <-m:
		default:
		}
	}
}

// take removes and returns the value, if any.
func (m latest[T]) take() (value T, ok bool) {
	select {
	case value = <-m:
		return value, true
	default:
		return value, false
	}
}

// errNoTerminal rejects a console without a terminal.
var errNoTerminal = errors.New("the console needs a terminal: ssh -t, or name a command such as `faq search refund`")

// show runs the console until the agent leaves it, the client disconnects or the server ends the session.
func (h *Server) show(s ssh.Session, v *Session) (err error) {
	if _, _, has := s.Pty(); !has {
		return errNoTerminal
	}
	made, err := h.console(v.ctx, v)
	if err != nil {
		return err
	}
	defer func() {
		if failed := made.Close(); failed != nil {
			h.Log.Error("a session was not closed whole", v.attrs("fault", failed.Error())...)
			err = errors.Join(err, failed)
		}
	}()
	ctx, stop := context.WithCancel(v.ctx)
	defer stop()
	size, _ := v.size.take()
	messages := make(chan tea.Msg)
	guard.Go(func() { v.watchLimits(ctx, messages) }, v.cancel)
	line := &meteredTerminal{visit: v, channel: v.channel}
	return h.RunModel(ctx, &keyCountingModel{made.Model, v}, Terminal{
		In: line, Out: line, Env: append(v.asked.environ(), "SSH_TTY=session"), Width: size[0], Height: size[1], Messages: messages,
	})
}

// keyCountingModel records the time of the agent's input. Data that the connection or the terminal sends on its own
// does not count as activity.
type keyCountingModel struct {
	tea.Model
	visit *Session
}

// Update records input and forwards every message.
func (c *keyCountingModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseClickMsg:
		c.visit.keyPressed()
	}
	var cmd tea.Cmd
	c.Model, cmd = c.Model.Update(msg)
	return c, cmd
}
