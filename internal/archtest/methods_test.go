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

func TestMethods_NoTypeHasMoreThanItMay(t *testing.T) {
	counts, err := methodsBelow(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, wrong := range withTooMany(counts) {
		t.Error(wrong)
	}
}

func TestMethods_AreCountedByType(t *testing.T) {
	counts, err := methodsBelow(fstest.MapFS{
		"a/a.go":      {Data: []byte("package a\n\nfunc (x *X[T]) f() {}\n\nfunc (x X[T]) g() {}\n\nfunc h() {}\n")},
		"a/a_test.go": {Data: []byte("package a\n\nfunc (X[T]) h() {}\n")},
	})
	if want := map[string]int{"a.X": 2}; err != nil || !maps.Equal(counts, want) {
		t.Errorf("counted %v, %v", counts, err)
	}
	counts = map[string]int{"a.Big": 151, "a.Fits": 150}
	want := []string{"a.Big has 151 methods, and may have 150: give a part of it what it alone needs"}
	if got := withTooMany(counts); !slices.Equal(got, want) {
		t.Errorf("found %q", got)
	}
}

// withTooMany returns the types that have more methods than they may.
func withTooMany(counts map[string]int) (wrong []string) {
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if n := counts[name]; n > mostMethods {
			wrong = append(wrong,
				fmt.Sprintf("%s has %d methods, and may have %d: give a part of it what it alone needs", name, n, mostMethods))
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
