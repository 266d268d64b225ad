package archtest

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// mostBodies is how many functions of ui may say what the mouse meets, or what accessible mode reads: each kind of body,
// such as a list, a text or a form, says it once for all that have one. It only falls.
const mostBodies = 8

func TestBodies_AnswerTheMouseAndAccessibleModeOnce(t *testing.T) {
	n, err := bodiesBelow(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if n > mostBodies {
		t.Errorf("%d functions SpotAt and Describe in ui, and %d are enough: give the data to a body that has them", n, mostBodies)
	}
	if n < mostBodies {
		t.Errorf("%d functions SpotAt and Describe in ui: set mostBodies to that", n)
	}
}

func TestBodies_AreCountedInTheInterfaceWithoutTests(t *testing.T) {
	n, err := bodiesBelow(fstest.MapFS{
		"ui/a/a.go":      {Data: []byte("package a\n\nfunc (x *X) SpotAt(p P) S {}\n\nfunc (x X) Describe() {}\n\nfunc (x X) SpotAtAll() {}\n")},
		"ui/a/a_test.go": {Data: []byte("package a\n\nfunc (x X) Describe() {}\n")},
		"internal/a.go":  {Data: []byte("package a\n\nfunc (x X) Describe() {}\n")},
	})
	if n != 2 || err != nil {
		t.Errorf("counted %d, %v", n, err)
	}
}

var bodyMethod = regexp.MustCompile(`(?m)^func \([^)]*\) (?:SpotAt|Describe)\(`)

// bodiesBelow counts the functions of ui that answer the mouse or accessible mode.
func bodiesBelow(root fs.FS) (n int, err error) {
	err = eachGoFile(root, func(name string, source []byte) error {
		if strings.HasPrefix(name, "ui/") && !strings.HasSuffix(name, "_test.go") {
			n += len(bodyMethod.FindAll(source, -1))
		}
		return nil
	})
	return n, err
}
