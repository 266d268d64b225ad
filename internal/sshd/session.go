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
func (server *Server) session(s ssh.Session) {
	session, _ := s.Context().Value(sessionKey{}).(*Session)
	if session == nil {
		_ = s.Exit(exitFailed)
		return
	}
	if !session.conn.sessionStarted() {
		server.closeChannel(s, session, exitTempFail)
		return
	}
	if refused := server.register(session); refused != "" {
		_, _ = io.WriteString(s.Stderr(), "frontdesk: "+refused+"\n")
		server.closeChannel(s, session, exitTempFail)
		return
	}
	server.auditSignIn(s, session)
	guard.Go(session.keepAlive, session.cancel)
	code, why := server.runRecovered(s, session)
	session.cancel(why)
	server.auditEnd(session, code, why)
	server.closeChannel(s, session, code)
	server.leave(session) // last: when no session is left, the server closes every connection
}

// runRecovered runs the session's console or command; a panic becomes an exit code.
func (server *Server) runRecovered(s ssh.Session, session *Session) (code int, why error) {
	defer func() {
		if failed := guard.Recovered(recover()); failed != nil {
			code, why = server.reportPanic(s, session, failed), errors.New("panic")
		}
	}()
	if s.RawCommand() != "" {
		return server.command(s, session), context.Cause(session.ctx)
	}
	err := server.show(s, session)
	var failed *guard.PanicError
	switch {
	case errors.As(err, &failed):
		return server.reportPanic(s, session, failed), errors.New("panic")
	case err == nil:
		return exitDone, nil
	}
	code = server.reportEnd(s, session, err)
	if cause := context.Cause(session.ctx); cause != nil {
		err = cause // the error from the console is less specific
	}
	return code, err
}

// reportPanic reports a panic to the agent and, with the stack, to the log, and returns the exit code.
func (server *Server) reportPanic(s ssh.Session, session *Session, failed *guard.PanicError) int {
	server.Metrics.panics.Add()
	server.Log.Error("a session failed", session.attrs("error", failed.Error(), "stack", string(failed.Stack))...)
	_, _ = io.WriteString(
		s.Stderr(),
		"frontdesk: this session failed and was ended; what you typed is kept as a draft. Sign in again to go on.\n",
	)
	return exitPanic
}

// reportEnd writes why the server ended the session and returns the exit code.
func (server *Server) reportEnd(s ssh.Session, session *Session, err error) int {
	cause := context.Cause(session.ctx)
	switch {
	case errors.Is(cause, errClientGone):
		return exitFailed // nothing can be written to a disconnected client
	case errors.Is(cause, errDraining),
		errors.Is(cause, errIdle),
		errors.Is(cause, errMaxDuration),
		errors.Is(cause, errRevoked),
		errors.Is(cause, errOtherAgent),
		errors.Is(cause, errTerminalTaken):
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
func (server *Server) command(s ssh.Session, session *Session) int {
	words, err := split(s.RawCommand())
	if err == nil && server.RunCommand == nil {
		err = errors.New("no commands are run here")
	}
	if err != nil {
		_, _ = fmt.Fprintf(s.Stderr(), "frontdesk: %v\n", err)
		return exitUsage
	}
	ctx, stop := context.WithTimeoutCause(session.ctx, server.Limits.MaxDuration, errMaxDuration)
	defer stop()
	var in io.Reader = verifiedEOFReader{s, session.channel}
	var out io.Writer = openOutput{s}
	if _, _, has := s.Pty(); has {
		size, _ := session.size.take()
		in, out = newLineReader(in, s, func() { session.cancel(errInterrupted) }), printed{openOutput{s}, size[0]}
	}
	return server.RunCommand(ctx, session, words, in, out, s.Stderr())
}

// openOutput is the output of a command. A command whose client closes it has been interrupted, whether the command
// notices it by its output or by the end of its session.
type openOutput struct{ io.Writer }

// Write implements io.Writer.
func (o openOutput) Write(text []byte) (int, error) {
	n, err := o.Writer.Write(text)
	if err != nil {
		err = fmt.Errorf("%w: %w", context.Canceled, err)
	}
	return n, err
}

// closeChannel closes the session's channel. If the client does not acknowledge the close in time, the connection is
// closed; a client that is still reading a command's output gets longer.
func (server *Server) closeChannel(s ssh.Session, session *Session, code int) {
	patience := closeTimeout
	if s.RawCommand() != "" {
		patience = outputTimeout
	}
	timer := guard.AfterFunc(patience, func() { _ = session.conn.Close() })
	_ = s.Exit(code)
	guard.Go(func() {
		<-session.closed
		timer.Stop()
		session.conn.sessionEnded()
	})
}

// Session is one session of an agent.
type Session struct {
	ID         string // for the logs
	Agent      Agent
	RemoteAddr string // the client's address
	StartedAt  time.Time

	host    *Server
	conn    *clientConn
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

func (server *Server) newSession(found grant, conn *clientConn) *Session {
	session := &Session{
		ID:         strings.ToLower(rand.Text()[:8]),
		Agent:      server.agent(found),
		RemoteAddr: conn.from.String(),
		StartedAt:  server.Now(),
		host:       server,
		conn:       conn,
		found:      found,
		closed:     make(chan struct{}),
		size:       newLatest[[2]int](),
		notices:    newLatest[string](),
	}
	session.ctx, session.cancel = context.WithCancelCause(
		context.Background(),
	) //nolint:gosec // it ends with the channel
	session.asked = &requests{
		limits: server.Limits, terminal: found.terminal, now: server.Now,
		sized: func(width, height int) { session.size.put([2]int{width, height}) },
		signal: func(name string) {
			if slices.Contains([]string{"INT", "TERM", "HUP", "QUIT"}, name) {
				session.cancel(errInterrupted)
			}
		},
	}
	return session
}

// Env returns TERM or an environment variable that the client has set, or an empty string.
func (session *Session) Env(name string) string {
	for _, pair := range session.asked.environ() {
		if key, value, _ := strings.Cut(pair, "="); key == name {
			return value
		}
	}
	return ""
}

// Notify shows the agent a line as soon as a screen is shown. A newer line replaces a waiting one.
func (session *Session) Notify(line string) { session.notices.put(line) }

// keyPressed records the time of a key.
func (session *Session) keyPressed() {
	session.keyAt.Store(int64(session.host.Now().Sub(session.StartedAt)))
}

// lastKeyAt returns when the last key was pressed.
func (session *Session) lastKeyAt() time.Time {
	return session.StartedAt.Add(time.Duration(session.keyAt.Load()))
}

// latest holds the newest value that was put into it; put never blocks.
type latest[T any] chan T

func newLatest[T any]() latest[T] { return make(chan T, 1) }

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
func (server *Server) show(s ssh.Session, session *Session) (err error) {
	if _, _, has := s.Pty(); !has {
		return errNoTerminal
	}
	made, err := server.console(session.ctx, session)
	if err != nil {
		return err
	}
	defer func() {
		if failed := made.Close(); failed != nil {
			server.Log.Error("a session was not closed whole", session.attrs("error", failed.Error())...)
			err = errors.Join(err, failed)
		}
	}()
	ctx, stop := context.WithCancel(session.ctx)
	defer stop()
	size, _ := session.size.take()
	messages := make(chan tea.Msg)
	guard.Go(func() { session.watchLimits(ctx, messages) }, session.cancel)
	line := &meteredTerminal{session: session, channel: session.channel}
	return server.RunModel(ctx, &keyCountingModel{made.Model, session}, Terminal{
		In:       line,
		Out:      line,
		Env:      append(session.asked.environ(), "SSH_TTY=session"),
		Width:    size[0],
		Height:   size[1],
		Messages: messages,
	})
}

// keyCountingModel records the time of the agent's input. Data that the connection or the terminal sends on its own
// does not count as activity.
type keyCountingModel struct {
	tea.Model
	session *Session
}

// Unwrap returns the console's own model.
func (c *keyCountingModel) Unwrap() tea.Model { return c.Model }

// Update records input and forwards every message.
func (c *keyCountingModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseClickMsg, interface{ IsInput() }:
		c.session.keyPressed()
	}
	var cmd tea.Cmd
	c.Model, cmd = c.Model.Update(msg)
	return c, cmd
}
