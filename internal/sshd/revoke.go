package sshd

import (
	"context"
	"errors"
	"time"

	"frontdesk/internal/guard"
)

// pollKeys reloads the list periodically and closes connections whose keys are no longer valid.
func (server *Server) pollKeys(ctx context.Context) {
	for guard.Sleep(ctx, server.Limits.KeysCheckInterval) {
		if changed, fault := server.Keys.reloadIfChanged(); changed {
			server.logKeys(fault)
		}
		server.revoke(missesUntilRevoked)
	}
}

// Reload reloads the list of keys now and closes connections whose keys are no longer valid.
func (server *Server) Reload() {
	server.logKeys(server.Keys.Reload())
	server.revoke(1)
}

// revoke closes connections whose keys have expired, or that this many consecutive checks have missed. While the list
// cannot be used, only expiry closes connections: an unreadable list is no revocation.
func (server *Server) revoke(looks int) {
	usable := !server.Keys.isBroken()
	for _, c := range server.limiter.signedIn() {
		if c.expired(server.Now()) {
			server.closeRevoked(c, errRevoked)
		} else if usable {
			if misses, why := server.countMisses(c); misses >= looks {
				server.closeRevoked(c, why)
			}
		}
	}
}

// countMisses returns how many consecutive checks have missed a connection's key, including this one, and what to tell
// its agent: a key that still signs in, but as another agent or without a terminal, is not called revoked.
func (server *Server) countMisses(c *clientConn) (misses int, why error) {
	_, err := server.recheckKey(c)
	why = errRevoked
	if errors.Is(err, errOtherAgent) || errors.Is(err, errTerminalTaken) {
		why = err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.misses++; err == nil {
		c.misses = 0
	}
	return c.misses, why
}

// recheckKey checks a connection's grant against the current list and configuration and returns the new grant. It fails
// if the agent, the account or the permission for a terminal has changed.
func (server *Server) recheckKey(c *clientConn) (grant, error) {
	was := c.admission()
	now, err := server.Keys.recheck(was, server.Now())
	if err != nil {
		return grant{}, err
	}
	if server.agent(now).Account != c.account {
		return grant{}, errOtherAgent
	}
	return now, nil
}

// closeRevoked ends a connection's sessions for a reason, which saves their drafts, and then closes the connection.
func (server *Server) closeRevoked(c *clientConn, why error) {
	if !c.startClosing() {
		return // it was closed before
	}
	server.auditRevocation(c)
	for _, session := range server.Sessions() {
		if session.conn == c {
			session.cancel(why)
		}
	}
	c.closeWhenDone(2 * closeTimeout)
}

// expired reports whether the connection's key or certificate has expired.
func (c *clientConn) expired(now time.Time) bool {
	ends := c.admission().ends
	return !ends.IsZero() && !now.Before(ends)
}

// startClosing prevents new sessions on a connection; it returns false if it was closing already.
func (c *clientConn) startClosing() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	first := !c.closing
	c.closing = true
	return first
}

// closeWhenDone closes a closing connection once its sessions have ended, or after a timeout.
func (c *clientConn) closeWhenDone(patience time.Duration) {
	c.mu.Lock()
	idle := c.sessions == 0
	if !idle && !c.gone {
		c.noSessionTimer.Reset(patience)
	}
	c.mu.Unlock()
	if idle {
		_ = c.Close()
	}
}
