package sshd

import (
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"frontdesk/internal/guard"
)

// clientConn is a connection that the limiter has admitted; it is counted until it is closed.
type clientConn struct {
	net.Conn
	gate *connLimiter
	from netip.Addr

	connectedAt time.Time
	heard       atomic.Int64 // when data was last received, in nanoseconds since connectedAt

	mu                 sync.Mutex
	agent              string // the authenticated agent, empty before authentication
	account            string // the agent's account; does not change after authentication
	found              grant  // the grant as of the last check
	missed             int    // consecutive checks of the list of keys that did not find the key
	isGone             bool
	dismissed          bool          // no more sessions may start
	failedKeys         int           // keys that were rejected
	acceptedKeyPending bool          // a key was accepted but its possession not proven yet
	tooMany            bool          // authenticated, but the agent has too many connections
	channels           int           // open channels
	waiting            int           // channels that wait for a slot
	refused            bool          // a session was rejected because its key is no longer valid
	freed              chan struct{} // receives a value when a slot may be free
	sessions           int           // channels that run a console or a command
	noSessionTimer     *time.Timer   // closes a connection without a session
}

// keyFailed counts a rejected key. It counts against the address once the connection ends without having authenticated:
// ssh-agent offers all its keys in turn, and many agents may share one address.
func (g *clientConn) keyFailed() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.failedKeys++
}

// keyAccepted records that an offered key is accepted; the client must still prove that it holds it.
func (g *clientConn) keyAccepted() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.acceptedKeyPending = true
}

// authenticated records that an agent has authenticated for an account. It returns false if the agent has too many
// connections or the connection is closed.
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

// admission returns the agent's grant as of the last check.
func (g *clientConn) admission() grant {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.found
}

// closeIfSessionless closes a connection that has no session, or that was dismissed and has not ended its sessions in
// time.
func (g *clientConn) closeIfSessionless() {
	g.mu.Lock()
	over := g.sessions == 0 || g.dismissed
	g.mu.Unlock()
	if over {
		_ = g.Close()
	}
}

// openChannel counts a channel and stores the current grant. It returns false at the limit of channels, or when the
// connection was dismissed or is too old.
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

// putAwayTime is how long a new channel waits for an earlier one to close before it is rejected.
const putAwayTime = time.Second

// opensSoon is like openChannel, but waits briefly at the limit: a client may open the next session before the server
// has cleaned up the last one.
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

// waits counts a channel that waits for a slot; it returns false when too many wait already.
func (g *clientConn) waits() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.waiting >= g.gate.limits.PerConnection || g.dismissed {
		return false
	}
	g.waiting++
	return true
}

// waitsNoMore removes a channel that has waited and notifies the next one.
func (g *clientConn) waitsNoMore() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting--
	g.free()
}

// free notifies one waiting channel that a slot may be free.
func (g *clientConn) free() {
	select {
	case g.freed <- struct{}{}:
	default: // a notification is pending already, or no channel can ever wait
	}
}

// refusedFirst reports whether this is the first session rejected because its key is no longer valid. A client can open
// thousands a second; only the first is written to the audit log.
func (g *clientConn) refusedFirst() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	first := !g.refused
	g.refused = true
	return first
}

// left returns how long the connection may still start sessions. Without this limit, a client could keep a connection
// forever by starting one every minute.
func (g *clientConn) left() time.Duration {
	return g.gate.limits.MaxDuration - time.Since(g.connectedAt)
}

// closeChannel removes a channel from the count.
func (g *clientConn) closeChannel() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.channels--
	g.free()
}

// sessionStarted counts a session; it returns false when none may start. An open channel without a request is no
// session: it would keep the connection open forever.
func (g *clientConn) sessionStarted() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sessions++
	return !g.dismissed
}

// sessionEnded removes a session from the count. After the last one, the connection stays open for a while if another
// may start.
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

// Close releases the connection's slot, once. A connection that never authenticated counts as a failed attempt even if
// no key was offered, or if a key was accepted but its possession not proven: it has used a slot. One that was rejected
// only because its agent has too many connections does not.
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

// keepaliveRequest is a request that every client replies to, if only with a failure.
const keepaliveRequest = "keepalive@openssh.com"

// Read reads from the client and records when data was received, for the keepalive.
func (g *clientConn) Read(p []byte) (int, error) {
	n, err := g.Conn.Read(p)
	if n > 0 {
		g.heard.Store(int64(time.Since(g.connectedAt)))
	}
	return n, err
}

// sinceLastRead returns how long ago data was last received.
func (g *clientConn) sinceLastRead() time.Duration {
	return time.Since(g.connectedAt) - time.Duration(g.heard.Load())
}

// keepAlive sends keepalives to a silent client, and closes the connection when nothing has been received for
// ClientTimeout. Any data counts, not only the reply: a slow connection delays the reply behind other data.
func (v *Session) keepAlive() {
	l := v.host.Limits
	var answered <-chan error // receives the reply of the pending keepalive, nil if none is pending
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

// sendKeepalive sends a keepalive and returns a channel that receives the result. Any reply will do, as for OpenSSH's
// server.
func (v *Session) sendKeepalive() (answered <-chan error) {
	return guard.Start(func() error {
		_, err := v.channel.SendRequest(keepaliveRequest, true, nil)
		return err
	})
}
