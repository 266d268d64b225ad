package archtest

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// skipForeign leaves out the directories that the go command leaves out.
func skipForeign(dir string) error {
	hidden := len(dir) > 1 && (dir[0] == '.' || dir[0] == '_')
	if hidden || dir == "testdata" || dir == "vendor" {
		return fs.SkipDir
	}
	return nil
}

// eachGoFile calls visit for every Go file of the project, tests included, until it returns an error.
func eachGoFile(root fs.FS, visit func(name string, source []byte) error) error {
	return fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return skipForeign(entry.Name())
		case path.Ext(name) != ".go":
			return nil
		}
		source, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		return visit(name, source)
	})
}

// packagesBelow returns the directories with Go files that are not tests alone, in order.
func packagesBelow(root fs.FS) ([]string, error) {
	found := map[string]bool{}
	err := eachGoFile(root, func(name string, _ []byte) error {
		if !strings.HasSuffix(name, "_test.go") {
			found[path.Dir(name)] = true
		}
		return nil
	})
	return slices.Sorted(maps.Keys(found)), err
}

// finder returns what breaks a rule in a file, a line for each place.
type finder func(name string, source []byte) ([]string, error)

// findBelow returns what breaks a rule in the files of a tree that are neither tests nor exceptions of the rule.
func findBelow(root fs.FS, exceptions map[string]string, find finder) (found []string, err error) {
	err = eachGoFile(root, func(name string, source []byte) error {
		if strings.HasSuffix(name, "_test.go") || exceptions[name] != "" || exceptions[path.Dir(name)] != "" {
			return nil
		}
		lines, err := find(name, source)
		found = append(found, lines...)
		return err
	})
	return found, err
}

// requireNothingFound fails with what breaks a rule in the project.
func requireNothingFound(t *testing.T, exceptions map[string]string, find finder) {
	t.Helper()
	found, err := findBelow(os.DirFS("../.."), exceptions, find)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range found {
		t.Error(line)
	}
}

// findingTest is a file with a body, and a part of what is found in it; empty if nothing is.
type findingTest struct{ file, body, want string }

func (test findingTest) check(t *testing.T, exceptions map[string]string, find finder) {
	t.Helper()
	tree := fstest.MapFS{test.file: {Data: []byte("package x\n" + test.body + "\n")}}
	found, err := findBelow(tree, exceptions, find)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(found, "\n"); !strings.Contains(got, test.want) || (test.want == "") != (got == "") {
		t.Errorf("got %q, want it to say %q", got, test.want)
	}
}
