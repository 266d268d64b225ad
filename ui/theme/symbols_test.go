package theme

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"frontdesk/internal/termwidth"
)

func TestPlain_NothingMoves(t *testing.T) {
	for r, plain := range plainSymbols {
		if w := termwidth.Width(string(r)); w != 1 || plain < ' ' || plain > '~' {
			t.Errorf("%q is %d columns wide and %q stands for it", r, w, plain)
		}
	}
}

// drawingPackages hold the texts of the console.
var drawingPackages = []string{
	"..", "../../internal/keymap", "../../internal/desk", "../../internal/stats", "../../internal/filter",
}

// apart are the packages and files in them whose texts are not drawn in the console's window. layouts.go has the letters
// of keyboards, agentname.go those that look alike.
var apart = []string{"accessible", "uitest", "testdata", "theme", "layouts.go", "agentname.go"}

func TestPlain_EveryCharacterOfTheConsolesOwnTextsHasOne(t *testing.T) {
	read := 0
	for _, dir := range drawingPackages {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && slices.Contains(apart, d.Name()) {
				if d.IsDir() {
					return filepath.SkipDir
				}
				return nil
			}
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			read++
			checkLiterals(t, path)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if read < 200 {
		t.Errorf("only %d files were read", read)
	}
}

// checkLiterals fails for each character of the texts in a file that has no plain one.
func checkLiterals(t *testing.T, path string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && (lit.Kind == token.STRING || lit.Kind == token.CHAR) {
			for _, r := range PlainRow(lit.Value) {
				if r > unicode.MaxASCII {
					t.Errorf("%s: %q of %s has no plain character", path, r, lit.Value)
				}
			}
		}
		return true
	})
}

func TestPlain_NoSceneHasACharacterThatIsNotOfTheRecords(t *testing.T) {
	inRecords := map[rune]bool{}
	records := []string{"../../assets/sample", "../uitest"}
	for _, dir := range records {
		readAll(t, dir, func(_, text string) {
			for _, r := range text {
				inRecords[r] = true
			}
		})
	}
	scenes := 0
	readAll(t, "../../testdata/scenes", func(path, frame string) {
		scenes++
		for _, r := range PlainRow(frame) {
			if r > unicode.MaxASCII && !inRecords[r] {
				t.Errorf("%s has %q", path, r)
			}
		}
	})
	if scenes < 200 {
		t.Errorf("only %d frames were read", scenes)
	}
}

// readAll calls f with every file in a directory.
func readAll(t *testing.T, dir string, f func(path, text string)) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		f(path, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
