//go:build !race

package markdown_test

// largest is how many bytes of a hostile text are drawn.
const largest = 16 << 20
