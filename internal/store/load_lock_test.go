package store

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

// TestLoadIfEmpty_WaitsWhileAnotherProgramFillsTheDesk: of two consoles that are started together on a slow machine, the
// second waits longer than a change does.
func TestLoadIfEmpty_WaitsWhileAnotherProgramFillsTheDesk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "desk.db")
	synctest.Test(t, func(t *testing.T) {
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		other, err := connect(path, 1)
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close()
		filling, err := other.BeginTx(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		// SQLite waits in real time, so the writer is told at once that the desk is locked.
		writer, ok := s.committer.(*groupCommitter)
		if !ok {
			t.Fatalf("the desk is written by a %T", s.committer)
		}
		if _, err := writer.conn.ExecContext(t.Context(), "PRAGMA busy_timeout(0)"); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() {
			_, err := s.LoadIfEmpty(t.Context(), func() (Dataset, error) {
				return Dataset{Queues: []Queue{{Key: "HW", Name: "Hardware"}}}, nil
			})
			done <- err
		}()
		select {
		case err := <-done:
			t.Fatalf("it did not wait: %v", err)
		case <-time.After(openTimeout / 2): // of the test's own clock
		}
		if err := filling.Rollback(); err != nil {
			t.Fatal(err)
		}
		if err := <-done; err != nil {
			t.Errorf("it gave up: %v", err)
		}
		if empty, err := s.IsEmpty(t.Context()); empty || err != nil {
			t.Errorf("the desk is empty: %v, %v", empty, err)
		}
	})
}
