//go:build !windows

package filestore

import (
	"errors"
	"os"
)

// Remove deletes the file and then unlocks it. TryLock detects that a file it has opened was removed.
func (l *Lock) Remove() error { return errors.Join(os.Remove(l.flock.Path()), l.Release()) }
