//go:build unix

package config_test

import "syscall"

// A configuration that a group can write is refused, and many people's machines let theirs.
func init() { syscall.Umask(0o022) }
