package sshd_test

import (
	"os"
	"testing"

	"frontdesk/internal/safetext/texttest"
)

// TestMain runs several tests at once: most of their time is waiting for what is written, sent or ended.
func TestMain(m *testing.M) {
	texttest.ManyAtOnce()
	os.Exit(m.Run())
}
