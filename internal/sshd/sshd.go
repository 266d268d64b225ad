// Package sshd is the SSH host: it lets agents in by their keys, shows each a console, runs one-shot commands, and keeps
// every one of them within limits. It knows neither the console nor the desk: both are given to it.
//
//	authorized.go, option.go, certificate.go, address.go  who may sign in, read line by line
//	keys.go, trust.go, hostkey.go  the files of keys, and reading them again when they change
//	gate.go, guest.go       connections before and behind the door
//	tries.go                addresses that try too often
//	handshake.go            what is asked of the library for one connection
//	channel.go, request.go  what a client may ask for, answered before the library sees it
//	visit.go, session.go    one session: its console or its command
//	attend.go, stream.go    its window, its time, its keys
//	piped.go, typed.go      what a command reads, sent by a program or typed on a terminal
//	alive.go                whether its client is still there
//	revoke.go               closing the connections of keys that may no longer sign in
//	drain.go                the end of the host
//	metrics.go, audit.go    what is counted and what is written down
//
// x/crypto speaks the protocol and charm.land/ssh, behind wish, keeps the sessions. Both would take 640 MB of variables,
// windows of 4294967295 columns and connections that never sign in; their limits are set here.
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

// Config is what a host is made of.
type Config struct {
	Keys    *AuthorizedKeys
	HostKey gossh.Signer
	Limits  Limits // zero values are the defaults
	Now     func() time.Time

	// EnrichAgent completes who signs in by what is known beside the list of keys; nil for nothing.
	EnrichAgent func(Agent) Agent
	// RunModel puts a model on a terminal until it quits, the terminal goes or ctx ends. A model that panicked is a *PanicError.
	RunModel func(ctx context.Context, model tea.Model, on Terminal) error
	// NoticeMsg is the message by which a model is told something that the agent must see.
	NoticeMsg func(line string) tea.Msg
	// RunCommand runs a one-shot command and returns its exit code; nil refuses all.
	RunCommand func(ctx context.Context, v *Session, args []string, in io.Reader, out, errOut io.Writer) int

	Log   *slog.Logger // of the host's work; nil for none
	Audit *slog.Logger // of who signed in and out; nil for none
}

// Terminal is an agent's terminal, at the other end of the connection.
type Terminal struct {
	In            io.Reader
	Out           io.Writer
	Env           []string // "NAME=value", the agent's alone
	Width, Height int      // in cells, within Limits
	Messages      <-chan tea.Msg
}

// Console is what one session shows. Close is called once it is no longer shown, however that came about: it saves
// what was typed.
type Console struct {
	Model tea.Model
	Close func() error
}

// PanicError is what Show returns when the model panicked.
type PanicError = guard.PanicError

// Server is a running host. It is safe for concurrent use.
type Server struct {
	Config
	Metrics *Metrics
	console func(context.Context, *Session) (Console, error)
	gate    *connLimiter
	server  *ssh.Server

	mu       sync.Mutex
	visits   map[*Session]struct{}
	byAgent  map[string]int // sessions
	draining bool
	empty    chan struct{} // closed when draining and the last session has ended
}

// New makes a host that shows each agent what console makes.
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
	c.Limits = c.Limits.orDefault()
	h := &Server{
		Config: c, console: console, Metrics: newMetrics(), gate: newGate(c.Limits, c.Now),
		visits: map[*Session]struct{}{}, byAgent: map[string]int{}, empty: make(chan struct{}),
	}
	h.gate.log = c.Log
	server, err := wish.NewServer(h.options()...)
	if err != nil {
		return nil, fmt.Errorf("the host cannot be set up: %w", err)
	}
	h.server = server
	return h, nil
}

// Serve answers on a listener until ctx ends, then drains: see Drain. It returns when the last session has ended.
func (h *Server) Serve(ctx context.Context, on net.Listener) error {
	ended := guard.Start(func() error {
		return h.server.Serve(&limitedListener{Listener: on, gate: h.gate, refused: h.onRejected})
	})
	keys, stop := context.WithCancel(ctx)
	defer stop()
	guard.Go(func() { h.pollKeys(keys) })
	select {
	case err := <-ended:
		return errors.Join(fmt.Errorf("the host cannot listen any more: %w", err), h.server.Close())
	case <-ctx.Done():
		h.drain()
		return h.server.Close()
	}
}

// attrs are what a line about a session says of it, before what else there is to say.
func (v *Session) attrs(more ...any) []any {
	return append([]any{"session", v.ID, "agent", v.Agent.Name.String(), "from", v.RemoteAddr}, more...)
}
