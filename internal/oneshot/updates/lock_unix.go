//go:build unix

package updates

import (
	"errors"
	"os"
	"syscall"
)

// lock keeps other processes away until the file is closed or the process ends, however it does.
func lock(file *os.File) error {
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		return errors.New("another process works on these results")
	}
	return nil
}

// unlock lets others work on the file. Closing alone would not do: a process that is being started just now holds the
// file until it has become its own program.
func unlock(file *os.File) error { return syscall.Flock(int(file.Fd()), syscall.LOCK_UN) }
