package widget_test

import (
	"fmt"
	"testing"

	"frontdesk/ui/widget"
)

func TestWordSpans_EachTypedWordOnceAndInOrder(t *testing.T) {
	for _, c := range []struct{ line, typed, want string }{
		{"Sort the list", "list sort", "[{0 4} {9 13}]"},
		{"Sort the list", "so ort", "[{0 2} {2 4}]"},
		{"Résumé", "resu sum", "[{0 5} {5 6}]"},
		{"Sort", "", "[]"},
		{"Sort", "zeppelin", "[]"},
	} {
		if got := fmt.Sprint(widget.WordSpans(c.line, c.typed)); got != c.want {
			t.Errorf("%q in %q: %s, want %s", c.typed, c.line, got, c.want)
		}
	}
}
