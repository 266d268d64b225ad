//go:build unix

package sshd

import "syscall"

// A list of keys lets nobody in where a group can write it, and many people's machines let theirs.
func init() { syscall.Umask(0o022) }
