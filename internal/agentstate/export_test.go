package agentstate

import "time"

// SetLockAge sets how long the locks of a host that has died stay.
func (s *Shared) SetLockAge(age time.Duration) { s.lockAge = age }
