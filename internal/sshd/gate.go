package sshd

import (
	"maps"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// gate bounds the connections that have not signed in, in all and from one address, and those of one agent that have;
// and it drops addresses that have tried too often. It is safe for concurrent use.
type gate struct {
	limits Limits
	tries  *tries

	mu      sync.Mutex
	outside int
	byPlace map[netip.Addr]int
	inside  int
	byAgent map[string]int // of those inside
	open    map[*guest]struct{}
}

func newGate(l Limits, now func() time.Time) *gate {
	return &gate{limits: l, tries: newTries(l, now), byPlace: map[netip.Addr]int{}, byAgent: map[string]int{}, open: map[*guest]struct{}{}}
}

// enter takes a place before the door, or says why there is none.
func (g *gate) enter(from netip.Addr) (refused string) {
	place := neighbourhood(from)
	if !g.tries.allow(place) {
		return "too many tries"
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.outside >= g.limits.Unauthenticated:
		return "too many connections that have not signed in"
	case g.byPlace[place] >= g.limits.PerAddress:
		return "too many connections from one address that have not signed in"
	case g.inside >= 2*g.limits.Sessions:
		return "too many connections"
	}
	g.outside++
	g.byPlace[place]++
	return ""
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
