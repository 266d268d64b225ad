package ui_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
)

var update = flag.Bool("update", false, "write golden frames, pictures and transcripts anew")

// compareGolden compares what a test has drawn with its golden file, or writes the file with -update. run selects the
// test.
func compareGolden(t *testing.T, what, run, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s looks otherwise; go test ./ui -run '%s' -update draws it anew\n%s",
			what, run, diff.Diff("golden", want, "now", []byte(got)))
	}
}
