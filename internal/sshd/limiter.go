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

// connLimiter bounds the connections that have not signed in, in all and from one address, and those of one agent that have;
// and it drops addresses that have tried too often. When many wait, it drops new ones at random: whoever keeps places
// taken would otherwise keep everybody else out. It is safe for concurrent use.
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
	byAgent       map[string]int // of those inside
	open          map[*clientConn]struct{}
	crowded       time.Time // when it began that connections are dropped because many wait; zero when they are not
	dropped       int       // since then
}

func newGate(l Limits, now func() time.Time) *connLimiter {
	return &connLimiter{
		limits: l, tries: newTries(l, now), now: now, random: rand.IntN, log: slog.New(slog.DiscardHandler), byPlace: map[netip.Addr]int{}, byAgent: map[string]int{}, open: map[*clientConn]struct{}{},
	}
}

// admit takes a place before the door, or says why there is none.
func (g *connLimiter) admit(from netip.Addr) (refused string) {
	place := subnet(from)
	left := g.tries.remaining(place)
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.byPlace[place] >= left: // each that waits may turn out to be a try in vain
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

// dropsEarly says whether a connection is dropped because many wait: none as long as half of the places are free, then 30 %
// of them, and all once every place is taken, as by OpenSSH's MaxStartups. The lock is held.
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

// crowdTime is how long connections are spoken of as being dropped at least: the log is told of no more than one crowd in
// this time.
const crowdTime = time.Minute

// crowdEnds tells the log once connections are dropped no more. The lock is held.
func (g *connLimiter) crowdEnds() {
	if g.crowded.IsZero() || g.pending >= (g.limits.Unauthenticated+1)/2 || g.now().Sub(g.crowded) < crowdTime {
		return
	}
	g.log.Info("there is room again for connections that have not signed in", "dropped", g.dropped)
	g.crowded, g.dropped = time.Time{}, 0
}

// promote moves an agent's connection inside, unless the agent has too many there: without sessions they would keep others
// out. Twice as many as sessions leave room for those that are about to end.
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

// leave takes a connection out: from inside when it is an agent's, else from before the door.
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

// register adds a connection that has signed in to those that signedIn names.
func (g *connLimiter) register(c *clientConn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open[c] = struct{}{}
}

// unregister takes a connection off again.
func (g *connLimiter) unregister(c *clientConn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.open, c)
}

// signedIn are the connections that have signed in.
func (g *connLimiter) signedIn() []*clientConn {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Collect(maps.Keys(g.open))
}

// counts are the connections before and behind the door.
func (g *connLimiter) counts() (outside, inside int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.pending, g.authenticated
}

// limitedListener is a listener that lets through what the gate lets through. Others are closed before anything is read from
// them or allocated for them.
type limitedListener struct {
	net.Listener
	gate    *connLimiter
	refused func(from netip.Addr, why string)
}

// Accept waits for a connection that may enter.
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

// maxPlaces is how many addresses are remembered for their tries.
const maxPlaces = 10_000

// failureLimiter counts what addresses have tried in vain: each has a burst, and another one every now and then. It is safe
// for concurrent use.
type failureLimiter struct {
	limits Limits
	now    func() time.Time

	mu     sync.Mutex
	places map[netip.Addr]*rate.Limiter
}

func newTries(l Limits, now func() time.Time) *failureLimiter {
	return &failureLimiter{limits: l, now: now, places: map[netip.Addr]*rate.Limiter{}}
}

// remaining is how many tries an address has left.
func (t *failureLimiter) remaining(place netip.Addr) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.places[place]
	if l == nil {
		return t.limits.FailureBurst
	}
	return int(l.TokensAt(t.now()))
}

// failed counts tries in vain.
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
	for range n { // all at once would be refused, and not counted, where fewer are left
		l.AllowN(t.now(), 1)
	}
}

// limiterFor makes room for an address.
func (t *failureLimiter) limiterFor(place netip.Addr) *rate.Limiter {
	if len(t.places) >= maxPlaces {
		t.forget()
	}
	l := rate.NewLimiter(rate.Every(t.limits.FailureRefill), t.limits.FailureBurst)
	t.places[place] = l
	return l
}

// forget forgets a tenth of the addresses, those that have the most tries left: whoever has many addresses must not wash
// out what is held against others. It sorts them all, which is too slow for one alone.
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
