package cachefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"frontdesk/internal/filestore"
)

// Entry is a file of a directory of caches.
type Entry struct {
	Path     string
	Bytes    int64
	Modified time.Time
	Damaged  bool // it was set aside
}

// List returns the files of a directory and of those below it, but for locks. A directory that is not there has none.
func List(dir string) ([]Entry, error) {
	var all []Entry
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(entry.Name(), lockName) {
			return filestore.Ignore(err, fs.ErrNotExist)
		}
		info, err := entry.Info()
		if err != nil {
			return filestore.Ignore(err, fs.ErrNotExist) // removed meanwhile
		}
		damaged := strings.HasSuffix(path, filestore.QuarantineSuffix)
		all = append(all, Entry{path, info.Size(), info.ModTime(), damaged})
		return nil
	})
	return all, err
}

// Clear removes what List returns, and returns it. A console that has a file open notices that and writes what it
// knows anew.
func Clear(dir string) ([]Entry, error) {
	all, err := List(dir)
	removed := all[:0]
	for _, e := range all {
		failed := filestore.Ignore(os.Remove(e.Path), fs.ErrNotExist)
		if failed == nil {
			removed = append(removed, e)
		}
		err = errors.Join(err, failed)
	}
	return removed, err
}
