//go:build race

package markdown_test

// largest is how many bytes of a hostile text are drawn: the race detector makes the long ones take half a minute,
// and finds nothing more in them.
const largest = 8 << 10
