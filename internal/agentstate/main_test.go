package agentstate_test

import (
	"os"
	"testing"

	"frontdesk/internal/safetext/texttest"
)

// The tests of what is kept as an agent's state, such as journal and outbox, are in this package too: to link a program
// for each takes longer than to run them.
func TestMain(m *testing.M) {
	texttest.ManyAtOnce()
	os.Exit(texttest.InMemory(m.Run))
}
