package archtest

import (
	"cmp"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// module is the path in go.mod, the first element of every import of our own.
const module = "frontdesk"

// violations returns the imports of non-test files that break a rule, one line each.
//
// The files are parsed instead of asked of `go list`: that takes no process, sees the files of every
// operating system, and knows the line.
func violations(root fs.FS) ([]string, error) {
	var found []string
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return skipForeign(entry.Name())
		}
		if path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		lines, err := violationsIn(root, name)
		found = append(found, lines...)
		return err
	})
	return found, err
}

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

// violationsIn checks one file.
func violationsIn(root fs.FS, name string) ([]string, error) {
	source, err := fs.ReadFile(root, name)
	if err != nil {
		return nil, err
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	from, listed := layerOf(path.Dir(name))
	if !listed {
		return []string{fmt.Sprintf("%s: %s has no row in internal/archtest: add one that says what it may import", name, path.Dir(name))}, nil
	}
	var found []string
	for _, spec := range file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return found, err
		}
		if broken := cmp.Or(layerViolation(from, imported), libraryViolation(path.Dir(name), imported)); broken != "" {
			found = append(found, fmt.Sprintf("%s imports %s: %s", files.Position(spec.Pos()), imported, broken))
		}
	}
	return found, nil
}

// layerViolation returns the rule that an import of our own breaks, or empty.
func layerViolation(from layer, imported string) string {
	dir, own := strings.CutPrefix(imported, module+"/")
	if !own {
		return ""
	}
	to, listed := layerOf(dir)
	if listed && (to.dir == from.dir || allows(from, to)) {
		return ""
	}
	return fmt.Sprintf("%s may import [%s] (%s)", from.dir, from.may, from.why)
}

// libraryViolation returns the rule that an import of a library breaks, or empty.
func libraryViolation(dir, imported string) string {
	for _, lib := range libraries {
		if within(imported, lib.path) && within(dir, lib.under) && !withinAny(dir, lib.users) {
			return fmt.Sprintf("%s is for [%s] (%s)", lib.path, lib.users, lib.why)
		}
	}
	return ""
}

// layerOf returns the row of a directory: the one with the longest matching name.
func layerOf(dir string) (row layer, listed bool) {
	for _, l := range layers {
		if within(dir, l.dir) && len(l.dir) > len(row.dir) {
			row = l
		}
	}
	return row, row.dir != ""
}

// allows reports whether the table lets from import to.
func allows(from, to layer) bool {
	if from.may == anyBelow {
		return position(from.dir) < position(to.dir)
	}
	for _, dir := range strings.Fields(from.may + " " + always) {
		if dir == to.dir {
			return true
		}
	}
	return false
}

// position returns the row number of a directory of the table, -1 when there is none.
func position(dir string) int {
	for i, l := range layers {
		if l.dir == dir {
			return i
		}
	}
	return -1
}

// within reports whether a slash-separated name is top or below it; everything is below the empty name.
func within(name, top string) bool {
	return top == "" || name == top || strings.HasPrefix(name, top+"/")
}

func withinAny(name, tops string) bool {
	for _, top := range strings.Fields(tops) {
		if within(name, top) {
			return true
		}
	}
	return false
}
