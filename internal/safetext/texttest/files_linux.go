package texttest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// memory is the file system in memory, and memoryNeeded what must be free in it.
const (
	memory       = "/dev/shm"
	memoryNeeded = 4 << 30
)

// inMemory is the pattern of the directories of tests: the test's process id, and what MkdirTemp adds.
const inMemory = "frontdesk-test-%d-"

// InMemory runs the tests of a package with their temporary files in memory, unless TMPDIR says where or there is
// little room: tests of the console make hundreds of desks, and a disk takes half of their time. For TestMain.
func InMemory(run func() int) (code int) {
	removeLeftFiles(memory)
	var room syscall.Statfs_t
	err := syscall.Statfs(memory, &room)
	if os.Getenv("TMPDIR") != "" || err != nil || room.Bavail*uint64(room.Bsize) < memoryNeeded { //nolint:gosec // of a block, which is not negative
		return run()
	}
	dir, err := os.MkdirTemp(memory, fmt.Sprintf(inMemory, os.Getpid()))
	if err != nil {
		return run()
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Setenv("TMPDIR", dir); err != nil {
		return run()
	}
	return run()
}

// removeLeftFiles removes the files of tests that were killed.
func removeLeftFiles(memory string) {
	left, _ := filepath.Glob(filepath.Join(memory, "frontdesk-test-*"))
	for _, dir := range left {
		var process int
		if _, err := fmt.Sscanf(filepath.Base(dir), inMemory, &process); err != nil {
			continue
		}
		if errors.Is(syscall.Kill(process, 0), syscall.ESRCH) {
			_ = os.RemoveAll(dir)
		}
	}
}
