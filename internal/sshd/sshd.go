// Package sshd is the SSH server: it authenticates agents by their keys, runs their sessions, enforces limits and
// counts metrics. The console and the commands that a session runs are passed in.
//
// x/crypto implements the protocol; charm.land/ssh, configured through wish, handles the sessions. Both would accept
// 640 MB of environment variables, windows of 4294967295 columns and connections that never authenticate, so the limits
// are enforced here.
package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/ssh"
	"charm.land/wish/v2"
	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/guard"
)

// Config holds the dependencies and settings of a server.
type Config struct {
	Keys    *AuthorizedKeys
	HostKey gossh.Signer
	Limits  Limits // zero values mean the defaults
	Now     func() time.Time

	// EnrichAgent completes an agent from the configuration; nil for none.
	EnrichAgent func(Agent) Agent
	// RunModel runs a model on a terminal until it quits, the terminal disconnects or ctx ends. It returns a
	// *guard.PanicError if the model panics.
	RunModel func(ctx context.Context, model tea.Model, on Terminal) error
	// NoticeMsg returns the message that makes a model show a notice.
	NoticeMsg func(line string) tea.Msg
	// RunCommand runs a one-shot command and returns its exit code; if nil, commands are rejected.
	RunCommand func(ctx context.Context, v *Session, args []string, in io.Reader, out, errOut io.Writer) int

	Log   *slog.Logger // the server's log; nil for none
	Audit *slog.Logger // the log of sign-ins and sign-outs; nil for none
}

// Terminal is an agent's terminal at the other end of the connection.
type Terminal struct {
	In            io.Reader
	Out           io.Writer
	Env           []string // "NAME=value", the client's only
	Width, Height int      // in cells, within Limits
	Messages      <-chan tea.Msg
}

// Console is the interface of one session. Close is called when it is no longer shown, for whatever reason, and saves
// the drafts.
type Console struct {
	Model tea.Model
	Close func() error
}

// Server is an SSH server. It is safe for concurrent use.
type Server struct {
	Config
	Metrics *Metrics
	console func(context.Context, *Session) (Console, error)
	limiter *connLimiter
	server  *ssh.Server

	mu       sync.Mutex
	sessions map[*Session]struct{}
	byAgent  map[string]int // sessions per agent
	draining bool
	empty    chan struct{} // closed when draining and no session is left
}

// New returns a server that shows each agent the result of console.
func New(c Config, console func(context.Context, *Session) (Console, error)) (*Server, error) {
	if c.Keys == nil || c.HostKey == nil {
		return nil, errors.New("the host has no list of keys or no key of its own: it would let everybody in")
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Audit == nil {
		c.Audit = slog.New(slog.DiscardHandler)
	}
	c.Limits = c.Limits.WithDefaults()
	server := &Server{
		Config: c, console: console, Metrics: newMetrics(), limiter: newConnLimiter(c.Limits, c.Now),
		sessions: map[*Session]struct{}{}, byAgent: map[string]int{}, empty: make(chan struct{}),
	}
	server.limiter.log = c.Log
	library, err := wish.NewServer(server.options()...)
	if err != nil {
		return nil, fmt.Errorf("the host cannot be set up: %w", err)
	}
	server.server = library
	return server, nil
}

// Serve accepts connections until ctx ends, then drains the sessions and returns.
func (server *Server) Serve(ctx context.Context, on net.Listener) error {
	ended := guard.Start(func() error {
		return server.server.Serve(&limitedListener{Listener: on, limiter: server.limiter, refused: server.onRejected})
	})
	keys, stop := context.WithCancel(ctx)
	defer stop()
	guard.Go(func() { server.pollKeys(keys) })
	select {
	case err := <-ended:
		return errors.Join(fmt.Errorf("the host cannot listen any more: %w", err), server.server.Close())
	case <-ctx.Done():
		server.drain()
		return server.server.Close()
	}
}

// attrs returns the log attributes of a session, followed by more.
func (session *Session) attrs(more ...any) []any {
	return append(
		[]any{"session", session.ID, "agent", session.Agent.Name.String(), "from", session.RemoteAddr},
		more...)
}

// Sessions returns the open sessions.
func (server *Server) Sessions() []*Session {
	server.mu.Lock()
	defer server.mu.Unlock()
	all := make([]*Session, 0, len(server.sessions))
	for session := range server.sessions {
		all = append(all, session)
	}
	return all
}

// drain shuts the server down: it rejects new sessions, notifies the open ones and, after ShutdownGrace, ends those
// that are left, which saves their drafts.
func (server *Server) drain() {
	server.mu.Lock()
	server.draining = true
	if len(server.sessions) == 0 {
		close(server.empty)
	}
	server.mu.Unlock()
	server.Log.Info("stopping", "sessions", len(server.Sessions()), "within", server.Limits.ShutdownGrace.String())
	for _, session := range server.Sessions() {
		session.Notify(
			fmt.Sprintf("the host stops in %s; what you type is kept", humanDuration(server.Limits.ShutdownGrace)),
		)
	}
	stopped, enough := context.WithTimeout(context.Background(), server.Limits.ShutdownGrace)
	defer enough()
	select {
	case <-server.empty:
		return
	case <-stopped.Done():
	}
	for _, session := range server.Sessions() {
		session.cancel(errDraining)
	}
	last := time.NewTimer(2 * closeTimeout)
	defer last.Stop()
	select {
	case <-server.empty:
	case <-last.C:
		server.Log.Warn("sessions did not end in time", "sessions", len(server.Sessions()))
	}
}
