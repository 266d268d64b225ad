package sshd

import (
	"context"
	"errors"
	"time"
)

// looksUntilRevoked is how many looks at the list in a row must miss a key before its connection is closed: a list that is
// being written in place is incomplete for a moment.
const looksUntilRevoked = 2

// pollKeys looks at the list of keys now and then, and closes the connections of those who may no longer sign in.
func (h *Server) pollKeys(ctx context.Context) {
	for rest(ctx, h.Limits.KeysCheckInterval) {
		if changed, fault := h.Keys.ReloadIfChanged(); changed {
			h.logKeys(fault)
		}
		h.revoke(looksUntilRevoked)
	}
}

// Reload reads the list of keys again now, and closes the connections of those who may no longer sign in.
func (h *Server) Reload() {
	h.logKeys(h.Keys.Reload())
	h.revoke(1)
}

// revoke closes the connections of keys that have expired, or that this look and those before it have missed. While the
// list cannot be used, those who are in may stay until they expire: nobody said that they may not.
func (h *Server) revoke(looks int) {
	usable := !h.Keys.isBroken()
	for _, g := range h.gate.signedIn() {
		if g.expired(h.Now()) || usable && h.missed(g) >= looks {
			h.closeRevoked(g)
		}
	}
}

// missed is how many looks in a row have missed a connection's key, this one included.
func (h *Server) missed(g *clientConn) int {
	_, err := h.admitAgain(g)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.missed++; err == nil {
		g.missed = 0
	}
	return g.missed
}

// errOtherAgent refuses a key that belongs to another agent or account than when its connection signed in.
var errOtherAgent = errors.New("the key signs in as another agent or for another account now")

// admitAgain asks the list and the configuration whether who has signed in would be let in now as the same agent, on the
// same account, and with a terminal if they had one; it says what they are allowed now.
func (h *Server) admitAgain(g *clientConn) (grant, error) {
	was := g.admission()
	now, err := h.Keys.again(was, h.Now())
	if err != nil {
		return grant{}, err
	}
	if h.agent(now).Account != g.account {
		return grant{}, errOtherAgent
	}
	return now, nil
}

// agent is who was let in, as the list and the configuration know them.
func (h *Server) agent(as grant) Agent {
	if h.EnrichAgent == nil {
		return as.agent
	}
	return h.EnrichAgent(as.agent)
}

// closeRevoked ends a connection's sessions, which save what was typed, and then the connection.
func (h *Server) closeRevoked(g *clientConn) {
	if !g.dismiss() {
		return // it was before
	}
	h.Audit.Info("revoked", "agent", g.admission().agent.Name.String(), "from", g.from.String())
	for _, v := range h.Sessions() {
		if v.guest == g {
			v.cancel(errRevoked)
		}
	}
	g.closeWhenDone(2 * closeTimeout)
}

// expired says whether what a connection signed in with is over by itself.
func (g *clientConn) expired(now time.Time) bool {
	ends := g.admission().ends
	return !ends.IsZero() && !now.Before(ends)
}

// dismiss lets nothing begin on a connection any more; false when it did so before.
func (g *clientConn) dismiss() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	first := !g.dismissed
	g.dismissed = true
	return first
}

// closeWhenDone closes a connection that was dismissed once its sessions have ended, or after a while.
func (g *clientConn) closeWhenDone(patience time.Duration) {
	g.mu.Lock()
	idle := g.sessions == 0
	if !idle && !g.isGone {
		g.noSessionTimer.Reset(patience)
	}
	g.mu.Unlock()
	if idle {
		_ = g.Close()
	}
}
