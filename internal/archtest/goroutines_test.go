package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"testing"
)

// starters are what runs a function in a goroutine of its own, where a panic ends the process.
var starters = map[string]string{
	"time.AfterFunc":    "use guard.AfterFunc",
	"context.AfterFunc": "use guard.AfterEnd",
	"sync.WaitGroup":    "its Go recovers from nothing: use guard.Group or guard.Start",
}

// unguarded are the files that may start goroutines in another way, with the reason.
var unguarded = map[string]string{
	"internal/guard":         "the one way is made of the others",
	"ui/uitest":              "drives consoles in tests: a panic has to end them loudly",
	"ui/backend/inflight.go": "counts writes with Add and Done and starts nothing",
}

func TestGoroutines_AreStartedByInternalGuard(t *testing.T) {
	requireNothingFound(t, unguarded, unguardedIn)
}

// TestGoroutines_ExceptionsAreStillNeeded keeps the list of exceptions as short as it can be.
func TestGoroutines_ExceptionsAreStillNeeded(t *testing.T) {
	for name := range unguarded {
		if _, err := os.Stat("../../" + name); err != nil {
			t.Errorf("%s may start goroutines and is not there: %v", name, err)
		}
	}
}

func TestGoroutines_WhatIsFound(t *testing.T) {
	for name, test := range map[string]findingTest{
		"a go statement":    {"internal/cache/pull.go", "func f() { go f() }", "internal/cache/pull.go:2:12: a go statement"},
		"a timer":           {"ui/pane/list.go", "import \"time\"\nfunc f() { time.AfterFunc(0, f) }", "time.AfterFunc: use guard.AfterFunc"},
		"a wait group":      {"internal/cache/pull.go", "import \"sync\"\nvar g sync.WaitGroup", "sync.WaitGroup"},
		"internal/guard":    {"internal/guard/guard.go", "func f() { go f() }", ""},
		"an excepted file":  {"ui/backend/inflight.go", "import \"sync\"\nvar g sync.WaitGroup", ""},
		"its neighbour":     {"ui/backend/submit.go", "import \"sync\"\nvar g sync.WaitGroup", "sync.WaitGroup"},
		"a test":            {"internal/cache/pull_test.go", "func f() { go f() }", ""},
		"a goroutine by us": {"internal/cache/pull.go", "import \"frontdesk/internal/guard\"\nfunc f() { guard.Go(f) }", ""},
	} {
		t.Run(name, func(t *testing.T) { test.check(t, unguarded, unguardedIn) })
	}
}

// unguardedIn returns the places in a file that start goroutines by other means than internal/guard.
func unguardedIn(name string, source []byte) (found []string, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = append(found, fmt.Sprintf("%s: a go statement: use guard.Go or guard.Start", files.Position(n.Pos())))
		case *ast.SelectorExpr:
			if from, ok := n.X.(*ast.Ident); ok {
				if instead, is := starters[from.Name+"."+n.Sel.Name]; is {
					found = append(found, fmt.Sprintf("%s: %s.%s: %s", files.Position(n.Pos()), from.Name, n.Sel.Name, instead))
				}
			}
		}
		return true
	})
	return found, nil
}
