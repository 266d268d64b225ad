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

// Visit is one session of an agent, from its beginning to its end.
type Visit struct {
	ID    string // in the logs
	Agent Agent
	From  string // the address of the agent's machine
	Since time.Time

	host    *Host
	guest   *guest
	ctx     context.Context
	cancel  context.CancelCauseFunc
	closed  chan struct{} // closed when the client has closed the channel, or is gone
	channel gossh.Channel // set when it is accepted
	asked   *requests
	found   admission
	size    mailbox[[2]int]
	notices mailbox[string]
	keyAt   atomic.Int64 // of the last key, in nanoseconds since Since
}

func (h *Host) newVisit(found admission, guest *guest) *Visit {
	v := &Visit{
		ID: strings.ToLower(rand.Text()[:8]), Agent: h.agent(found), From: guest.from.String(), Since: h.Now(), host: h, guest: guest, found: found,
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
func (v *Visit) Env(name string) string {
	for _, pair := range v.asked.environ() {
		if key, value, _ := strings.Cut(pair, "="); key == name {
			return value
		}
	}
	return ""
}

// Say tells the agent a line, on screen as soon as there is one; of several that wait the last counts.
func (v *Visit) Say(line string) { v.notices.put(line) }

// pressed says that a key came.
func (v *Visit) pressed() { v.keyAt.Store(int64(v.host.Now().Sub(v.Since))) }

// quiet is since when no key has come.
func (v *Visit) quiet() time.Time { return v.Since.Add(time.Duration(v.keyAt.Load())) }

// mailbox holds the newest of what is put into it: whoever puts never waits.
type mailbox[T any] chan T

func newMailbox[T any]() mailbox[T] { return make(chan T, 1) }

func (m mailbox[T]) put(value T) {
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
func (m mailbox[T]) take() (value T, ok bool) {
	select {
	case value = <-m:
		return value, true
	default:
		return value, false
	}
}
