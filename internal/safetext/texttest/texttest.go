// Package texttest holds hostile and ordinary texts for the tests of everything that prints, and checks what reaches a
// terminal. The check shares no code with package safetext, so that a fault passes only if both are wrong.
package texttest

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// Case is one hostile text.
type Case struct {
	Name string
	Text string
}

// Hostile reads testdata/hostile.txt: `name: "text" + "more" * 500`, one text a line, in Go's quoting.
func Hostile(tb testing.TB) []Case {
	tb.Helper()
	var cases []Case
	for n, line := range lines(tb, "hostile.txt") {
		name, source, _ := strings.Cut(line, ": ")
		s, err := expand(source)
		if err != nil {
			tb.Fatalf("testdata/hostile.txt: text %d (%s): %v", n+1, name, err)
		}
		if !Long() {
			s = cut(s, 40<<10) // more than any limit but that of a raw line, and than a piece of an article
		}
		cases = append(cases, Case{name, s})
	}
	return cases
}

// Long reports whether tests are wanted in their long form, with every text and every write: CONTRIBUTING.md tells how.
func Long() bool { return os.Getenv("FRONTDESK_TEST_LONG") != "" }

// ManyAtOnce lets four tests of a package run at once on a machine with fewer cores, for tests that mostly wait: for
// processes, for answers or for the next try of a request. More would only make each of them last longer. The flag
// -parallel decides where it is given. For TestMain.
func ManyAtOnce() {
	if err := flag.Set("test.parallel", strconv.Itoa(max(4, runtime.GOMAXPROCS(0)))); err != nil {
		panic(err) // cannot happen: the flag is defined by testing
	}
}

// Some returns every eighth hostile text, which leaves some of each class, cut to short bytes: for tests that carry
// each text through much of the program. In the long form they are all of them, cut to long bytes. The race detector,
// to which one text is like another, sees every 32nd.
func Some(tb testing.TB, short, long int) []Case {
	tb.Helper()
	all, step, most := Hostile(tb), 8, short
	switch {
	case Long():
		step, most = 1, long
	case Race:
		step = 32
	}
	var some []Case
	for n := 0; n < len(all); n += step {
		some = append(some, Case{all[n].Name, cut(all[n].Text, most)})
	}
	return some
}

// cut returns the first bytes of a text, without part of a character at the end: that would be another text.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most]
}

// Honest reads testdata/scripts.txt: `language: text`, texts of many scripts that must be shown unchanged.
func Honest(tb testing.TB) []string {
	tb.Helper()
	var texts []string
	for _, line := range lines(tb, "scripts.txt") {
		_, text, _ := strings.Cut(line, ": ")
		texts = append(texts, text)
	}
	return texts
}

// lines returns the lines of a file in testdata at the root of the module, without comments.
func lines(tb testing.TB, name string) []string {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(root(tb), "testdata", name))
	if err != nil {
		tb.Fatal(err)
	}
	var all []string
	sc := bufio.NewScanner(bytes.NewReader(data))
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		if line := sc.Text(); line != "" && line[0] != '#' {
			all = append(all, line)
		}
	}
	return all
}

// root returns the directory of go.mod, above the package under test.
func root(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	tb.Fatal("no go.mod above the working directory")
	return ""
}

// expand reads quoted pieces joined by "+", each repeated by "* n".
func expand(source string) (string, error) {
	var b strings.Builder
	for rest := source; rest != ""; {
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return "", fmt.Errorf("%w at %.20q", err, rest)
		}
		piece, _ := strconv.Unquote(quoted)
		rest = rest[len(quoted):]
		times := 1
		if after, ok := strings.CutPrefix(rest, " * "); ok {
			digits := len(after) - len(strings.TrimLeft(after, "0123456789"))
			times, _ = strconv.Atoi(after[:digits])
			rest = after[digits:]
		}
		b.WriteString(strings.Repeat(piece, times))
		rest = strings.TrimPrefix(rest, " + ")
	}
	return b.String(), nil
}
