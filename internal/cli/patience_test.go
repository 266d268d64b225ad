package cli

import (
	"testing"
	"time"
)

// patience is how long a test waits for what must come: almost until the test binary's own deadline, since the speed of
// the machine must not decide whether a test passes.
func patience(t *testing.T) time.Duration {
	t.Helper()
	ends, limited := t.Deadline()
	if !limited {
		return time.Hour
	}
	return time.Until(ends) * 9 / 10
}
