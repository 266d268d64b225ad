package sshd

import (
	"cmp"
	"time"
)

// Limits bound what agents, and those who only knock, can take of the host. A zero value is the default.
type Limits struct {
	Sessions      int // at a time, 200
	PerAgent      int // sessions of one agent, 4
	PerConnection int // sessions on one connection, 2

	Unauthenticated  int           // connections that have not signed in, 64 or PerAddress if that is more; further ones are dropped
	PerAddress       int           // of those, from one address or /64, 10
	LoginGrace       time.Duration // until a connection has signed in, 10 s
	MaxAuthTries     int           // keys that one connection may offer in vain, 3
	FailureBurst     int           // tries in vain from one address before it is dropped, twice PerAddress
	FailureRefill    time.Duration // and how soon it has another one, 3 s
	NoSessionTimeout time.Duration // a connection without a session, 60 s

	IdleTimeout       time.Duration // without a key, 8 h
	MaxDuration       time.Duration // a session, 24 h
	WarnBefore        time.Duration // how long before either the agent is told, 2 min
	ClientTimeout     time.Duration // without a sign of life until a client is given up, 30 s
	KeepaliveInterval time.Duration // and until it is asked for one, a third of Gone
	KeysCheckInterval time.Duration // between two looks at the list of keys while nobody signs in, 5 s
	ShutdownGrace     time.Duration // between the announcement of the host's end and the end, 10 s

	Width, Height int // of a window, 400×150
}

// The bounds that no configuration moves.
const (
	maxVariables  = 16      // of a session's environment
	maxVariable   = 128     // bytes of one, name and value
	maxTerm       = 64      // bytes of TERM
	maxCommand    = 8 << 10 // bytes of a one-shot command
	maxRequests   = 256     // of a session, window sizes left aside
	maxWindows    = 100_000 // window sizes of a session in a minute: more is no window being dragged
	resizeGap     = 50 * time.Millisecond
	closeTimeout  = 2 * time.Second // until a client has taken the end of its console
	outputTimeout = 5 * time.Minute // until it has taken what a command has printed
)

func (l Limits) orDefault() Limits {
	count := func(n *int, otherwise int) { *n = cmp.Or(*n, otherwise) }
	lasts := func(d *time.Duration, otherwise time.Duration) { *d = cmp.Or(*d, otherwise) }
	count(&l.Sessions, 200)
	count(&l.PerAgent, 4)
	count(&l.PerConnection, 2)
	count(&l.PerAddress, 10)
	count(&l.Unauthenticated, max(64, l.PerAddress))
	count(&l.MaxAuthTries, 3)
	count(&l.FailureBurst, 2*l.PerAddress)
	count(&l.Width, 400)
	count(&l.Height, 150)
	lasts(&l.LoginGrace, 10*time.Second)
	lasts(&l.FailureRefill, 3*time.Second)
	lasts(&l.NoSessionTimeout, time.Minute)
	lasts(&l.IdleTimeout, 8*time.Hour)
	lasts(&l.MaxDuration, 24*time.Hour)
	lasts(&l.WarnBefore, 2*time.Minute)
	lasts(&l.ClientTimeout, 30*time.Second)
	lasts(&l.KeepaliveInterval, l.ClientTimeout/3)
	lasts(&l.KeysCheckInterval, 5*time.Second)
	lasts(&l.ShutdownGrace, 10*time.Second)
	return l
}

// clamp is a window size that can be drawn: nothing is 80×24, as terminals without a size are.
func (l Limits) clamp(w, h uint32) (width, height int) {
	bounded := func(n uint32, otherwise, most int) int {
		if n == 0 {
			return otherwise
		}
		return int(min(n, uint32(most)))
	}
	return bounded(w, 80, l.Width), bounded(h, 24, l.Height)
}
