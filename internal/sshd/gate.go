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
)

// gate bounds the connections that have not signed in, in all and from one address, and those of one agent that have;
// and it drops addresses that have tried too often. When many wait, it drops new ones at random: whoever keeps places
// taken would otherwise keep everybody else out. It is safe for concurrent use.
type gate struct {
	limits Limits
	tries  *tries
	now    func() time.Time
	random func(n int) int
	log    *slog.Logger

	mu      sync.Mutex
	outside int
	byPlace map[netip.Addr]int
	inside  int
	byAgent map[string]int // of those inside
	open    map[*guest]struct{}
	crowded time.Time // when it began that connections are dropped because many wait; zero when they are not
	dropped int       // since then
}

func newGate(l Limits, now func() time.Time) *gate {
	return &gate{
		limits: l, tries: newTries(l, now), now: now, random: rand.IntN, log: slog.New(slog.DiscardHandler), byPlace: map[netip.Addr]int{}, byAgent: map[string]int{}, open: map[*guest]struct{}{},
	}
}

// enter takes a place before the door, or says why there is none.
func (g *gate) enter(from netip.Addr) (refused string) {
	place := neighbourhood(from)
	left := g.tries.left(place)
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.byPlace[place] >= left: // each that waits may turn out to be a try in vain
		return "too many tries"
	case g.byPlace[place] >= g.limits.PerAddress:
		return "too many connections from one address that have not signed in"
	case g.inside >= 2*g.limits.Sessions:
		return "too many connections"
	case g.dropsEarly():
		return "too many connections that have not signed in"
	}
	g.outside++
	g.byPlace[place]++
	return ""
}

// dropsEarly says whether a connection is dropped because many wait: none as long as half of the places are free, then 30 %
// of them, and all once every place is taken, as by OpenSSH's MaxStartups. The lock is held.
func (g *gate) dropsEarly() bool {
	full := g.limits.Unauthenticated
	begin := (full + 1) / 2
	switch {
	case g.outside < begin:
		return false
	case g.outside < full && g.random(100) >= 30+70*(g.outside-begin)/(full-begin):
		return false
	}
	if g.dropped++; g.crowded.IsZero() {
		g.crowded = g.now()
		g.log.Warn("many connections have not signed in: new ones are dropped at random", "waiting", g.outside, "places", full)
	}
	return true
}

// crowdTime is how long connections are spoken of as being dropped at least: the log is told of no more than one crowd in
// this time.
const crowdTime = time.Minute

// crowdEnds tells the log once connections are dropped no more. The lock is held.
func (g *gate) crowdEnds() {
	if g.crowded.IsZero() || g.outside >= (g.limits.Unauthenticated+1)/2 || g.now().Sub(g.crowded) < crowdTime {
		return
	}
	g.log.Info("there is room again for connections that have not signed in", "dropped", g.dropped)
	g.crowded, g.dropped = time.Time{}, 0
}

// pass moves an agent's connection inside, unless the agent has too many there: without sessions they would keep others
// out. Twice as many as sessions leave room for those that are about to end.
func (g *gate) pass(from netip.Addr, agent string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.byAgent[agent] >= 2*g.limits.PerAgent {
		return false
	}
	g.leaveDoor(from)
	g.inside++
	g.byAgent[agent]++
	return true
}

// leave takes a connection out: from inside when it is an agent's, else from before the door.
func (g *gate) leave(from netip.Addr, agent string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if agent == "" {
		g.leaveDoor(from)
		return
	}
	g.inside--
	if g.byAgent[agent]--; g.byAgent[agent] == 0 {
		delete(g.byAgent, agent)
	}
}

func (g *gate) leaveDoor(from netip.Addr) {
	g.outside--
	g.crowdEnds()
	place := neighbourhood(from)
	if g.byPlace[place]--; g.byPlace[place] == 0 {
		delete(g.byPlace, place)
	}
}

// register adds a connection that has signed in to those that signedIn names.
func (g *gate) register(c *guest) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.open[c] = struct{}{}
}

// unregister takes a connection off again.
func (g *gate) unregister(c *guest) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.open, c)
}

// signedIn are the connections that have signed in.
func (g *gate) signedIn() []*guest {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Collect(maps.Keys(g.open))
}

// counts are the connections before and behind the door.
func (g *gate) counts() (outside, inside int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.outside, g.inside
}

// entrance is a listener that lets through what the gate lets through. Others are closed before anything is read from
// them or allocated for them.
type entrance struct {
	net.Listener
	gate    *gate
	refused func(from netip.Addr, why string)
}

// Accept waits for a connection that may enter.
func (e *entrance) Accept() (net.Conn, error) {
	for {
		conn, err := e.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := addressOf(conn.RemoteAddr())
		why := e.gate.enter(from)
		if why == "" {
			return &guest{Conn: conn, gate: e.gate, from: from, came: time.Now()}, nil
		}
		_ = conn.Close()
		e.refused(from, why)
	}
}
