package deskdata

import (
	"io/fs"
	"os"
	"path/filepath"
)

// CopyFiles writes files to edit below a new or empty directory.
func CopyFiles(from fs.FS, dir string) error {
	if err := checkEmptyDir(dir); err != nil {
		return err
	}
	return fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(from, name)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		return os.WriteFile(to, content, 0o644)
	})
}
