package draft

import (
	"errors"
	"time"

	"frontdesk/internal/disk"
)

// lockTries times lockPause is how long a save waits for another console's, which takes milliseconds.
const (
	lockTries = 100
	lockPause = 10 * time.Millisecond
)

// waitLock takes a lock that is never held for long.
func waitLock(path string) (*disk.Lock, error) {
	for range lockTries - 1 {
		l, err := disk.TryLock(path)
		if !errors.Is(err, disk.ErrLocked) {
			return l, err
		}
		<-time.After(lockPause)
	}
	return disk.TryLock(path)
}

// busyIsFine forgives that another console holds a lock, and nothing else.
func busyIsFine(err error) error {
	if errors.Is(err, disk.ErrLocked) {
		return nil
	}
	return err
}
