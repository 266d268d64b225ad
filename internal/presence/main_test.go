package presence_test

import (
	"os"
	"testing"

	"frontdesk/internal/safetext/texttest"
)

func TestMain(m *testing.M) {
	texttest.ManyAtOnce()
	os.Exit(m.Run())
}
