package filestore_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"frontdesk/internal/filestore"
)

func TestLock_OneHolderAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	l, err := filestore.TryLock(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := filestore.TryLock(path); !errors.Is(err, filestore.ErrLocked) {
		t.Errorf("it is held twice: %v", err)
	}
	if err := l.Release(); err != nil {
		t.Error(err)
	}
	if l, err = filestore.TryLock(path); err != nil {
		t.Fatal(err)
	}
	if err := l.Remove(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("its file is left behind: %v", err)
	}
}

// The file that is held is removed each time, while others wait for it.
func TestLock_OneHolderAtATimeWhileTheFileIsRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	var holders atomic.Int32
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 1000 {
				l, err := filestore.TryLock(path)
				if errors.Is(err, filestore.ErrLocked) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if holders.Add(1) > 1 {
					t.Error("two hold it")
				}
				holders.Add(-1)
				if err := l.Remove(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

func TestLock_OneThatNobodyCanTakeIsNotCalledHeld(t *testing.T) {
	for _, path := range []string{t.TempDir(), filepath.Join(t.TempDir(), "nowhere", "lock")} {
		if _, err := filestore.TryLock(path); err == nil || errors.Is(err, filestore.ErrLocked) {
			t.Errorf("%s: %v", path, err)
		}
	}
}
