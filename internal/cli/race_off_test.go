//go:build !race

package cli

// What the tests do that takes the race detector too long.
const (
	bombs = true // whether answers of 260 MB are read
	wide  = true // whether scenes are played in large windows too
)
