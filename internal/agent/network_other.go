//go:build !linux

package agent

// IsOnNetwork reports whether a directory is on a file system that machines share, which is not known here.
func IsOnNetwork(string) bool { return false }
