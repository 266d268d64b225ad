package filestore

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// recordSyncs watches what is brought to disk, until the test ends: the names of files, each with what path is just then.
func recordSyncs(t *testing.T, path string) *[]string {
	t.Helper()
	var all []string
	before := sync
	sync = func(f *os.File) error {
		name := filepath.Base(f.Name())
		if strings.HasPrefix(name, tempPrefix) {
			name = "temporary file"
		}
		content, err := os.ReadFile(path)
		switch {
		case err != nil:
			content = []byte("nothing")
		case len(content) == 0:
			content = []byte("empty")
		}
		all = append(all, name+" while there is "+string(content))
		return before(f)
	}
	t.Cleanup(func() { sync = before })
	return &all
}

func TestPowerCut_LeavesTheOldFileOrTheNewOne(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("directories cannot be brought to disk")
	}
	dir := filepath.Join(t.TempDir(), "drafts")
	path := filepath.Join(dir, "draft")
	if err := errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(path, []byte("old"), 0o600)); err != nil {
		t.Fatal(err)
	}
	all := recordSyncs(t, path)
	if err := WriteFile(path, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if want := []string{"temporary file while there is old", "drafts while there is new"}; !slices.Equal(*all, want) {
		t.Errorf("brought to disk: %q, want %q", *all, want)
	}
}
