//go:build unix

package store

import (
	"os"

	"golang.org/x/sys/unix"
)

// The bytes of a file that SQLite locks while a connection uses it; they are the same in all versions.
const (
	sqliteLockStart = 0x40000000
	sqliteLockBytes = 512
)

// isOpenElsewhere reports whether another process has a desk's file open with SQLite, such as the sqlite3 shell, which
// knows nothing of the desk's lock. When such a process ended, it would remove the log of the desk that is there then.
func isOpenElsewhere(path string) bool {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer file.Close()
	held := unix.Flock_t{Type: unix.F_WRLCK, Start: sqliteLockStart, Len: sqliteLockBytes}
	return unix.FcntlFlock(file.Fd(), unix.F_GETLK, &held) == nil && held.Type != unix.F_UNLCK
}
