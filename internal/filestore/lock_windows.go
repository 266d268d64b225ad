package filestore

import "os"

// Remove unlocks the file and deletes it. On Windows an open file cannot be deleted, so that it remains if it was
// opened again in the meantime.
func (l *Lock) Remove() error {
	err := l.Release()
	_ = os.Remove(l.flock.Path())
	return err
}
