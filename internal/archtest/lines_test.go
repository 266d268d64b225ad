package archtest

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"
)

// maxColumns is the width of a line of code, with tabs of four columns.
const maxColumns = 120

func TestLines_FitIntoTheWidthOfAReviewPane(t *testing.T) {
	found, err := longLinesBelow(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range found {
		t.Error(line)
	}
}

func TestLines_WhatIsFound(t *testing.T) {
	long := strings.Repeat("a", maxColumns)
	tests := map[string]struct{ file, line, want string }{
		"a long line":              {"ui/a.go", "\t" + long, "ui/a.go:2: 124 columns, more than 120"},
		"a line that just fits":    {"ui/a.go", long, ""},
		"a text, broken elsewhere": {"ui/a.go", `return "` + long + `"`, ""},
		"a test":                   {"ui/a_test.go", "\t" + long, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			tree := fstest.MapFS{test.file: {Data: []byte("package a\n" + test.line + "\n")}}
			found, err := longLinesBelow(tree)
			if got := strings.Join(found, "\n"); err != nil || got != test.want {
				t.Errorf("found %q (%v), want %q", got, err, test.want)
			}
		})
	}
}

// longLinesBelow returns the lines of code, without tests, that are too long. A line with a text may be longer: texts
// are searched for, and a broken one is not found.
func longLinesBelow(tree fs.FS) ([]string, error) {
	var found []string
	err := eachGoFile(tree, func(name string, source []byte) error {
		if strings.HasSuffix(name, "_test.go") {
			return nil
		}
		n := 0
		for line := range strings.Lines(string(source)) {
			n++
			line = strings.TrimSuffix(line, "\n")
			width := utf8.RuneCountInString(line) + 3*strings.Count(line, "\t")
			if width > maxColumns && !strings.ContainsAny(line, "\"`") {
				found = append(found, fmt.Sprintf("%s:%d: %d columns, more than %d", name, n, width, maxColumns))
			}
		}
		return nil
	})
	return found, err
}
