package sshd

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"
)

// guest is a connection that has a place at the gate until it is closed.
type guest struct {
	net.Conn
	gate *gate
	from netip.Addr

	came  time.Time
	heard atomic.Int64 // when something came from it last, in nanoseconds since it came

	mu       sync.Mutex
	agent    string // who has signed in, empty for nobody yet
	isGone   bool
	vain     int         // keys offered that do not sign in
	knows    bool        // it has offered one that does, and not shown that it holds it
	channels int         // that are open
	sessions int         // of those, with a console or a command
	alone    *time.Timer // ends a connection without a session
}

// tried counts a try in vain. It counts against the address once the connection ends without having signed in: an
// OpenSSH agent offers its keys one after the other, and an office full of agents has one address.
func (g *guest) tried() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.vain++
}

// offers notes that a key was offered which would sign in; that it is held must be shown yet.
func (g *guest) offers() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.knows = true
}

// welcome moves it inside: an agent has signed in. It is false when there is no place for the agent.
func (g *guest) welcome(agent string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.knows = false
	if g.isGone || g.agent != "" || !g.gate.pass(g.from, agent) {
		return false
	}
	g.agent = agent
	g.alone = time.AfterFunc(g.gate.limits.Sessionless, g.lonely)
	return true
}

// lonely closes a connection that has no session.
func (g *guest) lonely() {
	g.mu.Lock()
	idle := g.sessions == 0
	g.mu.Unlock()
	if idle {
		_ = g.Close()
	}
}

// opens counts a channel of the connection; false when there are as many as there may be.
func (g *guest) opens() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.channels >= g.gate.limits.PerConnection {
		return false
	}
	g.channels++
	return true
}

// closes takes a channel off.
func (g *guest) closes() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.channels--
}

// begins counts a session. A channel alone is none: with one, and nothing asked for on it, a connection would stay for
// ever.
func (g *guest) begins() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sessions++
}

// ends takes a session off; the last one leaves the connection a while for another one.
func (g *guest) ends() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.sessions--; g.sessions == 0 && g.alone != nil {
		g.alone.Reset(g.gate.limits.Sessionless)
	}
}

// Close gives the place back, once. Who knew a key and did not show that they hold it has tried in vain.
func (g *guest) Close() error {
	g.mu.Lock()
	first, agent, alone, vain := !g.isGone, g.agent, g.alone, g.vain
	if g.knows {
		vain++
	}
	g.isGone = true
	g.mu.Unlock()
	if first {
		if alone != nil {
			alone.Stop()
		}
		if agent == "" {
			g.gate.tries.failed(neighbourhood(g.from), vain)
		}
		g.gate.leave(g.from, agent)
	}
	return g.Conn.Close()
}
