package archtest

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// mostScopeQuestions is how often package ui may compare where the agent is with one part of the console. What parts do
// in ways of their own stands in the rows of ui/screens.go.
const mostScopeQuestions = 5

func TestScreens_AreAskedAndNotCompared(t *testing.T) {
	found, err := scopeQuestions(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if n := len(found); n > mostScopeQuestions {
		t.Errorf("%d comparisons of a scope, and %d may be: give the screen's row in ui/screens.go a member\n%s",
			n, mostScopeQuestions, strings.Join(found, "\n"))
	}
}

func TestScreens_ComparisonsAreFoundByFileAndLine(t *testing.T) {
	source := "package ui\n\nif c.scope() != keymap.Board {\n\tswitch s.scope() {\n\tcase keymap.Inbox, keymap.FAQ:\n"
	found, err := scopeQuestions(fstest.MapFS{
		"ui/a.go":      {Data: []byte(source)},
		"ui/a_test.go": {Data: []byte(source)},
		"ui/pane/b.go": {Data: []byte(source)},
	})
	if got := strings.Join(found, " "); err != nil || got != "ui/a.go:3 ui/a.go:5" {
		t.Errorf("found %q, %v", got, err)
	}
}

var scopeQuestion = regexp.MustCompile(
	`scope\(\) [!=]= keymap\.|case keymap\.(Inbox|Ticket|Customer|FAQ|Board|Call|Form)\b`,
)

// scopeQuestions returns where package ui compares a scope.
func scopeQuestions(root fs.FS) (found []string, err error) {
	err = eachGoFile(root, func(name string, source []byte) error {
		if path.Dir(name) != "ui" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		for i, line := range strings.Split(string(source), "\n") {
			if scopeQuestion.MatchString(line) {
				found = append(found, fmt.Sprintf("%s:%d", name, i+1))
			}
		}
		return nil
	})
	return found, err
}
