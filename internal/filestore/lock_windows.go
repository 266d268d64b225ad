package filestore

import "os"

// Remove gives the lock back and removes its file. Windows removes no file that is open, so that it stays when somebody
// else has opened it since.
func (l *Lock) Remove() error {
	err := l.Release()
	_ = os.Remove(l.flock.Path())
	return err
}
