package sshd

// attrs are what a line about a session says of it, before what else there is to say.
func (v *Session) attrs(more ...any) []any {
	return append([]any{"session", v.ID, "agent", v.Agent.Name.String(), "from", v.RemoteAddr}, more...)
}
