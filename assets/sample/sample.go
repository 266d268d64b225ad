// Package sample holds the files of the sample desk: two weeks of an electronics retailer, with relative times.
// Everything in it is invented: names, numbers of fictional ranges, example.com addresses.
package sample

import (
	"embed"
	"io/fs"
)

//go:embed desk
var files embed.FS

// Files are the sample desk in the files of frontdesk desk import.
func Files() fs.FS {
	below, err := fs.Sub(files, "desk")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return below
}
