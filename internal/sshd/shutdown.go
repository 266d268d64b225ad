package sshd

import (
	"context"
	"fmt"
	"time"

	"frontdesk/internal/safetext"
)

// register counts a session, or returns why it is rejected.
func (server *Server) register(session *Session) (refused string) {
	server.mu.Lock()
	defer server.mu.Unlock()
	who := session.Agent.Name.String()
	switch {
	case server.draining:
		return "the host is about to stop: try again in a minute"
	case len(server.sessions) >= server.Limits.Sessions:
		server.Metrics.refused.add("why", "full")
		return "the host is full: try again later"
	case server.byAgent[who] >= server.Limits.PerAgent:
		server.Metrics.refused.add("why", "full")
		return fmt.Sprintf(
			"%s has %d sessions open already: close one first",
			safetext.LineFromText(who),
			server.Limits.PerAgent,
		)
	}
	server.sessions[session] = struct{}{}
	server.byAgent[who]++
	server.Metrics.signedIn.add()
	return ""
}

// leave removes a session from the count.
func (server *Server) leave(session *Session) {
	server.mu.Lock()
	defer server.mu.Unlock()
	who := session.Agent.Name.String()
	delete(server.sessions, session)
	if server.byAgent[who]--; server.byAgent[who] == 0 {
		delete(server.byAgent, who)
	}
	if server.draining && len(server.sessions) == 0 {
		close(server.empty)
	}
}

// Sessions returns the open sessions.
func (server *Server) Sessions() []*Session {
	server.mu.Lock()
	defer server.mu.Unlock()
	all := make([]*Session, 0, len(server.sessions))
	for session := range server.sessions {
		all = append(all, session)
	}
	return all
}

// drain shuts the server down: it rejects new sessions, notifies the open ones and, after ShutdownGrace, ends those
// that are left, which saves their drafts.
func (server *Server) drain() {
	server.mu.Lock()
	server.draining = true
	if len(server.sessions) == 0 {
		close(server.empty)
	}
	server.mu.Unlock()
	server.Log.Info("stopping", "sessions", len(server.Sessions()), "within", server.Limits.ShutdownGrace.String())
	for _, session := range server.Sessions() {
		session.Notify(
			fmt.Sprintf("the host stops in %s; what you type is kept", humanDuration(server.Limits.ShutdownGrace)),
		)
	}
	stopped, enough := context.WithTimeout(context.Background(), server.Limits.ShutdownGrace)
	defer enough()
	select {
	case <-server.empty:
		return
	case <-stopped.Done():
	}
	for _, session := range server.Sessions() {
		session.cancel(errDraining)
	}
	last := time.NewTimer(2 * closeTimeout)
	defer last.Stop()
	select {
	case <-server.empty:
	case <-last.C:
		server.Log.Warn("sessions did not end in time", "sessions", len(server.Sessions()))
	}
}
