//go:build unix

package backend

import "syscall"

// withoutTerminal starts a process in a session of its own: a browser for terminals cannot draw over the console, and a
// closed terminal does not end the browser.
func withoutTerminal() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
