// Package deskmap turns the CSV files of other programs into files of a desk, by maps that say which column is which.
// map.go reads maps, convert.go writes the files of the desk and says from which line each row came.
package deskmap
