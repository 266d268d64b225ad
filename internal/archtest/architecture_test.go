package archtest

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// architecture reads the page that lists the packages and says where to start for a change.
func architecture(t *testing.T) string {
	t.Helper()
	content, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

var pathInCode = regexp.MustCompile("`((?:assets|cmd|internal|testdata|ui)(?:/[^` ]*)?|[A-Z]+\\.md)`")

func TestArchitecture_NamesFilesThatExist(t *testing.T) {
	content, root := architecture(t), os.DirFS("../..")
	for _, found := range pathInCode.FindAllStringSubmatch(content, -1) {
		if _, err := fs.Stat(root, path.Clean(found[1])); err != nil {
			t.Error(err)
		}
	}
	rows := 0
	for _, rest := range strings.Split(content, "| To change | Start at |\n|---|---|\n")[1:] {
		table, _, _ := strings.Cut(rest, "\n\n")
		for row := range strings.SplitSeq(table, "\n") {
			rows++
			if !pathInCode.MatchString(row) {
				t.Errorf("no path in %s", row)
			}
		}
	}
	if rows < 25 {
		t.Errorf("the tables have %d rows", rows)
	}
}

func TestArchitecture_ListsEveryPackage(t *testing.T) {
	content := architecture(t)
	packages, err := packagesBelow(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range packages {
		if !strings.Contains(content, "| `"+dir+"` |") {
			t.Errorf("%s is not listed", dir)
		}
	}
}
