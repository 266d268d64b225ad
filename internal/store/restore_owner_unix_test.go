//go:build unix

package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"frontdesk/internal/store"
)

// TestRestore_ByRootTheDeskStaysTheServices: an administrator restores the desk of a service that runs as another user.
func TestRestore_ByRootTheDeskStaysTheServices(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	dir, service := t.TempDir(), 65534
	desk, backup := filepath.Join(dir, "desk.db"), filepath.Join(t.TempDir(), "copy.db")
	deskWith(t, desk, "old")
	deskWith(t, backup, "new")
	for _, path := range []string{dir, desk} {
		if err := os.Chown(path, service, service); err != nil {
			t.Fatal(err)
		}
	}
	requireOwner := func() {
		t.Helper()
		info, err := os.Stat(desk)
		if err != nil {
			t.Fatal(err)
		}
		if stat, ok := info.Sys().(*syscall.Stat_t); !ok || int(stat.Uid) != service || int(stat.Gid) != service {
			t.Errorf("the desk belongs to %+v", info.Sys())
		}
	}
	if _, err := store.Restore(t.Context(), backup, desk); err != nil {
		t.Fatal(err)
	}
	requireOwner()
	s, err := store.Open(t.Context(), desk)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	if titles := titlesOf(t, s); titles != "new" {
		t.Errorf("the desk has %s", titles)
	}
	if notes := strings.Join(s.Notes(), "\n"); strings.Contains(notes, "another user") {
		t.Errorf("root is told to take the file from the service: %s", notes)
	}
}
