package sshd

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/guard"
)

// errClientGone is the cause of a session that ends because its client has disconnected.
var errClientGone = errors.New("the client has gone")

// channel accepts a session that a client opens. It checks the key again, because the connection may have authenticated
// long ago (OpenSSH's ControlMaster opens many sessions on one connection), applies the limits, and filters the
// session's requests before the library receives them.
func (server *Server) channel(srv *ssh.Server, conn *gossh.ServerConn, asked gossh.NewChannel, ctx ssh.Context) {
	client := connOf(ctx)
	if changed, fault := server.Keys.reloadIfChanged(); changed {
		server.logKeys(fault)
	}
	found, err := server.recheckKey(client)
	if err != nil {
		if client.isFirstRefusal() {
			server.auditRefusal(conn, client.admission().key, err)
		}
		_ = asked.Reject(gossh.Prohibited, "sign in again")
		return
	}
	if !client.waitForChannel(found) {
		_ = asked.Reject(
			gossh.ResourceShortage,
			"too many sessions on this connection, or it is too old: sign in again",
		)
		return
	}
	defer client.closeChannel()
	session := server.newSession(found, client)
	own := &sessionContext{Context: ctx, own: session.ctx, values: map[any]any{sessionKey{}: session}}
	defer session.cancel(errClientGone) // the library handles no more requests
	defer close(session.closed)
	ssh.DefaultSessionHandler(srv, conn, &filteredChannel{asked, session, conn}, own)
}

// sessionKey is the context key of the *Session.
type sessionKey struct{}

// sessionContext is the context of one session: the library shares one among all sessions of a connection.
type sessionContext struct {
	ssh.Context
	own    context.Context
	mu     sync.Mutex
	values map[any]any
}

// Done is closed when the session ends.
func (c *sessionContext) Done() <-chan struct{} { return c.own.Done() }

// Err returns why the session has ended.
func (c *sessionContext) Err() error { return c.own.Err() }

// Value returns the session's value, or the connection's if there is none.
func (c *sessionContext) Value(key any) any {
	c.mu.Lock()
	value, ok := c.values[key]
	c.mu.Unlock()
	if ok {
		return value
	}
	return c.Context.Value(key)
}

// SetValue sets a value for this session only.
func (c *sessionContext) SetValue(key, value any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values[key] = value
}

// filteredChannel is a session channel that has not been accepted yet.
type filteredChannel struct {
	gossh.NewChannel
	session *Session
	conn    *gossh.ServerConn
}

// Accept opens the channel and filters its requests.
func (w *filteredChannel) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	channel, asked, err := w.NewChannel.Accept()
	if err != nil {
		return nil, nil, err
	}
	w.session.channel = channel
	passing := make(chan *gossh.Request)
	guard.Go(func() {
		defer close(passing)
		for req := range asked {
			switch w.session.asked.filter(req) {
			case forward:
				select {
				case passing <- req:
				case <-w.session.closed:
				}
			case disconnect:
				_ = w.conn.Close() // ends the range loop
			case discard:
			}
		}
	})
	return channel, passing, nil
}

// unsupportedRequest is a request type that the library does not know. A rejected request is forwarded under this type,
// so that the library rejects it in turn: clients match responses by their order.
const unsupportedRequest = "refused@frontdesk"

// requests holds what one session has requested so far.
type requests struct {
	limits   Limits
	terminal bool // a terminal may be requested
	sized    func(width, height int)
	signal   func(name string)
	now      func() time.Time

	mu      sync.Mutex
	count   int
	windows int // since minute
	minute  time.Time
	env     []string // "NAME=value"
	term    string
	pty     bool
}

// verdict is what happens to a request.
type verdict uint8

const (
	forward    verdict = iota // to the library, possibly modified
	discard                   // no reply is expected
	disconnect                // close the connection
)

// filter limits a request before the library receives it.
func (r *requests) filter(req *gossh.Request) verdict {
	r.mu.Lock()
	defer r.mu.Unlock()
	if req.Type == "window-change" {
		return r.window(req)
	}
	if r.count++; r.count > maxRequests {
		return disconnect
	}
	allowed := false
	switch req.Type {
	case "pty-req":
		allowed = r.terminal && r.askTerminal(req)
	case "env":
		allowed = r.variable(req)
	case "exec":
		allowed = len(req.Payload) <= maxCommand
	case "shell":
		allowed = true
	case "signal":
		if name, _, ok := cutString(req.Payload); ok {
			r.signal(string(name))
		}
	}
	if allowed {
		return forward
	}
	return r.refuse(req)
}

// refuse forwards a request as unsupported, so that replies stay in order.
func (r *requests) refuse(req *gossh.Request) verdict {
	if !req.WantReply {
		return discard
	}
	req.Type, req.Payload = unsupportedRequest, nil
	return forward
}

// window handles a new window size. It bypasses the library, which would block until each of them has been received.
func (r *requests) window(req *gossh.Request) verdict {
	if now := r.now(); now.Sub(r.minute) > time.Minute {
		r.minute, r.windows = now, 0
	}
	if r.windows++; r.windows > maxWindows {
		return disconnect
	}
	if r.pty && len(req.Payload) >= 8 {
		r.sized(r.limits.clamp(binary.BigEndian.Uint32(req.Payload), binary.BigEndian.Uint32(req.Payload[4:])))
	}
	return r.refuse(req)
}

// askTerminal limits a terminal's size and name in the request itself and removes its modes: there is no tty that they
// could be set on.
func (r *requests) askTerminal(req *gossh.Request) bool {
	term, rest, ok := cutString(req.Payload)
	if !ok || len(rest) < 16 || r.pty {
		return false
	}
	if !plainName(string(term)) {
		term = []byte("unknown")
	}
	width, height := r.limits.clamp(binary.BigEndian.Uint32(rest), binary.BigEndian.Uint32(rest[4:]))
	r.term, r.pty = string(term), true
	r.sized(width, height)
	req.Payload = gossh.Marshal(struct {
		Term                         string
		Columns, Rows, Width, Height uint32
		Modes                        string
	}{r.term, uint32(width), uint32(height), 0, 0, ""})
	return true
}

// names are the environment variables that a client may set, in addition to LC_*.
var names = []string{"COLORTERM", "LANG", "NO_COLOR", "TZ"}

// variable stores an environment variable that describes the client's terminal, and rejects all others.
func (r *requests) variable(req *gossh.Request) bool {
	name, rest, ok := cutString(req.Payload)
	value, _, ok2 := cutString(rest)
	known := slices.Contains(names, string(name)) || strings.HasPrefix(string(name), "LC_") && plainName(string(name))
	if !ok || !ok2 || !known || len(name)+len(value) > maxVariable || len(r.env) >= maxVariables || !printable(value) {
		return false
	}
	r.env = append(r.env, string(name)+"="+string(value))
	return true
}

// environ returns the environment of the client's terminal, including TERM.
func (r *requests) environ() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.pty {
		return slices.Clone(r.env)
	}
	return append(slices.Clone(r.env), "TERM="+r.term)
}

// plainName reports whether s is a valid name of a terminal or variable.
func plainName(s string) bool {
	const known = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+"
	return s != "" && len(s) <= maxTerm && strings.Trim(s, known) == ""
}

func printable(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return c < ' ' || c > '~' })
}

// cutString decodes a string at the start of a payload (RFC 4251, section 5).
func cutString(payload []byte) (s, rest []byte, ok bool) {
	if len(payload) < 4 {
		return nil, nil, false
	}
	length := binary.BigEndian.Uint32(payload)
	if rest = payload[4:]; uint64(length) > uint64(len(rest)) {
		return nil, nil, false
	}
	return rest[:length], rest[length:], true
}
