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

// mostMethods is how many methods a type may have: of one with more, nobody knows who changes its state.
const mostMethods = 150

// withMoreMethods holds the types that have more still, and how many. A number only falls.
var withMoreMethods = map[string]int{
	"ui/pane.Inbox": 198,
}

// spareMethods is how far a number may be above what the type has, so that not each change of it changes the row.
const spareMethods = 10

func TestMethods_NoTypeHasMoreThanItMay(t *testing.T) {
	counts, err := methodsBelow(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range withWrongCount(counts, withMoreMethods) {
		t.Error(wrong)
	}
}

func TestMethods_RowsAreForTypesThatHaveAsMany(t *testing.T) {
	counts, err := methodsBelow(fstest.MapFS{
		"a/a.go":      {Data: []byte("package a\n\nfunc (x *X[T]) f() {}\n\nfunc (x X[T]) g() {}\n\nfunc h() {}\n")},
		"a/a_test.go": {Data: []byte("package a\n\nfunc (X[T]) h() {}\n")},
	})
	if want := map[string]int{"a.X": 2}; err != nil || !maps.Equal(counts, want) {
		t.Errorf("counted %v, %v", counts, err)
	}
	counts = map[string]int{"a.Big": 151, "a.Fits": 150, "a.Grown": 201, "a.Known": 195, "a.Shrunk": 170}
	rows := map[string]int{"a.Grown": 200, "a.Known": 200, "a.Shrunk": 200}
	want := "a.Big has 151 methods, and may have 150: give a part of it what it alone needs\n" +
		"a.Grown has 201 methods, and may have 200: give a part of it what it alone needs\n" +
		"a.Shrunk has 170 methods: lower its row from 200"
	if got := strings.Join(withWrongCount(counts, rows), "\n"); got != want {
		t.Errorf("found\n%s", got)
	}
}

// withWrongCount returns the types that have more methods than they may, or a row that is too high.
func withWrongCount(counts, rows map[string]int) (wrong []string) {
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		row, listed := rows[name]
		switch n, may := counts[name], max(row, mostMethods); {
		case n > may:
			wrong = append(wrong, fmt.Sprintf("%s has %d methods, and may have %d: give a part of it what it alone needs", name, n, may))
		case listed && n < row-spareMethods:
			wrong = append(wrong, fmt.Sprintf("%s has %d methods: lower its row from %d", name, n, row))
		}
	}
	return wrong
}

var receiver = regexp.MustCompile(`(?m)^func \((?:\w+ )?\*?(\w+)(?:\[[^\]]*\])?\) `)

// methodsBelow counts the methods of each type, without tests.
func methodsBelow(root fs.FS) (map[string]int, error) {
	counts := map[string]int{}
	err := eachGoFile(root, func(name string, source []byte) error {
		if strings.HasSuffix(name, "_test.go") {
			return nil
		}
		for _, found := range receiver.FindAllSubmatch(source, -1) {
			counts[path.Dir(name)+"."+string(found[1])]++
		}
		return nil
	})
	return counts, err
}
