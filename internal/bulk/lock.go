package bulk

import (
	"errors"
	"os"
	"runtime"

	"frontdesk/internal/filestore"
)

var errInUse = errors.New("another process works on these results")

// lock keeps other processes away from a file of results until it is closed or the process ends, however it does.
func lock(file *os.File) (*filestore.Lock, error) {
	l, err := filestore.TryLock(lockPath(file.Name()))
	if errors.Is(err, filestore.ErrLocked) {
		return nil, errInUse
	}
	return l, err
}

// unlock lets others work on the file.
func unlock(file *os.File, l *filestore.Lock) error {
	if lockPath(file.Name()) != file.Name() {
		return l.Remove()
	}
	return l.Release()
}

// lockPath is the file of results itself, or one beside it on Windows, where nobody reads a file that is locked.
func lockPath(path string) string {
	if runtime.GOOS == "windows" {
		return path + ".lock"
	}
	return path
}
