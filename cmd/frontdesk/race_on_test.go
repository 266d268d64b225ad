//go:build race

package main

// The race detector makes large answers take half a minute, and finds nothing more in them.
const (
	bombs = false // whether 300 MB are read
	wide  = false // whether scenes are played in large windows too
)
