package draft

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// lock is a file that is open to nobody else; the end of the process, however it comes, closes it.
type lock struct {
	handle syscall.Handle
	path   string
}

// sharingViolation is what Windows answers about a file that is open to nobody else.
const sharingViolation syscall.Errno = 32

// takeLock takes the lock that a file stands for, or answers errHeld at once.
func takeLock(path string) (*lock, error) {
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	const alone = 0
	handle, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, alone, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if err == nil {
		return &lock{handle, path}, nil
	}
	if errors.Is(err, sharingViolation) {
		err = errHeld
	}
	return nil, fmt.Errorf("%s: %w", path, err)
}

// drop gives it back and removes its file, which stays where another console has opened it since.
func (l *lock) drop() error {
	err := l.release()
	_ = os.Remove(l.path)
	return err
}

// release gives it back.
func (l *lock) release() error { return syscall.CloseHandle(l.handle) }
