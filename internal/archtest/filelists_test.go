package archtest

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

var (
	// packageComment is the comment before the package clause of a file.
	packageComment = regexp.MustCompile(`(?m)^((?://.*\n)+)package \w`)
	// goFile is the name of a Go file in a comment, or a pattern for several, without a directory.
	goFile = regexp.MustCompile(`(?:^|[^\w./*])([\w*]+\.go)\b`)
)

func TestPackageComments_ListEveryFileOfTheirPackage(t *testing.T) {
	found, err := wrongFileLists(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range found {
		t.Error(line)
	}
}

func TestPackageComments_NameTheFileThatIsWrong(t *testing.T) {
	for name, c := range map[string]struct{ comment, want string }{
		"no list":                 {"// Package a does it.\n", ""},
		"a whole list":            {"// Package a does it.\n//\n//\ta.go        reads\n//\tb.go, b_*.go  writes\n", ""},
		"a file is left out":      {"// Package a does it.\n//\n//\ta.go  reads\n//\tb.go  writes\n", "a/a.go: the list of files leaves out b_unix.go"},
		"a file was renamed":      {"// Package a does it.\n//\n//\ta.go  reads\n//\tb*.go  writes\n//\tc.go  draws\n", "a/a.go: there is no c.go"},
		"a sentence names a file": {"// Package a does it: see b.go, and c/d.go.\n", ""},
		"a sentence is outdated":  {"// Package a does it: see c.go.\n", "a/a.go: there is no c.go"},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := wrongFileLists(fstest.MapFS{
				"a/a.go":      {Data: []byte(c.comment + "package a\n")},
				"a/b.go":      {Data: []byte("package a\n")},
				"a/b_unix.go": {Data: []byte("package a\n")},
				"a/a_test.go": {Data: []byte("package a\n")},
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(found, "\n"); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// wrongFileLists returns what is wrong with the files that package comments name, one line each. A comment that lists
// files, in indented lines, lists all of them but the tests and doc.go, which holds such a comment alone.
func wrongFileLists(root fs.FS) ([]string, error) {
	files, commented := map[string][]string{}, map[string]string{}
	err := eachGoFile(root, func(name string, source []byte) error {
		if strings.HasSuffix(name, "_test.go") {
			return nil
		}
		files[path.Dir(name)] = append(files[path.Dir(name)], path.Base(name))
		if m := packageComment.FindSubmatch(source); m != nil {
			commented[name] = string(m[1])
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var found []string
	for _, name := range slices.Sorted(maps.Keys(commented)) {
		for _, wrong := range wrongNames(commented[name], files[path.Dir(name)]) {
			found = append(found, name+": "+wrong)
		}
	}
	return found, nil
}

// wrongNames compares the names of a package comment with the files of the package.
func wrongNames(comment string, files []string) []string {
	var wrong, listed []string
	for line := range strings.Lines(comment) {
		for _, m := range goFile.FindAllStringSubmatch(line, -1) {
			if !slices.ContainsFunc(files, func(file string) bool { return matches(m[1], file) }) {
				wrong = append(wrong, "there is no "+m[1])
			}
			if strings.HasPrefix(line, "//\t") {
				listed = append(listed, m[1])
			}
		}
	}
	for _, file := range files {
		if listed != nil && file != "doc.go" && !slices.ContainsFunc(listed, func(name string) bool { return matches(name, file) }) {
			wrong = append(wrong, fmt.Sprintf("the list of files leaves out %s", file))
		}
	}
	return wrong
}

// matches reports whether a file has a name, in which a star stands for any part.
func matches(name, file string) bool {
	ok, err := path.Match(name, file)
	return ok && err == nil
}
