package draft

import (
	"errors"
	"time"

	"frontdesk/internal/filestore"
)

// lockTries times lockPause is how long a save waits for another console's, which takes milliseconds.
const (
	lockTries = 100
	lockPause = 10 * time.Millisecond
)

// waitLock takes a lock that is never held for long.
func waitLock(path string) (*filestore.Lock, error) {
	for range lockTries - 1 {
		l, err := filestore.TryLock(path)
		if !errors.Is(err, filestore.ErrLocked) {
			return l, err
		}
		<-time.After(lockPause)
	}
	return filestore.TryLock(path)
}

// busyIsFine forgives that another console holds a lock, and nothing else.
func busyIsFine(err error) error {
	if errors.Is(err, filestore.ErrLocked) {
		return nil
	}
	return err
}
