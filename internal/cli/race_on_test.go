//go:build race

package cli

// What takes the race detector half a minute and more is left out: package client is tried with a bomb of 16 MB.
const (
	bombs = false // whether answers of 260 MB are read
	wide  = false // whether scenes are played in large windows too
)
