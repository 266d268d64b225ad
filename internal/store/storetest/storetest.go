// Package storetest makes files of new desks for tests.
package storetest

import (
	"context"
	"os"
	"path/filepath"
	"sync"

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
