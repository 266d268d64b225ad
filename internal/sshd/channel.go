package sshd

import (
	"context"
	"errors"
	"sync"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/guard"
)

// errClientGone ends a session whose client has gone.
var errClientGone = errors.New("the client has gone")

// channel takes a session that a client opens: if the key may still sign in, within the limits, and with its requests
// looked at before the library answers them. A client opens many sessions on one connection (OpenSSH's ControlMaster), which
// may have signed in long ago.
func (h *Server) channel(srv *ssh.Server, conn *gossh.ServerConn, asked gossh.NewChannel, ctx ssh.Context) {
	guest := guestOf(ctx)
	if changed, fault := h.Keys.ReloadIfChanged(); changed {
		h.logKeys(fault)
	}
	found, err := h.admitAgain(guest)
	if err != nil {
		if guest.refusedFirst() {
			h.denied(conn, guest.admission().key, err)
		}
		_ = asked.Reject(gossh.Prohibited, "sign in again")
		return
	}
	if !guest.opensSoon(found) {
		_ = asked.Reject(gossh.ResourceShortage, "too many sessions on this connection, or it is too old: sign in again")
		return
	}
	defer guest.closeChannel()
	v := h.newVisit(found, guest)
	own := &sessionContext{Context: ctx, own: v.ctx, values: map[any]any{visitKey{}: v}}
	defer v.cancel(errClientGone) // the library has no more requests
	defer close(v.closed)
	ssh.DefaultSessionHandler(srv, conn, &filteredChannel{asked, v, conn}, own)
}

// visitKey is where a session's context holds its visit.
type visitKey struct{}

// sessionContext is a session's own context: the library has one for all sessions of a connection.
type sessionContext struct {
	ssh.Context
	own    context.Context
	mu     sync.Mutex
	values map[any]any
}

// Done ends with the session.
func (c *sessionContext) Done() <-chan struct{} { return c.own.Done() }

// Err is why the session has ended.
func (c *sessionContext) Err() error { return c.own.Err() }

// Value is the session's own, else the connection's.
func (c *sessionContext) Value(key any) any {
	c.mu.Lock()
	value, ok := c.values[key]
	c.mu.Unlock()
	if ok {
		return value
	}
	return c.Context.Value(key)
}

// SetValue keeps a value for this session alone.
func (c *sessionContext) SetValue(key, value any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.values[key] = value
}

// filteredChannel is a session's channel before it is accepted.
type filteredChannel struct {
	gossh.NewChannel
	visit *Session
	conn  *gossh.ServerConn
}

// Accept opens the channel; its requests pass through the visit's eyes.
func (w *filteredChannel) Accept() (gossh.Channel, <-chan *gossh.Request, error) {
	channel, asked, err := w.NewChannel.Accept()
	if err != nil {
		return nil, nil, err
	}
	w.visit.channel = channel
	passing := make(chan *gossh.Request)
	guard.Go(func() {
		defer close(passing)
		for req := range asked {
			switch w.visit.asked.filter(req) {
			case forward:
				select {
				case passing <- req:
				case <-w.visit.closed:
				}
			case disconnect:
				_ = w.conn.Close() // which ends the range
			case discard:
			}
		}
	})
	return channel, passing, nil
}
