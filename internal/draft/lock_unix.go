//go:build unix

package draft

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock is held by one open file at a time, of this process or another one; the end of the process, however it comes,
// gives it back.
type lock struct{ file *os.File }

// takeLock takes the lock that a file stands for, or answers errHeld at once.
func takeLock(path string) (*lock, error) {
	for {
		l, err := flock(path)
		if err != nil || l.stands() {
			return l, err
		}
		if err := l.release(); err != nil { // of a file that was removed meanwhile: the next one has another
			return nil, err
		}
	}
}

func flock(path string) (*lock, error) {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	for err = syscall.EINTR; errors.Is(err, syscall.EINTR); {
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if err == nil {
		return &lock{file}, nil
	}
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = errHeld
	}
	return nil, errors.Join(fmt.Errorf("%s: %w", path, err), file.Close())
}

// stands says whether the file that is held is still the one that others find.
func (l *lock) stands() bool {
	held, err1 := l.file.Stat()
	found, err2 := os.Stat(l.file.Name())
	return err1 == nil && err2 == nil && os.SameFile(held, found)
}

// drop gives it back and removes its file, that first: whoever opened it before finds that it no longer stands.
func (l *lock) drop() error { return errors.Join(os.Remove(l.file.Name()), l.release()) }

// release gives it back. Closing alone would not do: a process that is being started just now holds the file until it
// has become its own program.
func (l *lock) release() error {
	return errors.Join(syscall.Flock(int(l.file.Fd()), syscall.LOCK_UN), l.file.Close())
}
