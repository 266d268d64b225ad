package sshd

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// readTrusted reads a list that nobody but its owner can write.
func readTrusted(path string) ([]entry, []Refused, fs.FileInfo, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() { // opening a pipe would wait, with every sign-in behind it
		return nil, nil, info, errNoFile
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, nil, withoutPath(err)
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return nil, nil, nil, withoutPath(err)
	}
	if err := trusted(path, info); err != nil {
		return nil, nil, info, err
	}
	entries, refused, err := readList(io.LimitReader(file, maxFile))
	return entries, refused, info, err
}

func withoutPath(err error) error {
	var fault *fs.PathError
	if errors.As(err, &fault) {
		return fault.Err
	}
	return err
}

// trusted refuses a list that others can write, or put another one in the place of.
func trusted(path string, info fs.FileInfo) error {
	switch {
	case !info.Mode().IsRegular():
		return errNoFile
	case info.Size() > maxFile:
		return fmt.Errorf("it is larger than %d MiB", maxFile>>20)
	case !checksModes:
		return nil
	case info.Mode().Perm()&0o022 != 0:
		return errors.New("others can write it: chmod go-w it")
	case !ours(info):
		return errors.New("it belongs to another user: chown it to root or to who runs the host")
	}
	named, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	linked, err := filepath.EvalSymlinks(named)
	if err != nil {
		return withoutPath(err)
	}
	if err := guarded(named); err != nil || linked == named {
		return err
	}
	return guarded(linked)
}

// guarded refuses a file below a directory in which others can put something else under a name.
func guarded(path string) error {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		around, err := os.Stat(dir)
		if err != nil {
			return withoutPath(err)
		}
		if around.Mode().Perm()&0o022 != 0 && around.Mode()&fs.ModeSticky == 0 {
			return fmt.Errorf("others can write the directory %s that it is below: chmod go-w that", dir)
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}
