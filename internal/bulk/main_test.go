package bulk_test

import (
	"os"
	"testing"

	"frontdesk/internal/safetext/texttest"
)

func TestMain(m *testing.M) { os.Exit(texttest.InMemory(m.Run)) }
