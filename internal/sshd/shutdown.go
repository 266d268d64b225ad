package sshd

import (
	"context"
	"fmt"
	"time"
)

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
