package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// cpuTime returns the CPU time that the threads of a process have used, in nanoseconds: the time that /proc says of the
// process itself counts in hundredths of a second, of which a key takes a tenth.
func cpuTime(pid int) (time.Duration, bool) {
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil || len(threads) == 0 {
		return 0, false
	}
	var used time.Duration
	for _, thread := range threads {
		stat, err := os.ReadFile(thread)
		if err != nil {
			continue // it has ended since
		}
		running, _, _ := strings.Cut(string(stat), " ")
		took, err := strconv.ParseInt(running, 10, 64)
		if err != nil {
			return 0, false
		}
		used += time.Duration(took)
	}
	return used, true
}

// residentBytes returns how much memory of a process is in RAM.
func residentBytes(pid int) (int64, bool) {
	kib, ok := procField(fmt.Sprintf("/proc/%d/status", pid), "VmRSS")
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSuffix(kib, " kB"), 10, 64)
	return n << 10, err == nil
}

// procField returns the value of the first line "name: value" of a file below /proc.
func procField(path, name string) (string, bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", false
	}
	for line := range strings.Lines(string(text)) {
		key, value, found := strings.Cut(line, ":")
		if found && strings.TrimSpace(key) == name {
			return strings.TrimSpace(value), true
		}
	}
	return "", false
}

// machine names what the figures were measured on.
func machine() string {
	name, ok := procField("/proc/cpuinfo", "model name")
	if !ok {
		name = runtime.GOARCH
	}
	return fmt.Sprintf("%s, %d cores, %s, %s", name, runtime.NumCPU(), runtime.GOOS, runtime.Version())
}
