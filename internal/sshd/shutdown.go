package sshd

import (
	"context"
	"fmt"
	"time"

	"frontdesk/internal/safetext"
)

// register counts a session, or returns why it is rejected.
func (h *Server) register(v *Session) (refused string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	who := v.Agent.Name.String()
	switch {
	case h.draining:
		return "the host is about to stop: try again in a minute"
	case len(h.visits) >= h.Limits.Sessions:
		h.Metrics.refused.add("why", "full")
		return "the host is full: try again later"
	case h.byAgent[who] >= h.Limits.PerAgent:
		h.Metrics.refused.add("why", "full")
		return fmt.Sprintf("%s has %d sessions open already: close one first", safetext.LineFromText(who), h.Limits.PerAgent)
	}
	h.visits[v] = struct{}{}
	h.byAgent[who]++
	h.Metrics.signedIn.add()
	return ""
}

// leave removes a session from the count.
func (h *Server) leave(v *Session) {
	h.mu.Lock()
	defer h.mu.Unlock()
	who := v.Agent.Name.String()
	delete(h.visits, v)
	if h.byAgent[who]--; h.byAgent[who] == 0 {
		delete(h.byAgent, who)
	}
	if h.draining && len(h.visits) == 0 {
		close(h.empty)
	}
}

// Sessions returns the open sessions.
func (h *Server) Sessions() []*Session {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := make([]*Session, 0, len(h.visits))
	for v := range h.visits {
		all = append(all, v)
	}
	return all
}

// EndSession ends a session; its drafts are saved.
func (h *Server) EndSession(v *Session) { v.cancel(errDraining) }

// drain shuts the server down: it rejects new sessions, notifies the open ones and, after ShutdownGrace, ends those
// that are left, which saves their drafts.
func (h *Server) drain() {
	h.mu.Lock()
	h.draining = true
	if len(h.visits) == 0 {
		close(h.empty)
	}
	h.mu.Unlock()
	h.Log.Info("stopping", "sessions", len(h.Sessions()), "within", h.Limits.ShutdownGrace.String())
	for _, v := range h.Sessions() {
		v.Notify(fmt.Sprintf("the host stops in %s; what you type is kept", humanDuration(h.Limits.ShutdownGrace)))
	}
	stopped, enough := context.WithTimeout(context.Background(), h.Limits.ShutdownGrace)
	defer enough()
	select {
	case <-h.empty:
		return
	case <-stopped.Done():
	}
	for _, v := range h.Sessions() {
		v.cancel(errDraining)
	}
	last := time.NewTimer(2 * closeTimeout)
	defer last.Stop()
	select {
	case <-h.empty:
	case <-last.C:
		h.Log.Warn("sessions did not end in time", "sessions", len(h.Sessions()))
	}
}
