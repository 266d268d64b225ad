package agentstate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"frontdesk/internal/filestore"
)

// removedFolder holds what other hosts have deleted or replaced, for removedAge. Nobody reads it but whoever misses
// something.
const (
	removedFolder = ".removed"
	removedAge    = 14 * 24 * time.Hour
)

// removedPath returns where a content of a document is set aside now.
func (f *Files) removedPath(name string) string {
	return filepath.Join(
		f.dir, removedFolder, fmt.Sprintf("%s.%d", strings.ReplaceAll(name, "/", "+"), time.Now().UnixNano()),
	)
}

// putAside sets a document aside that another host has deleted, if there is one.
func (s *sharedStore) putAside(name string) error {
	here, err := s.Files.Get(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = s.keepRemoved(name, here.Content, "another host has deleted it")
	}
	if err != nil {
		return err
	}
	return s.remove(name)
}

// keepRemoved sets a content of a document aside, and logs where it is.
func (s *sharedStore) keepRemoved(name string, content []byte, why string) error {
	path := s.removedPath(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if err := filestore.WriteFile(path, content); err != nil {
		return err
	}
	s.shared.Log.Info("a document was set aside for two weeks", "why", why, "document", name, "file", path)
	return nil
}

// sweepRemoved removes what was set aside long ago.
func (f *Files) sweepRemoved() error {
	folder := filepath.Join(f.dir, removedFolder)
	files, err := os.ReadDir(folder)
	if err != nil {
		return filestore.Ignore(err, fs.ErrNotExist)
	}
	for _, file := range files {
		about, err := file.Info()
		if err == nil && time.Since(about.ModTime()) > removedAge {
			_ = os.Remove(filepath.Join(folder, file.Name()))
		}
	}
	return nil
}
