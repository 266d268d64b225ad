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

// limits are what there may be a number of and no more, outside of tests. A number only falls.
var limits = []limit{
	{
		what: "comparisons of a scope in package ui", most: 5,
		in:      regexp.MustCompile(`^ui/[^/]*$`),
		pattern: regexp.MustCompile(`scope\(\) [!=]= keymap\.|case keymap\.(?:Inbox|Ticket|Customer|FAQ|Board|Call|Form)\b`),
		why:     "what a screen does in its own way stands in its row in ui/screens.go: give that a member",
	},
	{
		what: "types of messages in ui", most: 25,
		in:      regexp.MustCompile(`^ui/`),
		pattern: regexp.MustCompile(`(?m)^(?:type |\t)\w+Msg(?:\[[^\]]*\])? +[\w.\[({*]`),
		why:     "what one part asks for needs none (backend.Do), and what a request brings for many is a backend.Answer",
	},
	{
		what: "functions SpotAt and Describe in ui", most: 6,
		in:      regexp.MustCompile(`^ui/`),
		pattern: regexp.MustCompile(`(?m)^func \([^)]*\) (?:SpotAt|Describe)\(`),
		why:     "each kind of body, such as a list, says once what the mouse meets and what accessible mode reads",
	},
	{
		what: "methods", ofEach: true, most: 150, // of a type
		in:      regexp.MustCompile(``),
		pattern: regexp.MustCompile(`(?m)^func \((?:\w+ )?\*?(\w+)(?:\[[^\]]*\])?\) `),
		why:     "of a type with more, nobody knows who changes its state: give a part of it what it alone needs",
	},
}

// limit is how many places a pattern may have.
type limit struct {
	what    string
	in      *regexp.Regexp // the files that count
	pattern *regexp.Regexp
	ofEach  bool // the limit is that of each name that the pattern finds in a package, and not of all places
	most    int
	why     string
}

func TestLimits_AreKept(t *testing.T) {
	for _, l := range limits {
		places, err := l.places(os.DirFS("../.."))
		if err != nil {
			t.Fatal(err)
		}
		for _, wrong := range l.wrong(places) {
			t.Error(wrong)
		}
	}
}

func TestLimits_PlacesAreFound(t *testing.T) {
	const scopes = "package ui\n\nif c.scope() != keymap.Board {\n\tswitch s.scope() {\n\tcase keymap.Inbox, keymap.FAQ:\n"
	const messages = "package a\n\ntype aMsg struct{}\n\ntype BMsg[T any] struct{}\n\ntype Loaded = Answer[int, int]\n\n" +
		"type (\n\tcMsg int\n\tmsgs int\n)\n\nfunc f(aMsg int) {\n\taMsg = 1\n}\n"
	const bodies = "package a\n\nfunc (x *X) SpotAt(p P) S {}\n\nfunc (x X) Describe() {}\n\nfunc (x X) SpotAtAll() {}\n"
	const methods = "package a\n\nfunc (x *X[T]) f() {}\n\nfunc (x X[T]) g() {}\n\nfunc h() {}\n"
	for i, c := range []struct{ file, elsewhere, source, want string }{
		{"ui/a.go", "ui/pane/a.go", scopes, "map[:[ui/a.go:3 ui/a.go:5]]"},
		{"ui/a/a.go", "internal/a.go", messages, "map[:[ui/a/a.go:3 ui/a/a.go:5 ui/a/a.go:10]]"},
		{"ui/a/a.go", "internal/a.go", bodies, "map[:[ui/a/a.go:3 ui/a/a.go:5]]"},
		{"a/a.go", "a/a_test.go", methods, "map[a.X:[a/a.go:3 a/a.go:5]]"},
	} {
		places, err := limits[i].places(fstest.MapFS{
			c.file: {Data: []byte(c.source)}, c.elsewhere: {Data: []byte(c.source)},
			strings.TrimSuffix(c.file, ".go") + "_test.go": {Data: []byte(c.source)},
		})
		if got := fmt.Sprint(places); got != c.want || err != nil {
			t.Errorf("%s: found %s, %v", limits[i].what, got, err)
		}
	}
}

func TestLimits_WhatIsWrongIsSaid(t *testing.T) {
	one := limit{what: "cats", most: 1, why: "one is enough"}
	each := limit{what: "cats", ofEach: true, most: 1, why: "one is enough"}
	for _, c := range []struct {
		of     limit
		places map[string][]string
		want   string
	}{
		{one, map[string][]string{"": {"a.go:1"}}, ""},
		{one, map[string][]string{"": {"a.go:1", "a.go:2"}}, "2 cats, and there may be 1: one is enough\na.go:1\na.go:2"},
		{one, nil, "0 cats: set their limit to that"},
		{each, nil, ""},
		{each, map[string][]string{"a.X": {"1", "2"}, "a.Y": {"3"}}, "a.X: 2 cats, and there may be 1: one is enough"},
	} {
		if got := strings.Join(c.of.wrong(c.places), "; "); got != c.want {
			t.Errorf("%v: %q", c.places, got)
		}
	}
}

// places returns where the pattern is found, by the name that it finds there.
func (l limit) places(root fs.FS) (map[string][]string, error) {
	found := map[string][]string{}
	err := eachGoFile(root, func(name string, source []byte) error {
		if !l.in.MatchString(name) || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		for _, at := range l.pattern.FindAllSubmatchIndex(source, -1) {
			key := ""
			if l.ofEach {
				key = path.Dir(name) + "." + string(source[at[2]:at[3]])
			}
			line := strings.Count(string(source[:at[0]]), "\n") + 1
			found[key] = append(found[key], fmt.Sprintf("%s:%d", name, line))
		}
		return nil
	})
	return found, err
}

// wrong says which limits are passed, and which could be lower.
func (l limit) wrong(places map[string][]string) (wrong []string) {
	if l.ofEach {
		for _, name := range slices.Sorted(maps.Keys(places)) {
			if n := len(places[name]); n > l.most {
				wrong = append(wrong, fmt.Sprintf("%s: %d %s, and there may be %d: %s", name, n, l.what, l.most, l.why))
			}
		}
		return wrong
	}
	switch all := places[""]; {
	case len(all) > l.most:
		return []string{fmt.Sprintf("%d %s, and there may be %d: %s\n%s",
			len(all), l.what, l.most, l.why, strings.Join(all, "\n"))}
	case len(all) < l.most:
		return []string{fmt.Sprintf("%d %s: set their limit to that", len(all), l.what)}
	}
	return nil
}
