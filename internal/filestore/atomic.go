// Package filestore brings files to disk whole and for their owner alone: whenever a process is killed or the power goes, a
// file is the old one or the new one.
package filestore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// TempPrefix begins the names of files that are being written; a killed process leaves them behind.
const TempPrefix = ".new-"

// sync brings a file or directory to disk; tests look at what it is asked for.
var sync = (*os.File).Sync

// WriteWith writes a file (mode 0600) in place of the one at path, if there is one. When it fails, the old one stands
// and nothing is left behind.
func WriteWith(path string, write func(*os.File) error) error {
	err := replace(path, write)
	var fault *fs.PathError
	if errors.As(err, &fault) && strings.HasPrefix(filepath.Base(fault.Path), TempPrefix) {
		return fmt.Errorf("%w in %s", fault.Err, filepath.Dir(path)) // why comes first: a line may have no room for where
	}
	return err
}

func replace(path string, write func(*os.File) error) error {
	file, err := os.CreateTemp(filepath.Dir(path), TempPrefix+"*") // 0600
	if err != nil {
		return err
	}
	if err := errors.Join(write(file), sync(file), file.Close()); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return SyncDir(filepath.Dir(path))
}

// WriteFile is Replace for content that is at hand.
func WriteFile(path string, content []byte) error {
	return WriteWith(path, func(file *os.File) error {
		_, err := file.Write(content)
		return err
	})
}

// Remove deletes a file for good: without the directory on disk a power cut could bring it back.
func Remove(path string) error {
	if err := os.Remove(path); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// SyncDir brings to disk which files a directory holds: without it a power cut could undo that one was made, renamed or
// removed. Where the system cannot do that, or the file system says that it does not, there is nothing more to do.
func SyncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	err = sync(d)
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.EINVAL) {
		err = nil
	}
	return errors.Join(err, d.Close())
}
