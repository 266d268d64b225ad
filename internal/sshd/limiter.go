package sshd

import (
	"cmp"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// connLimiter limits the connections that have not authenticated, in total and per address, and the authenticated ones
// per agent. It drops addresses with too many failed attempts. When many connections are pending, it drops new ones at
// random, so that a client that fills the slots does not lock out the others. It is safe for concurrent use.
type connLimiter struct {
	limits Limits
	tries  *failureLimiter
	now    func() time.Time
	random func(n int) int
	log    *slog.Logger

	mu            sync.Mutex
	pending       int
	byPlace       map[netip.Addr]int
	authenticated int
	byAgent       map[string]int // authenticated connections
	open          map[*clientConn]struct{}
	crowded       time.Time // when random dropping began; zero when it is off
	dropped       int       // connections since then
}

func newGate(l Limits, now func() time.Time) *connLimiter {
	return &connLimiter{
		limits: l, tries: newTries(l, now), now: now, random: rand.IntN, log: slog.New(slog.DiscardHandler), byPlace: map[netip.Addr]int{}, byAgent: map[string]int{}, open: map[*clientConn]struct{}{},
	}
}

// admit reserves a slot for a connection that has not authenticated, or returns why it is rejected.
func (g *connLimiter) admit(from netip.Addr) (refused string) {
	place := subnet(from)
	left := g.tries.remaining(place)
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.byPlace[place] >= left: // each pending connection may become a failed attempt
		return "too many tries"
	case g.byPlace[place] >= g.limits.PerAddress:
		return "too many connections from one address that have not signed in"
	case g.authenticated >= 2*g.limits.Sessions:
		return "too many connections"
	case g.dropsEarly():
		return "too many connections that have not signed in"
	}
	g.pending++
	g.byPlace[place]++
	return ""
}

// dropsEarly reports whether to drop a new connection: none while half of the slots are free, then 30 % of them, rising
// to all when every slot is taken, like OpenSSH's MaxStartups. The caller holds the lock.
func (g *connLimiter) dropsEarly() bool {
	full := g.limits.Unauthenticated
	begin := (full + 1) / 2
	switch {
	case g.pending < begin:
		return false
	case g.pending < full && g.random(100) >= 30+70*(g.pending-begin)/(full-begin):
		return false
	}
	if g.dropped++; g.crowded.IsZero() {
		g.crowded = g.now()
		g.log.Warn("many connections have not signed in: new ones are dropped at random", "waiting", g.pending, "places", full)
	}
	return true
}

// crowdTime is the minimum time between the log entries on the start and end of random dropping.
const crowdTime = time.Minute

// crowdEnds logs the end of random dropping. The caller holds the lock.
func (g *connLimiter) crowdEnds() {
	if g.crowded.IsZero() || g.pending >= (g.limits.Unauthenticated+1)/2 || g.now().Sub(g.crowded) < crowdTime {
		return
	}
	g.log.Info("there is room again for connections that have not signed in", "dropped", g.dropped)
	g.crowded, g.dropped = time.Time{}, 0
}

// promote moves a connection from pending to authenticated, unless the agent has too many: connections without sessions
// could lock out other agents. Twice the number of sessions leaves room for connections that are about to end.
func (g *connLimiter) promote(from netip.Addr, agent string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.byAgent[agent] >= 2*g.limits.PerAgent {
		return false
	}
	g.releasePending(from)
	g.authenticated++
	g.byAgent[agent]++
	return true
}

// leave releases the slot of a connection: an authenticated one if agent is set, otherwise a pending one.
func (g *connLimiter) leave(from netip.Addr, agent string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if agent == "" {
		g.releasePending(from)
		return
	}
	g.authenticated--
	if g.byAgent[agent]--; g.byAgent[agent] == 0 {
		delete(g.byAgent, agent)
	}
}

func (g *connLimiter) releasePending(from netip.Addr) {
	g.pending--
	g.crowdEnds()
	place := subnet(from)
	if g.byPlace[place]--; g.byPlace[place] == 0 {
		delete(g.byPlace, place)
	}
}

// register adds an authenticated connection to the result of signedIn.
func (g *connLimiter) register(c *clientConn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open[c] = struct{}{}
}

// unregister removes a connection that register added.
func (g *connLimiter) unregister(c *clientConn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.open, c)
}

// signedIn returns the authenticated connections.
func (g *connLimiter) signedIn() []*clientConn {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Collect(maps.Keys(g.open))
}

// counts returns the numbers of pending and authenticated connections.
func (g *connLimiter) counts() (outside, inside int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.pending, g.authenticated
}

// limitedListener is a listener that closes connections that the limiter rejects, before anything is read from or
// allocated for them.
type limitedListener struct {
	net.Listener
	gate    *connLimiter
	refused func(from netip.Addr, why string)
}

// Accept waits for a connection that the limiter admits.
func (e *limitedListener) Accept() (net.Conn, error) {
	for {
		conn, err := e.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := addressOf(conn.RemoteAddr())
		why := e.gate.admit(from)
		if why == "" {
			return &clientConn{Conn: conn, gate: e.gate, from: from, connectedAt: time.Now()}, nil
		}
		_ = conn.Close()
		e.refused(from, why)
	}
}

// maxPlaces is the maximum number of addresses in a failureLimiter.
const maxPlaces = 10_000

// failureLimiter limits failed attempts per address with a token bucket. It is safe for concurrent use.
type failureLimiter struct {
	limits Limits
	now    func() time.Time

	mu     sync.Mutex
	places map[netip.Addr]*rate.Limiter
}

func newTries(l Limits, now func() time.Time) *failureLimiter {
	return &failureLimiter{limits: l, now: now, places: map[netip.Addr]*rate.Limiter{}}
}

// remaining returns how many attempts an address has left.
func (t *failureLimiter) remaining(place netip.Addr) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.places[place]
	if l == nil {
		return t.limits.FailureBurst
	}
	return int(l.TokensAt(t.now()))
}

// failed counts failed attempts.
func (t *failureLimiter) failed(place netip.Addr, n int) {
	if n == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.places[place]
	if l == nil {
		l = t.limiterFor(place)
	}
	for range n { // AllowN with n would take no token at all if fewer than n are left
		l.AllowN(t.now(), 1)
	}
}

// limiterFor adds a limiter for an address and makes room for it if necessary.
func (t *failureLimiter) limiterFor(place netip.Addr) *rate.Limiter {
	if len(t.places) >= maxPlaces {
		t.forget()
	}
	l := rate.NewLimiter(rate.Every(t.limits.FailureRefill), t.limits.FailureBurst)
	t.places[place] = l
	return l
}

// forget evicts the tenth of the addresses with the most attempts left, so that a client with many addresses cannot
// evict those with failed attempts. It evicts many at once because it sorts all of them.
func (t *failureLimiter) forget() {
	type address struct {
		place netip.Addr
		left  float64
	}
	now, all := t.now(), make([]address, 0, len(t.places))
	for place, l := range t.places {
		all = append(all, address{place, l.TokensAt(now)})
	}
	slices.SortFunc(all, func(a, b address) int { return cmp.Compare(b.left, a.left) })
	for _, a := range all[:maxPlaces/10] {
		delete(t.places, a.place)
	}
}
