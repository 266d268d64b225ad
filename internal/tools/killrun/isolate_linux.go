package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// isolatedVariable is set in the process that has namespaces of its own.
const isolatedVariable = "KILLRUN_ISOLATED"

func isIsolated() bool { return os.Getenv(isolatedVariable) != "" }

// missing says what this machine lacks for a run.
func missing() error {
	if os.Geteuid() != 0 {
		return errors.New("it makes network namespaces and needs root: sudo go run -C internal/tools ./killrun")
	}
	for _, tool := range []string{"ip", "setpriv"} {
		if _, err := exec.LookPath(tool); err != nil {
			return fmt.Errorf("%s is not installed (packages iproute2 and util-linux)", tool)
		}
	}
	_, err := postgresPrograms()
	return err
}

// isolate runs this program again, with more flags, in namespaces of its own for network, mounts and processes:
// whatever it makes there ends with it, also when it is killed.
func isolate(flags ...string) error {
	runtime.LockOSThread() // Pdeathsig means the end of the thread
	again := exec.CommandContext(context.Background(), "/proc/self/exe", append(os.Args[1:], flags...)...)
	again.Env = append(os.Environ(), isolatedVariable+"=1")
	again.Stdin, again.Stdout, again.Stderr = os.Stdin, os.Stdout, os.Stderr
	again.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWNET | syscall.CLONE_NEWNS | syscall.CLONE_NEWPID,
		Pdeathsig:  syscall.SIGKILL,
	}
	return again.Run()
}

// prepareMounts gives the new namespaces a view of their own of processes, and a place for the names of networks.
func prepareMounts() error {
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("mounts cannot be made private: %w", err)
	}
	if err := syscall.Mount("proc", "/proc", "proc", 0, ""); err != nil {
		return fmt.Errorf("/proc cannot be mounted: %w", err)
	}
	if err := os.MkdirAll("/run/netns", 0o755); err != nil { //nolint:gosec // as ip makes it
		return err
	}
	return syscall.Mount("tmpfs", "/run/netns", "tmpfs", 0, "")
}
