//go:build !race

package main

// How large the largest answers of the tests are.
const (
	largeDay = 20_000 // tickets
	longest  = 2_000  // bytes of a hostile text
	bombs    = true   // whether 300 MB are read
	wide     = true   // whether scenes are played in large windows too
)
