//go:build !linux

package texttest

// InMemory runs the tests of a package with their temporary files where this system has them.
func InMemory(run func() int) (code int) { return run() }
