// Package starter holds the files with which a team begins a desk of its own.
package starter

import (
	"embed"
	"io/fs"
)

//go:embed desk
var files embed.FS

// Files are the starter files, to be edited and then imported.
func Files() fs.FS {
	below, err := fs.Sub(files, "desk")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return below
}
