// Package storetest makes new desks for tests, in files or in PostgreSQL.
package storetest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"frontdesk/internal/store"
)

// Create writes a new desk without records to a file. Only the first one of a process is made by the migrations, which
// take longer than most tests; the others are copies.
func Create(path string) error {
	content, err := empty()
	if err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}

// Open opens a new desk without records for a test: a file or, with Variable, one in PostgreSQL.
func Open(t testing.TB) *store.Store { return openNew(t, New) }

// OpenFile opens a new desk without records in a file, for a test to which the kind of database makes no difference.
func OpenFile(t testing.TB) *store.Store {
	return openNew(t, func(path string) (string, error) { return path, Create(path) })
}

func openNew(t testing.TB, create func(path string) (address string, err error)) *store.Store {
	t.Helper()
	address, err := create(filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

var empty = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "frontdesk")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "desk.db")
	s, err := store.Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})
