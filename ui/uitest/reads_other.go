//go:build !linux

package uitest

// CountReads counts nothing: only Linux reports the reads of a thread.
func CountReads(f func()) int {
	f()
	return 0
}
