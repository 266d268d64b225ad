package archtest

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// bannedWords are words for which CONTRIBUTING.md has another one.
var bannedWords = regexp.MustCompile(`(?i)carried out|\bthr(ow|own|ows) (it |this )?away|\basks again|all the same|` +
	`into the outbox|takes? (it|the filter) away|cannot be taken back|not known whether it arrived|^.(not known|looking…).$`)

// bannedIn returns the string literals of a Go file that hold a banned word.
func bannedIn(source []byte) []string {
	var found []string
	var s scanner.Scanner
	files := token.NewFileSet()
	s.Init(files.AddFile("", -1, len(source)), source, nil, 0)
	for {
		_, tok, lit := s.Scan()
		if tok == token.EOF {
			return found
		}
		if tok == token.STRING && bannedWords.MatchString(lit) {
			found = append(found, lit)
		}
	}
}

func TestWords_OnTheScreenAreThoseOfTheGlossary(t *testing.T) {
	err := filepath.WalkDir("../../ui", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, text := range bannedIn(source) {
			t.Errorf("%s: %s: CONTRIBUTING.md has another word", path, text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestWords_WhatIsFound(t *testing.T) {
	source := "package a\n// carried out\nvar b = \"it was carried out\"\nvar c = \"discard it\"\n"
	if found := bannedIn([]byte(source)); len(found) != 1 {
		t.Errorf("found %q", found)
	}
}
