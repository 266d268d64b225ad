package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// clockTick is the unit of CPU times in /proc on Linux, where it is 1/100 s on every machine that Go runs on.
const clockTick = 10 * time.Millisecond

// cpuTime returns the CPU time that a process has used, with a resolution of 10 ms.
func cpuTime(pid int) (time.Duration, bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	// The second field is the command in brackets and may hold spaces.
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	const userTime, systemTime = 11, 12
	if len(fields) <= systemTime {
		return 0, false
	}
	user, err := strconv.ParseInt(string(fields[userTime]), 10, 64)
	if err != nil {
		return 0, false
	}
	system, err := strconv.ParseInt(string(fields[systemTime]), 10, 64)
	return time.Duration(user+system) * clockTick, err == nil
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
