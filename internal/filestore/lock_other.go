//go:build !windows

package filestore

import (
	"errors"
	"os"
)

// Remove gives the lock back and removes its file, that first: whoever opened it before finds that it no longer stands.
func (l *Lock) Remove() error { return errors.Join(os.Remove(l.flock.Path()), l.Release()) }
