package markdown_test

import (
	"slices"
	"testing"

	"frontdesk/ui/markdown"
	"frontdesk/ui/theme"
)

func TestCode_BreaksAtBlanksAndSaysThatALineGoesOn(t *testing.T) {
	for _, c := range []struct {
		name, code string
		want       []string
	}{
		{"short", "make all", []string{"  make all"}},
		{"at a blank", "curl --header x: https://a.example", []string{"  curl --header x:", "↪ https://a.example"}},
		{"not at a hyphen", "run a-long-option --another-one", []string{"  run a-long-option", "↪ --another-one"}},
		{"one word", "abcdefghijklmnopqrstuvwxyz", []string{"  abcdefghijklmnopqr", "↪ stuvwxyz"}},
		{"indented", "    return something + else", []string{"      return", "↪ something + else"}},
		{"a word longer than a line", "x abcdefghijklmnopqrstuvwxyz y", []string{"  x", "↪ abcdefghijklmnopqr", "↪ stuvwxyz y"}},
	} {
		if got := draw(t, markdown.NewRenderer(), "x", "<pre><code>"+c.code+"</code></pre>", markdown.Options{Width: 20, Theme: theme.New(true, true)}); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestProse_IsNarrowWhereCodeAndTablesTakeTheWidth(t *testing.T) {
	const code = "one two three four five six"
	got := draw(t, markdown.NewRenderer(), "x", "<p>"+code+"</p><pre><code>"+code+"</code></pre>", markdown.Options{Width: 40, Prose: 14, Theme: theme.New(true, true)})
	if want := []string{"one two three", "four five six", "", "  " + code}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
