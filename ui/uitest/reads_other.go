//go:build !linux

package uitest

// readsDuring counts nothing: only Linux reports the reads of a thread.
func readsDuring(f func()) int {
	f()
	return 0
}
