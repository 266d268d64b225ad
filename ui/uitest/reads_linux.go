package uitest

import (
	"os"
	"runtime"
	"strconv"
	"strings"
)

// CountReads counts the reads from files and connections that f makes itself, by the kernel's account of this thread;
// 0 where the kernel keeps none.
func CountReads(f func()) int {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	first := threadReads()
	before := threadReads()
	f()
	return threadReads() - before - (before - first) // looking is reading, too
}

// threadReads returns the number of reads of this thread since it started.
func threadReads() int {
	account, err := os.ReadFile("/proc/thread-self/io")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(account)) {
		if count, found := strings.CutPrefix(line, "syscr: "); found {
			n, _ := strconv.Atoi(strings.TrimSpace(count)) // the kernel writes numbers
			return n
		}
	}
	return 0
}
