package ui

// readOnlyReason is why nothing can be written with a console that is read only. The client refuses writes too, so that
// an action that is missing here still sends nothing.
const readOnlyReason = "this console is read only: nothing is changed from here"

// refusesWrites says why nothing is sent if the console is read only, and reports whether it is. It is for what is sent
// or taken up from a list.
func (s *shell) refusesWrites() bool {
	if s.ReadOnly {
		s.notify(levelTransient, readOnlyReason)
	}
	return s.ReadOnly
}
