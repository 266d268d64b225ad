//go:build !unix

package store

// isOpenElsewhere is false where another process that has the file open keeps it from being replaced (Windows).
func isOpenElsewhere(string) bool { return false }
