// Package filestore writes files atomically and readable by their owner only. After a crash or power failure a file
// has either its old or its new content. It also locks files and checks who else can modify them.
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

// tempPrefix is the name prefix of temporary files; a killed process leaves them behind.
const tempPrefix = ".new-"

// sync fsyncs a file or directory; tests replace it.
var sync = (*os.File).Sync

// WriteWith replaces the file at path, or creates it (mode 0600), with what write writes. On failure the old file is
// unchanged and no temporary file is left.
func WriteWith(path string, write func(*os.File) error) error {
	err := replaceFile(path, write)
	var fault *fs.PathError
	if errors.As(err, &fault) && strings.HasPrefix(filepath.Base(fault.Path), tempPrefix) {
		return fmt.Errorf(
			"%w in %s",
			fault.Err,
			filepath.Dir(path),
		) // the cause comes first, because a line may be truncated
	}
	return err
}

func replaceFile(path string, write func(*os.File) error) error {
	file, err := os.CreateTemp(filepath.Dir(path), tempPrefix+"*") // 0600
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

// WriteFile is WriteWith for content in memory.
func WriteFile(path string, content []byte) error {
	return WriteWith(path, func(file *os.File) error {
		_, err := file.Write(content)
		return err
	})
}

// CreateFile is WriteFile for a file that must not exist: it returns fs.ErrExist otherwise. A crash may leave the new
// file empty.
func CreateFile(path string, content []byte) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err := errors.Join(file.Close(), WriteFile(path, content)); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// SyncDir fsyncs a directory: otherwise a power failure could undo that a file was created, renamed or removed. It does
// nothing where the operating system or the file system does not support it.
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
