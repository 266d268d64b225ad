package texttest

import (
	"os"
	"syscall"
)

// memory is the file system in memory, and memoryNeeded what must be free in it.
const (
	memory       = "/dev/shm"
	memoryNeeded = 4 << 30
)

// InMemory runs the tests of a package with their temporary files in memory, unless TMPDIR says where or there is
// little room: tests of the console make hundreds of desks, and a disk takes half of their time. For TestMain.
func InMemory(run func() int) (code int) {
	var room syscall.Statfs_t
	err := syscall.Statfs(memory, &room)
	if os.Getenv("TMPDIR") != "" || err != nil || room.Bavail*uint64(room.Bsize) < memoryNeeded { //nolint:gosec // of a block, which is not negative
		return run()
	}
	dir, err := os.MkdirTemp(memory, "fd")
	if err != nil {
		return run()
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Setenv("TMPDIR", dir); err != nil {
		return run()
	}
	return run()
}
