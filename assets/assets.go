// Package assets holds the files that are part of the program: the sample desk, the starter files and the documentation.
package assets

import (
	"embed"
	"io/fs"
)

//go:embed docs/*.md sample/desk starter/desk
var files embed.FS

// Sample returns the sample desk, in the files of frontdesk desk import: two weeks of an electronics retailer, with
// relative times. Everything in it is invented: names, numbers of fictional ranges, example.com addresses.
func Sample() fs.FS { return below("sample/desk") }

// Starter returns the files with which a team begins a desk of its own, to be edited and then imported.
func Starter() fs.FS { return below("starter/desk") }

func below(dir string) fs.FS {
	found, err := fs.Sub(files, dir)
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return found
}
