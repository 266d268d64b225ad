package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// leadingName is the identifier with which a doc comment begins, if it begins with one: a sentence begins with a
// capital.
var leadingName = regexp.MustCompile(`^[a-z_][A-Za-z0-9_]*\b`)

func TestDocComments_NameWhatTheyDescribe(t *testing.T) {
	found, err := misnamedBelow(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range found {
		t.Error(line)
	}
}

func TestDocComments_WhatIsFound(t *testing.T) {
	tests := map[string]struct{ code, want string }{
		"an old name":    {"// visit counts a row.\nfunc visitRow() {}", "ui/a.go:2: the comment of visitRow begins with visit"},
		"the name":       {"// visitRow counts a row.\nfunc visitRow() {}", ""},
		"a sentence":     {"// A row is counted.\nfunc visitRow() {}", ""},
		"a type":         {"// rows is a list.\ntype list []int", "ui/a.go:2: the comment of list begins with rows"},
		"a group":        {"// sizes of windows\nconst (\n\ta = 1\n\tb = 2\n)", ""},
		"no doc comment": {"func visitRow() {} // visit counts", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			tree := fstest.MapFS{"ui/a.go": {Data: []byte("package a\n" + test.code + "\n")}}
			found, err := misnamedBelow(tree)
			if got := strings.Join(found, "\n"); err != nil || got != test.want {
				t.Errorf("found %q (%v), want %q", got, err, test.want)
			}
		})
	}
}

// misnamedBelow returns the doc comments that begin with another name than that of their declaration, as a rename
// leaves them behind.
func misnamedBelow(tree fs.FS) ([]string, error) {
	var found []string
	err := eachGoFile(tree, func(name string, source []byte) error {
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			doc, declared := described(d)
			if got := leadingName.FindString(doc.Text()); got != "" && declared != "" && got != declared {
				line := set.Position(doc.Pos()).Line
				found = append(found, fmt.Sprintf("%s:%d: the comment of %s begins with %s", name, line, declared, got))
			}
		}
		return nil
	})
	return found, err
}

// described returns the doc comment of a declaration and its name; none for a group.
func described(d ast.Decl) (doc *ast.CommentGroup, name string) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Doc, d.Name.Name
	case *ast.GenDecl:
		if len(d.Specs) != 1 {
			return nil, ""
		}
		switch s := d.Specs[0].(type) {
		case *ast.TypeSpec:
			return d.Doc, s.Name.Name
		case *ast.ValueSpec:
			return d.Doc, s.Names[0].Name
		}
	}
	return nil, ""
}
