package sshd

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"frontdesk/internal/guard"
)

// clientConn is a connection that has a place at the gate until it is closed.
type clientConn struct {
	net.Conn
	gate *connLimiter
	from netip.Addr

	connectedAt time.Time
	heard       atomic.Int64 // when something came from it last, in nanoseconds since it came

	mu                 sync.Mutex
	agent              string // who has signed in, empty for nobody yet
	account            string // that they work on; does not change once they have signed in
	found              grant  // what they are allowed, as of the last look
	missed             int    // looks at the list of keys in a row in which they were missing
	isGone             bool
	dismissed          bool          // no session begins any more
	failedKeys         int           // keys offered that do not sign in
	acceptedKeyPending bool          // it has offered one that does, and not shown that it holds it
	tooMany            bool          // it has signed in with a key whose agent has too many connections
	channels           int           // that are open
	waiting            int           // channels that wait for a place
	refused            bool          // a session, because the key may no longer sign in
	freed              chan struct{} // holds a notice once there may be one
	sessions           int           // of those, with a console or a command
	noSessionTimer     *time.Timer   // ends a connection without a session
}

// keyFailed counts a try in vain. It counts against the address once the connection ends without having signed in: an
// OpenSSH agent offers its keys one after the other, and an office full of agents has one address.
func (g *clientConn) keyFailed() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.failedKeys++
}

// keyAccepted notes that a key was offered which would sign in; that it is held must be shown yet.
func (g *clientConn) keyAccepted() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.acceptedKeyPending = true
}

// authenticated moves it inside: an agent has signed in, to work on an account. It is false when there is no place for the agent.
func (g *clientConn) authenticated(found grant, account string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.acceptedKeyPending = false
	agent := found.agent.Name.String()
	if g.isGone || g.agent != "" {
		return false
	}
	if !g.gate.promote(g.from, agent) {
		g.tooMany = true
		return false
	}
	g.agent, g.account, g.found = agent, account, found
	g.freed = make(chan struct{}, 1)
	g.gate.register(g)
	g.noSessionTimer = guard.AfterFunc(g.gate.limits.NoSessionTimeout, g.closeIfSessionless)
	return true
}

// admission is what whoever has signed in is allowed, as of the last look.
func (g *clientConn) admission() grant {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.found
}

// closeIfSessionless closes a connection that has no session, or that was dismissed and has not ended its sessions in time.
func (g *clientConn) closeIfSessionless() {
	g.mu.Lock()
	over := g.sessions == 0 || g.dismissed
	g.mu.Unlock()
	if over {
		_ = g.Close()
	}
}

// openChannel counts a channel of the connection, which is allowed what was found now; false when there are as many as there may
// be, or when the connection may not go on.
func (g *clientConn) openChannel(found grant) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.channels >= g.gate.limits.PerConnection || g.dismissed || g.left() <= 0 {
		return false
	}
	g.found = found
	g.channels++
	return true
}

// putAwayTime is how long a client waits for one of its sessions to be put away before it is refused another one.
const putAwayTime = time.Second

// opensSoon is opens, but waits a moment when there are too many: a client that has ended a session may begin the next
// before the host has put the last away.
func (g *clientConn) opensSoon(found grant) bool {
	if g.openChannel(found) {
		return true
	}
	if !g.waits() {
		return false
	}
	defer g.waitsNoMore()
	late := time.NewTimer(putAwayTime)
	defer late.Stop()
	for {
		select {
		case <-g.freed:
			if g.openChannel(found) {
				return true
			}
		case <-late.C:
			return g.openChannel(found)
		}
	}
}

// waits counts a channel that waits for its place; false when as many wait as there are places.
func (g *clientConn) waits() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.waiting >= g.gate.limits.PerConnection || g.dismissed {
		return false
	}
	g.waiting++
	return true
}

// waitsNoMore takes off a channel that has waited, and lets the next one look.
func (g *clientConn) waitsNoMore() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting--
	g.free()
}

// free has one that waits look whether there is a place.
func (g *clientConn) free() {
	select {
	case g.freed <- struct{}{}:
	default: // somebody looks already, or nobody ever will
	}
}

// refusedFirst says whether this is the first session that is refused because the key may no longer sign in: a client asks
// for thousands in a second, and the audit is told once.
func (g *clientConn) refusedFirst() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	first := !g.refused
	g.refused = true
	return first
}

// left is for how long the connection may still begin sessions: a client that opens one every minute would keep it for
// ever.
func (g *clientConn) left() time.Duration {
	return g.gate.limits.MaxDuration - time.Since(g.connectedAt)
}

// closeChannel takes a channel off.
func (g *clientConn) closeChannel() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.channels--
	g.free()
}

// sessionStarted counts a session; false when none may begin. A channel alone is none: with one, and nothing asked for on it, a
// connection would stay for ever.
func (g *clientConn) sessionStarted() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sessions++
	return !g.dismissed
}

// sessionEnded takes a session off; the last one leaves the connection a while for another one, if one may begin.
func (g *clientConn) sessionEnded() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.sessions--; g.sessions > 0 || g.noSessionTimer == nil || g.isGone {
		return
	}
	wait := min(g.gate.limits.NoSessionTimeout, g.left())
	if g.dismissed {
		wait = 0
	}
	g.noSessionTimer.Reset(max(wait, 0))
}

// Close gives the place back, once. Who did not sign in has tried in vain, whether a key was offered or not: places would
// otherwise be taken for nothing, again and again. So has who knew a key and did not show that they hold it.
func (g *clientConn) Close() error {
	g.mu.Lock()
	first, agent, alone, vain := !g.isGone, g.agent, g.noSessionTimer, g.failedKeys
	if g.acceptedKeyPending || vain == 0 && !g.tooMany {
		vain++
	}
	g.isGone = true
	g.mu.Unlock()
	if first {
		if alone != nil {
			alone.Stop()
		}
		if agent == "" {
			g.gate.tries.failed(subnet(g.from), vain)
		}
		g.gate.unregister(g)
		g.gate.leave(g.from, agent)
	}
	return g.Conn.Close()
}

// keepaliveRequest is a request that every client answers, if with a refusal.
const keepaliveRequest = "keepalive@openssh.com"

// Read reads what the client sends, and takes it for a sign of life, whatever it is.
func (g *clientConn) Read(p []byte) (int, error) {
	n, err := g.Conn.Read(p)
	if n > 0 {
		g.heard.Store(int64(time.Since(g.connectedAt)))
	}
	return n, err
}

// sinceLastRead is for how long nothing has been heard of the client.
func (g *clientConn) sinceLastRead() time.Duration {
	return time.Since(g.connectedAt) - time.Duration(g.heard.Load())
}

// keepAlive asks a client that says nothing whether it is still there, and gives it up when nothing at all has come for
// long: one that has vanished says nothing of its own. An answer alone would be too much to ask for, as it waits behind
// whatever a slow line has not carried yet.
func (v *Session) keepAlive() {
	l := v.host.Limits
	var answered <-chan error // of the question that is open, else nil
	for {
		silent := v.guest.sinceLastRead()
		wait := l.KeepaliveInterval - silent
		switch {
		case silent >= l.ClientTimeout:
			v.cancel(errClientGone)
			_ = v.guest.Close()
			return
		case wait <= 0:
			if wait = l.ClientTimeout - silent; answered == nil {
				answered = v.sendKeepalive()
			}
		}
		timer := time.NewTimer(wait)
		select {
		case <-v.ctx.Done():
		case err := <-answered:
			if answered = nil; err != nil {
				v.cancel(errClientGone)
			}
		case <-timer.C:
		}
		timer.Stop()
		if v.ctx.Err() != nil {
			return
		}
	}
}

// sendKeepalive asks the client for an answer, which may be any, as OpenSSH's server does.
func (v *Session) sendKeepalive() (answered <-chan error) {
	return guard.Start(func() error {
		_, err := v.channel.SendRequest(keepaliveRequest, true, nil)
		return err
	})
}
