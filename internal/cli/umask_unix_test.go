//go:build unix

package cli_test

import "syscall"

// Lists of keys and configurations that name a command are refused where a group can write them, and many people's
// machines let theirs.
func init() { syscall.Umask(0o022) }
