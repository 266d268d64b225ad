//go:build !linux

package uitest

// readsDuring counts nothing: only Linux tells a thread's reads.
func readsDuring(f func()) int {
	f()
	return 0
}
