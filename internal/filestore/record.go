package filestore

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// CorruptError names a file that could not be decoded. The file is renamed, never deleted.
type CorruptError struct {
	What string // the content, such as "a draft"
	Path string // the path after renaming
	Err  error
}

// Error returns the fault and the path of the file.
func (e *CorruptError) Error() string {
	return fmt.Sprintf("%s is damaged (%v); it is kept as %s", e.What, e.Err, e.Path)
}

// Unwrap returns the cause.
func (e *CorruptError) Unwrap() error { return e.Err }

// MakePrivateDir creates a directory (0700) and removes temporary files left in it by a killed process.
func MakePrivateDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	files, err := os.ReadDir(dir)
	for _, file := range files {
		if !strings.HasPrefix(file.Name(), tempPrefix) {
			continue
		}
		if info, err := file.Info(); err == nil && time.Since(info.ModTime()) > time.Minute {
			_ = os.Remove(filepath.Join(dir, file.Name())) // another process may have removed it or still use it
		}
	}
	return err
}

// QuarantineSuffix is the extension of a damaged file.
const QuarantineSuffix = ".damaged"

// Quarantine renames a damaged file so that the next save does not overwrite it; what names its content.
func Quarantine(path, what string, why error) error {
	return &CorruptError{What: what, Path: setAside(path), Err: why}
}

// setAside renames a file that cannot be used, and returns the path under which it is kept.
func setAside(path string) string {
	kept := fmt.Sprintf("%s.%d%s", path, time.Now().UnixNano(), QuarantineSuffix)
	if err := os.Rename(path, kept); err != nil {
		return path
	}
	return kept
}

// lockTries times lockPause is how long a save waits for another console's, which takes milliseconds.
const (
	lockTries = 100
	lockPause = 10 * time.Millisecond
)

// WaitLock acquires a lock that is only held briefly, with retries.
func WaitLock(path string) (*Lock, error) {
	for range lockTries - 1 {
		l, err := TryLock(path)
		if !errors.Is(err, ErrLocked) {
			return l, err
		}
		<-time.After(lockPause)
	}
	return TryLock(path)
}

// Ignore drops an error that is expected: of a lock that another console holds, or of a file that it has removed.
func Ignore(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}
