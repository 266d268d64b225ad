package sshd

import (
	"strings"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/safetext"
)

// The server's entries in the audit log. What agents write in a session is added by package hosting.

// auditSignIn records that a session begins.
func (server *Server) auditSignIn(s ssh.Session, session *Session) {
	server.Audit.Info("signed in", session.attrs(
		"email", session.Agent.Email.String(), "key", session.Agent.Key, "what", describeSession(s))...)
}

// auditEnd records that a session has ended, with its exit code and why.
func (server *Server) auditEnd(session *Session, code int, why error) {
	after := server.Now().Sub(session.StartedAt).Round(time.Second)
	server.Audit.Info("left", session.attrs("code", code, "after", after.String(), "why", endReason(why))...)
}

// auditRefusal counts a rejected key and records it.
func (server *Server) auditRefusal(c gossh.ConnMetadata, key gossh.PublicKey, why error) {
	server.Metrics.refused.Add("why", "key")
	server.Audit.Info("refused",
		"user", safetext.LineFromText(c.User()).String(), "from", addressOf(c.RemoteAddr()).String(),
		"key", gossh.FingerprintSHA256(key), "why", safetext.LineFromText(why.Error()).String())
}

// auditRevocation records that a connection is closed because its key may no longer sign in as it did.
func (server *Server) auditRevocation(c *clientConn) {
	server.Audit.Info("revoked", "agent", c.admission().agent.Name.String(), "from", c.from.String())
}

// describeSession returns the name of a session's purpose for the log.
func describeSession(s ssh.Session) string {
	if command := s.RawCommand(); command != "" {
		words, _ := split(command)
		return commandName(words)
	}
	return "console"
}

// commandName returns the command without its arguments, which may hold what an agent wrote to a customer.
func commandName(words []string) string {
	isName := func(i int) bool {
		return i < len(words) && words[i] != "" && words[i][0] != '-' &&
			strings.Trim(words[i], "abcdefghijklmnopqrstuvwxyz-") == ""
	}
	switch {
	case isName(0) && isName(1):
		return words[0] + " " + words[1]
	case isName(0):
		return words[0]
	}
	return "another command"
}

func endReason(err error) string {
	if err == nil {
		return ""
	}
	return safetext.LineFromText(err.Error()).String()
}
