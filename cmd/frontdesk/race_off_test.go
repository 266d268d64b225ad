//go:build !race

package main

// How large the largest answers of the tests are.
const (
	bombs = true // whether 300 MB are read
	wide  = true // whether scenes are played in large windows too
)
