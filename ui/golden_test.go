package ui_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"frontdesk/ui/uitest"
)

var update = flag.Bool("update", false, "write the golden frames anew")

// frames are the screens that golden frames hold, each with the keys that lead there on the sample desk.
var frames = map[string][]string{
	"inbox":          {},
	"inbox-filtered": {"/", "r", "e", "f", "u"},
	"inbox-at-risk":  {"3", "s"},
	"ticket":         {"3", "enter"},
	"ticket-search":  {"3", "enter", "/", "a", "c", "m"},
	"update":         {"3", "u"},
	"callback":       {"3", "b", "m", "o", "n", "space", "9", ":", "0", "0"},
	"new-ticket":     {"n"},
	"faq-tree":       {"f"},
	"faq-hits":       {"f", "r", "e", "f", "u", "n", "d"},
	"faq-article":    {"f", "r", "e", "f", "u", "n", "d", "enter"},
	"faq-for-form":   {"c", "ctrl+f", "r", "e", "f", "u", "n", "d", "enter"},
	"help":           {"?"},
	"palette":        {"ctrl+p", "c", "a", "l", "l"},
	"dates":          {"d"},
	"customer":       {"j", "j", "C"},
	"customer-alone": {"j", "j", "C", "C", "j", "j"},
	"find":           {"F", "r", "a", "m", "s"},
	"find-by-phone":  {"F", "4", "4", "7", "7"},
}

func TestScreensLookAsTheyDid(t *testing.T) {
	for name, keys := range frames {
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			file := filepath.Join("..", "testdata", "frames", fmt.Sprintf("%s.%dx%d.txt", name, size[0], size[1]))
			t.Run(fmt.Sprintf("%s %dx%d", name, size[0], size[1]), func(t *testing.T) {
				uitest.Run(t, uitest.Options{Width: size[0], Height: size[1]}, func(t *testing.T, s *uitest.Story) {
					s.Press(keys...)
					golden(t, file, s.Screen()+"\n")
				})
			})
		}
	}
}

// golden compares with what a file holds, or writes it with -update.
func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("it looks otherwise now; go test ./ui -update takes it over.\n--- was\n%s\n--- is\n%s", want, got)
	}
}
