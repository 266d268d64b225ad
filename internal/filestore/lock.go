package filestore

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"github.com/gofrs/flock"
)

// ErrLocked is returned when the lock is held elsewhere, in this process or another.
var ErrLocked = errors.New("another process holds it")

// Lock is a lock on a file, across goroutines and processes. It ends with the process.
type Lock struct{ flock *flock.Flock }

// TryLock locks the file at path, creating it if needed (0600), or returns ErrLocked at once. Any other error means
// that the file cannot be locked at all.
func TryLock(path string) (*Lock, error) { return try(path, (*flock.Flock).TryLock) }

// TryShare is TryLock for a lock that any number share: only a Lock excludes it, and it excludes a Lock.
func TryShare(path string) (*Lock, error) { return try(path, (*flock.Flock).TryRLock) }

func try(path string, lock func(*flock.Flock) (bool, error)) (*Lock, error) {
	for {
		l := &Lock{flock.New(path)}
		locked, err := lock(l.flock)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case err != nil:
			return nil, fmt.Errorf("%s cannot be locked: %w", path, WithoutPath(err))
		case !locked:
			return nil, fmt.Errorf("%s: %w", path, ErrLocked)
		}
		if l.isCurrent() {
			return l, nil
		}
		if err := l.Release(); err != nil { // the file was removed meanwhile: lock its successor
			return nil, err
		}
	}
}

// isCurrent reports whether the locked file is still the one at its path.
func (l *Lock) isCurrent() bool {
	held, err1 := l.flock.Stat()
	found, err2 := os.Stat(l.flock.Path())
	return err1 == nil && err2 == nil && os.SameFile(held, found)
}

// Release unlocks the file. Closing it would not be enough: a child process that is being started holds the descriptor
// until its exec.
func (l *Lock) Release() error {
	if err := l.flock.Unlock(); err != nil {
		return fmt.Errorf("%s cannot be unlocked: %w", l.flock.Path(), WithoutPath(err))
	}
	return nil
}
