package sshd

import (
	"log/slog"
	"maps"
	"math/rand/v2"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"frontdesk/internal/subnet"
)

// connLimiter limits the connections that have not authenticated, in total and per address, and the authenticated ones
// per agent. It drops addresses with too many failed attempts. When many connections are pending, it drops new ones at
// random, so that a client that fills the slots does not lock out the others. It is safe for concurrent use.
type connLimiter struct {
	limits   Limits
	failures *subnet.Limiter
	now      func() time.Time
	random   func(n int) int
	log      *slog.Logger

	mu            sync.Mutex
	pending       int
	byNetwork     map[netip.Prefix]int
	authenticated int
	byAgent       map[string]int // authenticated connections
	open          map[*clientConn]struct{}
	droppingSince time.Time // when random dropping began; zero when it is off
	dropped       int       // connections since then
}

func newConnLimiter(l Limits, now func() time.Time) *connLimiter {
	return &connLimiter{
		limits:    l,
		failures:  subnet.NewLimiter(l.FailureBurst, l.FailureRefill),
		now:       now,
		random:    rand.IntN,
		log:       slog.New(slog.DiscardHandler),
		byNetwork: map[netip.Prefix]int{},
		byAgent:   map[string]int{},
		open:      map[*clientConn]struct{}{},
	}
}

// admit reserves a slot for a connection that has not authenticated, or returns why it is rejected.
func (l *connLimiter) admit(from netip.Addr) (refused string) {
	networks := subnet.Of(from)
	l.mu.Lock()
	defer l.mu.Unlock()
	left := l.failures.Left(networks, l.now())
	for i, n := range networks {
		switch {
		case l.byNetwork[n] >= left[i]: // each pending connection may become a failed attempt
			return "too many tries"
		case l.byNetwork[n] >= l.limits.PerAddress*subnet.Share(n):
			return "too many connections from one address that have not signed in"
		}
	}
	switch {
	case l.authenticated >= 2*l.limits.Sessions:
		return "too many connections"
	case l.dropsEarly():
		return "too many connections that have not signed in"
	}
	l.pending++
	for _, n := range networks {
		l.byNetwork[n]++
	}
	return ""
}

// dropsEarly reports whether to drop a new connection: none while half of the slots are free, then 30 % of them, rising
// to all when every slot is taken, like OpenSSH's MaxStartups. The caller holds the lock.
func (l *connLimiter) dropsEarly() bool {
	full := l.limits.Unauthenticated
	begin := (full + 1) / 2
	switch {
	case l.pending < begin:
		return false
	case l.pending < full && l.random(100) >= 30+70*(l.pending-begin)/(full-begin):
		return false
	}
	if l.dropped++; l.droppingSince.IsZero() {
		l.droppingSince = l.now()
		l.log.Warn(
			"many connections have not signed in: new ones are dropped at random",
			"waiting",
			l.pending,
			"places",
			full,
		)
	}
	return true
}

// minDroppingTime is the minimum time between the log entries on the start and end of random dropping.
const minDroppingTime = time.Minute

// endDropping logs the end of random dropping. The caller holds the lock.
func (l *connLimiter) endDropping() {
	if l.droppingSince.IsZero() || l.pending >= (l.limits.Unauthenticated+1)/2 ||
		l.now().Sub(l.droppingSince) < minDroppingTime {
		return
	}
	l.log.Info("there is room again for connections that have not signed in", "dropped", l.dropped)
	l.droppingSince, l.dropped = time.Time{}, 0
}

// promote moves a connection from pending to authenticated, unless the agent has too many: connections without sessions
// could lock out other agents. Twice the number of sessions leaves room for connections that are about to end.
func (l *connLimiter) promote(from netip.Addr, agent string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byAgent[agent] >= 2*l.limits.PerAgent {
		return false
	}
	l.releasePending(from)
	l.authenticated++
	l.byAgent[agent]++
	return true
}

// fail releases the slot of a pending connection and counts its failed attempts. It does both at once: a connection
// that counts as pending and as failed would take the place of another.
func (l *connLimiter) fail(from netip.Addr, attempts int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failures.Count(from, attempts, l.now())
	l.releasePending(from)
}

// leave releases the slot of an authenticated connection.
func (l *connLimiter) leave(agent string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.authenticated--
	if l.byAgent[agent]--; l.byAgent[agent] == 0 {
		delete(l.byAgent, agent)
	}
}

func (l *connLimiter) releasePending(from netip.Addr) {
	l.pending--
	l.endDropping()
	for _, n := range subnet.Of(from) {
		if l.byNetwork[n]--; l.byNetwork[n] == 0 {
			delete(l.byNetwork, n)
		}
	}
}

// register adds an authenticated connection to the result of signedIn.
func (l *connLimiter) register(c *clientConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open[c] = struct{}{}
}

// unregister removes a connection that register added.
func (l *connLimiter) unregister(c *clientConn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, c)
}

// signedIn returns the authenticated connections.
func (l *connLimiter) signedIn() []*clientConn {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Collect(maps.Keys(l.open))
}

// counts returns the numbers of pending and authenticated connections.
func (l *connLimiter) counts() (outside, inside int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.pending, l.authenticated
}

// limitedListener is a listener that closes connections that the limiter rejects, before anything is read from or
// allocated for them.
type limitedListener struct {
	net.Listener
	limiter *connLimiter
	refused func(from netip.Addr, why string)
}

// Accept waits for a connection that the limiter admits.
func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := addressOf(conn.RemoteAddr())
		why := l.limiter.admit(from)
		if why == "" {
			return &clientConn{Conn: conn, limiter: l.limiter, from: from, connectedAt: time.Now()}, nil
		}
		_ = conn.Close()
		l.refused(from, why)
	}
}
