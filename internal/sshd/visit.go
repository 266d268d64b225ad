package sshd

import (
	"context"
	"crypto/rand"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// Session is one session of an agent, from its beginning to its end.
type Session struct {
	ID         string // in the logs
	Agent      Agent
	RemoteAddr string // the address of the agent's machine
	StartedAt  time.Time

	host    *Server
	guest   *clientConn
	ctx     context.Context
	cancel  context.CancelCauseFunc
	closed  chan struct{} // closed when the client has closed the channel, or is gone
	channel gossh.Channel // set when it is accepted
	asked   *requests
	found   grant
	size    latest[[2]int]
	notices latest[string]
	keyAt   atomic.Int64 // of the last key, in nanoseconds since Since
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

// Env is a variable of the agent's terminal: its TERM, or one that a client may set; others are empty.
func (v *Session) Env(name string) string {
	for _, pair := range v.asked.environ() {
		if key, value, _ := strings.Cut(pair, "="); key == name {
			return value
		}
	}
	return ""
}

// Notify tells the agent a line, on screen as soon as there is one; of several that wait the last counts.
func (v *Session) Notify(line string) { v.notices.put(line) }

// keyPressed says that a key came.
func (v *Session) keyPressed() { v.keyAt.Store(int64(v.host.Now().Sub(v.StartedAt))) }

// lastKeyAt is since when no key has come.
func (v *Session) lastKeyAt() time.Time { return v.StartedAt.Add(time.Duration(v.keyAt.Load())) }

// latest holds the newest of what is put into it: whoever puts never waits.
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

// take is what it holds, or nothing.
func (m latest[T]) take() (value T, ok bool) {
	select {
	case value = <-m:
		return value, true
	default:
		return value, false
	}
}
