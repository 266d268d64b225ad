//go:build race

package texttest

// Race reports whether the race detector runs, which makes tests of long texts take ten times as long.
const Race = true
