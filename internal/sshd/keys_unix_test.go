//go:build unix

package sshd

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestAListThatIsAPipeIsRefusedAndNotWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := LoadAuthorizedKeys(path); err == nil || !strings.HasSuffix(err.Error(), "it is not a regular file") {
		t.Error(err)
	}
}
