package sshd

// EndSession ends a session; its drafts are saved.
func (server *Server) EndSession(session *Session) { session.cancel(errDraining) }
