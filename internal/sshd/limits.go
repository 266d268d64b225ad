package sshd

import (
	"cmp"
	"fmt"
	"time"

	"frontdesk/internal/safetext"
)

// Limits are the limits of one server: the hosts of a cluster count each for itself. A zero value means the default,
// see WithDefaults.
type Limits struct {
	Sessions      int // concurrent ones
	PerAgent      int // sessions of one agent, who may have twice as many connections
	PerConnection int // sessions on one connection

	Unauthenticated  int           // pending connections; not less than PerAddress
	PerAddress       int           // pending connections per address or /64; four times as many per /48
	LoginGrace       time.Duration // until a connection must have authenticated
	MaxAuthTries     int           // rejected keys per connection
	FailureBurst     int           // failed attempts per address before it is dropped
	FailureRefill    time.Duration // until an address has another attempt
	NoSessionTimeout time.Duration // until a connection without a session is closed

	IdleTimeout       time.Duration // until a session without input ends
	MaxDuration       time.Duration // of a session
	WarnBefore        time.Duration // how long before either of them the agent is warned
	ClientTimeout     time.Duration // without received data until the connection is closed
	KeepaliveInterval time.Duration // without received data until a keepalive is sent
	KeysCheckInterval time.Duration // interval of checks of the list of keys
	ShutdownGrace     time.Duration // from the notice of a shutdown until sessions are ended

	Width, Height int // of a window
}

// The limits that cannot be configured.
const (
	maxVariables  = 16      // in a session's environment
	maxVariable   = 128     // bytes of a name and its value
	maxTerm       = 64      // bytes of TERM
	maxCommand    = 8 << 10 // bytes of a one-shot command
	maxRequests   = 256     // in a session, except window sizes
	maxWindows    = 100_000 // window sizes of a session in a minute, far more than dragging a window sends
	resizeGap     = 50 * time.Millisecond
	closeTimeout  = 2 * time.Second // until a client must have acknowledged the end of its console
	outputTimeout = 5 * time.Minute // until a client must have received the output of a command
)

// WithDefaults returns the limits with the default in place of each that is zero. hosting.md lists the defaults.
func (l Limits) WithDefaults() Limits {
	count := func(n *int, value int) { *n = cmp.Or(*n, value) }
	lasts := func(d *time.Duration, value time.Duration) { *d = cmp.Or(*d, value) }
	count(&l.Sessions, 200)
	count(&l.PerAgent, 4)
	count(&l.PerConnection, 2)
	count(&l.PerAddress, 10)
	count(&l.Unauthenticated, max(64, l.PerAddress))
	count(&l.MaxAuthTries, 6)
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

// clamp limits a window size. A size of zero becomes 80×24, as for a terminal that reports none.
func (l Limits) clamp(w, h uint32) (width, height int) {
	bounded := func(n uint32, otherwise, most int) int {
		if n == 0 {
			return otherwise
		}
		return int(min(n, uint32(most)))
	}
	return bounded(w, 80, l.Width), bounded(h, 24, l.Height)
}

// register counts a session, or returns why it is rejected.
func (server *Server) register(session *Session) (refused string) {
	server.mu.Lock()
	defer server.mu.Unlock()
	who := session.Agent.Name.String()
	switch {
	case server.draining:
		return "the host is about to stop: try again in a minute"
	case len(server.sessions) >= server.Limits.Sessions:
		server.Metrics.refused.Add("why", "full")
		return "the host is full: try again later"
	case server.byAgent[who] >= server.Limits.PerAgent:
		server.Metrics.refused.Add("why", "full")
		return fmt.Sprintf(
			"%s has %d sessions open already: close one first",
			safetext.LineFromText(who),
			server.Limits.PerAgent,
		)
	}
	server.sessions[session] = struct{}{}
	server.byAgent[who]++
	server.Metrics.signedIn.Add()
	return ""
}

// leave removes a session from the count.
func (server *Server) leave(session *Session) {
	server.mu.Lock()
	defer server.mu.Unlock()
	who := session.Agent.Name.String()
	delete(server.sessions, session)
	if server.byAgent[who]--; server.byAgent[who] == 0 {
		delete(server.byAgent, who)
	}
	if server.draining && len(server.sessions) == 0 {
		close(server.empty)
	}
}
