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
	limiter *connLimiter
	from    netip.Addr

	connectedAt time.Time
	lastRead    atomic.Int64 // when data was last received, in nanoseconds since connectedAt

	mu                 sync.Mutex
	agent              string // the authenticated agent, empty before authentication
	account            string // the agent's account; does not change after authentication
	found              grant  // the grant as of the last check
	misses             int    // consecutive checks of the list of keys that did not find the key
	gone               bool
	closing            bool          // no more sessions may start
	failedKeys         int           // keys that were rejected
	acceptedKeyPending bool          // a key was accepted but its possession not proven yet
	tooManyConnections bool          // authenticated, but the agent has too many connections
	channels           int           // open channels
	waiting            int           // channels that wait for a slot
	refused            bool          // a session was rejected because its key is no longer valid
	freed              chan struct{} // receives a value when a slot may be free
	sessions           int           // channels that run a console or a command
	noSessionTimer     *time.Timer   // closes a connection without a session
}

// keyFailed counts a rejected key, and returns how many there were. It counts against the address once the connection
// ends without having authenticated: ssh-agent offers all its keys in turn, and many agents may share one address.
func (c *clientConn) keyFailed() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failedKeys++
	return c.failedKeys
}

// keyAccepted records that an offered key is accepted; the client must still prove that it holds it.
func (c *clientConn) keyAccepted() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.acceptedKeyPending = true
}

// authenticated records that an agent has authenticated for an account. It returns false if the agent has too many
// connections or the connection is closed.
func (c *clientConn) authenticated(found grant, account string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.acceptedKeyPending = false
	agent := found.agent.Name.String()
	if c.gone || c.agent != "" {
		return false
	}
	if !c.limiter.promote(c.from, agent) {
		c.tooManyConnections = true
		return false
	}
	c.agent, c.account, c.found = agent, account, found
	c.freed = make(chan struct{}, 1)
	c.limiter.register(c)
	c.noSessionTimer = guard.AfterFunc(c.limiter.limits.NoSessionTimeout, c.closeIfSessionless)
	return true
}

// admission returns the agent's grant as of the last check.
func (c *clientConn) admission() grant {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.found
}

// closeIfSessionless closes a connection that has no session, or that is closing and has not ended its sessions in
// time.
func (c *clientConn) closeIfSessionless() {
	c.mu.Lock()
	over := c.sessions == 0 || c.closing
	c.mu.Unlock()
	if over {
		_ = c.Close()
	}
}

// openChannel counts a channel and stores the current grant. It returns false at the limit of channels, or when the
// connection is closing or too old.
func (c *clientConn) openChannel(found grant) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.channels >= c.limiter.limits.PerConnection || c.closing || c.timeLeft() <= 0 {
		return false
	}
	c.found = found
	c.channels++
	return true
}

// channelCloseTime is how long a new channel waits for an earlier one to close before it is rejected.
const channelCloseTime = time.Second

// waitForChannel is like openChannel, but waits briefly at the limit: a client may open the next session before the
// server has cleaned up the last one.
func (c *clientConn) waitForChannel(found grant) bool {
	if c.openChannel(found) {
		return true
	}
	if !c.startWaiting() {
		return false
	}
	defer c.stopWaiting()
	late := time.NewTimer(channelCloseTime)
	defer late.Stop()
	for {
		select {
		case <-c.freed:
			if c.openChannel(found) {
				return true
			}
		case <-late.C:
			return c.openChannel(found)
		}
	}
}

// startWaiting counts a channel that waits for a slot; it returns false when too many wait already.
func (c *clientConn) startWaiting() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.waiting >= c.limiter.limits.PerConnection || c.closing {
		return false
	}
	c.waiting++
	return true
}

// stopWaiting removes a channel that has waited and notifies the next one.
func (c *clientConn) stopWaiting() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting--
	c.notifyWaiting()
}

// notifyWaiting notifies one waiting channel that a slot may be free.
func (c *clientConn) notifyWaiting() {
	select {
	case c.freed <- struct{}{}:
	default: // a notification is pending already, or no channel can ever wait
	}
}

// isFirstRefusal reports whether this is the first session rejected because its key is no longer valid. A client can
// open thousands a second; only the first is written to the audit log.
func (c *clientConn) isFirstRefusal() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	first := !c.refused
	c.refused = true
	return first
}

// timeLeft returns how long the connection may still start sessions. Without this limit, a client could keep a
// connection forever by starting one every minute.
func (c *clientConn) timeLeft() time.Duration {
	return c.limiter.limits.MaxDuration - time.Since(c.connectedAt)
}

// closeChannel removes a channel from the count.
func (c *clientConn) closeChannel() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.channels--
	c.notifyWaiting()
}

// sessionStarted counts a session; it returns false when none may start. An open channel without a request is no
// session: it would keep the connection open forever.
func (c *clientConn) sessionStarted() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sessions++
	return !c.closing
}

// sessionEnded removes a session from the count. After the last one, the connection stays open for a while if another
// may start.
func (c *clientConn) sessionEnded() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sessions--; c.sessions > 0 || c.noSessionTimer == nil || c.gone {
		return
	}
	wait := min(c.limiter.limits.NoSessionTimeout, c.timeLeft())
	if c.closing {
		wait = 0
	}
	c.noSessionTimer.Reset(max(wait, 0))
}

// Close releases the connection's slot, once. A connection that never authenticated counts as a failed attempt even if
// no key was offered, or if a key was accepted but its possession not proven: it has used a slot. One that was rejected
// only because its agent has too many connections does not.
func (c *clientConn) Close() error {
	c.mu.Lock()
	first, agent, alone, vain := !c.gone, c.agent, c.noSessionTimer, c.failedKeys
	if c.acceptedKeyPending || vain == 0 && !c.tooManyConnections {
		vain++
	}
	c.gone = true
	c.mu.Unlock()
	if first {
		if alone != nil {
			alone.Stop()
		}
		c.limiter.unregister(c)
		if agent == "" {
			c.limiter.fail(c.from, vain)
		} else {
			c.limiter.leave(agent)
		}
	}
	return c.Conn.Close()
}

// keepaliveRequest is a request that every client replies to, if only with a failure.
const keepaliveRequest = "keepalive@openssh.com"

// Read reads from the client and records when data was received, for the keepalive.
func (c *clientConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.lastRead.Store(int64(time.Since(c.connectedAt)))
	}
	return n, err
}

// sinceLastRead returns how long ago data was last received.
func (c *clientConn) sinceLastRead() time.Duration {
	return time.Since(c.connectedAt) - time.Duration(c.lastRead.Load())
}

// keepAlive sends keepalives to a silent client, and closes the connection when nothing has been received for
// ClientTimeout. Any data counts, not only the reply: a slow connection delays the reply behind other data.
func (session *Session) keepAlive() {
	l := session.host.Limits
	var answered <-chan error // receives the reply of the pending keepalive, nil if none is pending
	for {
		silent := session.conn.sinceLastRead()
		wait := inStep(l.KeepaliveInterval-silent, l.KeepaliveInterval/2)
		switch {
		case silent >= l.ClientTimeout:
			session.cancel(errClientGone)
			_ = session.conn.Close()
			return
		case silent >= l.KeepaliveInterval:
			if wait = l.ClientTimeout - silent; answered == nil {
				answered = session.sendKeepalive()
			}
		}
		timer := time.NewTimer(wait)
		select {
		case <-session.ctx.Done():
		case err := <-answered:
			if answered = nil; err != nil {
				session.cancel(errClientGone)
			}
		case <-timer.C:
		}
		timer.Stop()
		if session.ctx.Err() != nil {
			return
		}
	}
}

// inStep lengthens a wait by less than step, so that the sessions of a host wake at the same moments: a process that
// wakes once for all of them uses a fraction of the CPU time.
func inStep(wait, step time.Duration) time.Duration {
	now := time.Now()
	due := now.Add(wait)
	if at := due.Truncate(step); at.Before(due) {
		due = at.Add(step)
	}
	return due.Sub(now)
}

// sendKeepalive sends a keepalive and returns a channel that receives the result. Any reply will do, as for OpenSSH's
// server.
func (session *Session) sendKeepalive() (answered <-chan error) {
	return guard.Start(func() error {
		_, err := session.channel.SendRequest(keepaliveRequest, true, nil)
		return err
	})
}
