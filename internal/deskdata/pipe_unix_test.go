//go:build unix

package deskdata

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestDeskImport_RefusesAPipe instead of waiting for ever for somebody who writes into it.
func TestDeskImport_RefusesAPipe(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tickets.csv")
	if err := syscall.Mkfifo(file, 0o600); err != nil {
		t.Fatal(err)
	}
	_, faults, err := openSet(filepath.Dir(file))
	if err != nil || faults.count() != 1 || faults.List[0].String() != file+": is not a regular file" {
		t.Errorf("%v %v", faults, err)
	}
}
