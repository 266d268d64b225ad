package filestore_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"frontdesk/internal/filestore"
)

func TestAFileIsTheOldOneOrTheNewOne(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "draft")
	if err := os.WriteFile(path, []byte("old"), 0o644); err != nil { //nolint:gosec // a user may have created it with another mode
		t.Fatal(err)
	}
	full := errors.New("the disk is full")
	err := filestore.WriteWith(path, func(file *os.File) error {
		_, err := file.WriteString("half of the n")
		return errors.Join(err, full)
	})
	if !errors.Is(err, full) {
		t.Error(err)
	}
	checkContent(t, path, "old")
	if err := filestore.WriteFile(path, []byte("new")); err != nil {
		t.Error(err)
	}
	checkContent(t, path, "new")
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("others may open it: %v, %v", info.Mode(), err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}

func TestWhyAFileCannotBeWrittenIsSaidBeforeWhere(t *testing.T) {
	dir := t.TempDir()
	full := func(file *os.File) error { return &fs.PathError{Op: "write", Path: file.Name(), Err: syscall.ENOSPC} }
	if err := filestore.WriteWith(filepath.Join(dir, "draft"), full); !errors.Is(err, syscall.ENOSPC) || err.Error() != syscall.ENOSPC.Error()+" in "+dir {
		t.Error(err)
	}
}

func TestADirectoryCannotBeReplaced(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "drafts", "kept"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := filestore.WriteFile(filepath.Join(dir, "drafts"), []byte("x")); err == nil {
		t.Error("it was replaced")
	}
	if err := filestore.WriteFile(filepath.Join(dir, "nowhere", "draft"), []byte("x")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 1 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}

func checkContent(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("it holds %q, %v", got, err)
	}
}
