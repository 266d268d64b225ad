package cache

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"frontdesk/internal/filestore"
	"frontdesk/internal/sqlite"
)

// StoredFile is a file of a directory of caches.
type StoredFile struct {
	Path     string
	Bytes    int64
	Modified time.Time
	Damaged  bool // it was set aside
	Foreign  bool // of another build, which alone reads it
}

// lockPrefix begins the names of files that are only locked.
const lockPrefix = "lock"

// foreignNames are the names of files that a build has written.
var foreignNames = regexp.MustCompile("^(records|articles)")

// StoredFiles returns the files of a directory and of those below it, but for locks and journals. A directory that is
// not there has none.
func StoredFiles(dir string) ([]StoredFile, error) {
	var all []StoredFile
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(entry.Name(), lockPrefix) ||
			strings.HasSuffix(path, "-journal") {
			return filestore.Ignore(err, fs.ErrNotExist)
		}
		info, err := entry.Info()
		if err != nil {
			return filestore.Ignore(err, fs.ErrNotExist) // removed meanwhile
		}
		all = append(all, StoredFile{
			path, info.Size(), info.ModTime(),
			strings.HasSuffix(path, filestore.QuarantineSuffix),
			foreignNames.MatchString(entry.Name()) && !strings.HasPrefix(entry.Name(), fileName),
		})
		return nil
	})
	return all, err
}

// DeleteStored deletes what StoredFiles returns, and returns it. A console that is open notices that and writes what it
// knows anew.
func DeleteStored(dir string) ([]StoredFile, error) {
	all, err := StoredFiles(dir)
	removed := all[:0]
	for _, file := range all {
		failed := filestore.Ignore(os.Remove(file.Path), fs.ErrNotExist)
		if failed == nil {
			removed = append(removed, file)
			failed = filestore.Ignore(os.Remove(file.Path+"-journal"), fs.ErrNotExist) // else a new file is undone by it
		}
		err = errors.Join(err, failed)
	}
	return removed, err
}

// ErrDamaged is the cause when a file of a cache cannot be read.
var ErrDamaged = sqlite.ErrDamaged

// CountStored counts the records of a file of a cache by what they are. There is none for files that hold something
// else. A damaged file is left where it is, and the error is ErrDamaged.
func CountStored(path string) (map[string]int, error) {
	if filepath.Base(path) != fileName {
		return nil, nil
	}
	db, err := sqlite.Open(path, 1, sqlite.Options{"mode": {"ro"}, "_pragma": {sqlite.BusyTimeout}})
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }()
	counts := map[string]int{}
	for name, query := range map[string]string{
		"tickets":               "SELECT coalesce(sum(tickets), 0) FROM day",
		"days":                  "SELECT count(*) FROM day WHERE state <> ''",
		"customers":             "SELECT count(body) FROM record WHERE kind = '" + customerKind + "'",
		"customers with orders": "SELECT count(body) FROM record WHERE kind = '" + orderKind + "'",
		"articles":              "SELECT count(text) FROM article",
		"tickets read":          "SELECT count(body) FROM record WHERE kind = '" + detailsKind + "'",
	} {
		var n int
		switch err := db.QueryRowContext(untilDone, query).Scan(&n); {
		case sqlite.IsDamaged(err):
			return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
		case err != nil:
			return nil, err
		}
		if n > 0 {
			counts[name] = n
		}
	}
	return counts, nil
}
