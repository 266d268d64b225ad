package filestore

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"github.com/gofrs/flock"
)

// ErrLocked says that somebody else, of this process or another one, holds a lock.
var ErrLocked = errors.New("another process holds it")

// Lock is a file that one holder at a time has locked, of this process or another one. The end of the process gives it
// back, however it comes.
type Lock struct{ flock *flock.Flock }

// TryLock locks the file at path, made if there is none (0600), or answers ErrLocked at once. Every other error says why
// nobody can lock it.
func TryLock(path string) (*Lock, error) {
	for {
		l := &Lock{flock.New(path)}
		locked, err := l.flock.TryLock()
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case err != nil:
			return nil, fmt.Errorf("%s cannot be locked: %w", path, withoutPath(err))
		case !locked:
			return nil, fmt.Errorf("%s: %w", path, ErrLocked)
		}
		if l.stands() {
			return l, nil
		}
		if err := l.Release(); err != nil { // of a file that was removed meanwhile: the next one has another
			return nil, err
		}
	}
}

// stands says whether the locked file is still the one that others find.
func (l *Lock) stands() bool {
	held, err1 := l.flock.Stat()
	found, err2 := os.Stat(l.flock.Path())
	return err1 == nil && err2 == nil && os.SameFile(held, found)
}

// Release gives the lock back. Closing the file alone would not do: a process that is being started just now holds it
// until it has become its own program.
func (l *Lock) Release() error {
	if err := l.flock.Unlock(); err != nil {
		return fmt.Errorf("%s cannot be unlocked: %w", l.flock.Path(), withoutPath(err))
	}
	return nil
}
