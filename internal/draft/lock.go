package draft

import (
	"errors"
	"fmt"
	"time"
)

// errHeld says that another console, of this process or another one, holds a lock.
var errHeld = errors.New("another console holds it")

// lockTries times lockPause is how long a save waits for another console's, which takes milliseconds.
const (
	lockTries = 100
	lockPause = 10 * time.Millisecond
)

// lockSoon takes a lock that is never held for long.
func lockSoon(path string) (*lock, error) {
	for range lockTries {
		l, err := takeLock(path)
		if !errors.Is(err, errHeld) {
			return l, err
		}
		<-time.After(lockPause)
	}
	return nil, fmt.Errorf("%s: %w", path, errHeld)
}
