//go:build !unix

package backend

import "syscall"

// withoutTerminal changes nothing where processes have no controlling terminal.
func withoutTerminal() *syscall.SysProcAttr { return nil }
