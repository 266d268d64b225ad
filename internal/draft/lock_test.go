package draft

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// TestAFormLeavesFromOneConsoleAtATime: the file that is held goes away with each sending, while others wait for it.
func TestAFormLeavesFromOneConsoleAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), leaving+"form")
	var sending atomic.Int32
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 1000 {
				l, err := takeLock(path)
				if errors.Is(err, errHeld) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if sending.Add(1) > 1 {
					t.Error("two send the same form")
				}
				sending.Add(-1)
				if err := l.drop(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

func TestAnOutboxThatCannotBeReadIsNotCalledEmpty(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(filepath.Join(dir, outboxDir)), os.WriteFile(filepath.Join(dir, outboxDir), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if items, err := s.Outbox().List(); err == nil {
		t.Errorf("it holds %d items", len(items))
	}
}
