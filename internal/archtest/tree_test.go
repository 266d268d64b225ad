package archtest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// topLevel is all that the root holds: what the user prescribed, then what tools insist on finding there.
var topLevel = strings.Fields(`cmd internal ui assets testdata go.mod go.sum README.md
	LICENSE CONTRIBUTING.md CHANGELOG.md .ci .golangci.yml .goreleaser.yaml .gitignore .gitattributes`)

// forbiddenPattern is something that no text file of the project holds.
type forbiddenPattern struct {
	pattern *regexp.Regexp
	words   []string // what the pattern matches has one of them, which are found faster; empty: any text may match
	in      string   // file extensions that are looked at; empty: all text files
	why     string
}

var smells = []forbiddenPattern{
	{
		pattern: regexp.MustCompile(`(?:^|[^\w.\-/])/(?:work|farm|root|home|Users|tmp/\w+)/\w`),
		words:   []string{"/work/", "/farm/", "/root/", "/home/", "/Users/", "/tmp/"},
		why:     "a path of somebody's machine",
	},
	{
		pattern: regexp.MustCompile(`\b(?:TO[D]O|FIX[M]E|XX[X])\b(?:[^(]|$)`),
		in:      ".go .md .sql .yml",
		why:     "a mark without an owner: write TO" + "DO(name) or do it",
	},
}

func TestFilesHoldNoMachinePathsAndNoOrphanedMarks(t *testing.T) {
	for _, top := range topLevel {
		found, err := forbiddenTextBelow(os.DirFS("../.."), top)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		for _, line := range found {
			t.Error(line)
		}
	}
}

func TestTopLevelHoldsWhatIsPrescribed(t *testing.T) {
	// Tracked files and those about to be, without what .gitignore names: a binary built here is no offence.
	if _, err := os.Stat("../../.git"); err != nil {
		t.Skip("not a git checkout")
	}
	git := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	git.Dir = "../.."
	out, err := git.Output()
	if err != nil {
		t.Skip("git lists no files here:", err)
	}
	for name := range strings.SplitSeq(string(out), "\x00") {
		top, _, _ := strings.Cut(name, "/")
		if top != "" && !slices.Contains(topLevel, top) {
			t.Errorf("%s: the top level holds only %s", name, strings.Join(topLevel, ", "))
		}
	}
}

func TestASmellNamesFileAndLine(t *testing.T) {
	tests := map[string]struct{ file, text, want string }{
		"a home directory":          {"a.md", "one\nsee /ho" + "me/asha/notes", "a.md:2: a path of somebody's machine"},
		"a scratch directory":       {"a.go", `x := "/tm` + `p/try/x.db"`, "a.go:1: a path of somebody's machine"},
		"part of an address":        {"a.md", "https://example.com/ho" + "me/asha", ""},
		"a mark without an owner":   {"a.go", "// TO" + "DO: later", "a.go:1: a mark without an owner"},
		"a mark with an owner":      {"a.go", "// TO" + "DO(asha): when goose 4 is out", ""},
		"a customer's words":        {"a.txt", "XX" + "X marks the spot", ""},
		"a picture, whatever is in": {"a.png", "\x00 /ho" + "me/asha/x", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			found, err := forbiddenTextBelow(fstest.MapFS{test.file: {Data: []byte(test.text)}}, ".")
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(found, "\n"); !strings.HasPrefix(got, test.want) || (test.want == "") != (got == "") {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// forbiddenTextBelow looks through the text files at and below a name, one line a find.
func forbiddenTextBelow(root fs.FS, top string) ([]string, error) {
	var found []string
	err := fs.WalkDir(root, top, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		text, err := fs.ReadFile(root, name)
		if err != nil || bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 { // git's rule for binary files
			return err
		}
		found = append(found, forbiddenTextIn(name, text)...)
		return nil
	})
	return found, err
}

func forbiddenTextIn(name string, text []byte) []string {
	var found []string
	for _, s := range smells {
		if s.in != "" && !slices.Contains(strings.Fields(s.in), path.Ext(name)) {
			continue
		}
		if len(s.words) > 0 && !slices.ContainsFunc(s.words, func(w string) bool { return bytes.Contains(text, []byte(w)) }) {
			continue
		}
		if at := s.pattern.FindIndex(text); at != nil {
			line := 1 + bytes.Count(text[:at[1]-1], []byte("\n"))
			found = append(found, fmt.Sprintf("%s:%d: %s", name, line, s.why))
		}
	}
	return found
}
