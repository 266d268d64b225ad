package faqindex_test

import (
	"testing"
	"unicode/utf8"

	"frontdesk/internal/faqindex"
	"frontdesk/internal/safetext/texttest"
)

// TestHostileText_IsFoundAndShownWithoutHarm puts every hostile text into titles, bodies, queries and files.
func TestHostileText_IsFoundAndShownWithoutHarm(t *testing.T) {
	file := place(t)
	x := faqindex.Open(file)
	for i, c := range texttest.Some(t, 8<<10, 256<<10) {
		put(t, x, noon, article(int64(i), "Needle "+c.Text, "<p>needle "+c.Text+" needle</p>"))
		for _, hits := range [][]faqindex.Hit{x.Search(c.Text, 3, nil), x.Suggest([]faqindex.Part{{Text: c.Text, Weight: 1}}, 3), x.Search("needl", 3, nil)} {
			for _, h := range hits {
				checkHit(t, c.Name, h)
			}
		}
		for _, m := range faqindex.Marks(c.Text, []string{"a", "needle"}) {
			if m.From < 0 || m.To > len(c.Text) || m.From >= m.To {
				t.Errorf("%s: marked %v", c.Name, m)
			}
		}
	}
	for _, h := range faqindex.Open(file).Search("needle", 1000, nil) {
		checkHit(t, "after a restart", h)
	}
}

func checkHit(t *testing.T, name string, h faqindex.Hit) {
	t.Helper()
	for _, shown := range []struct {
		text  string
		marks []faqindex.Range
	}{{h.Title.String(), h.TitleMarks}, {h.Snippet.String(), h.SnippetMarks}} {
		if err := texttest.Forbidden(shown.text); err != nil {
			t.Errorf("%s: %v in %q", name, err, shown.text)
		}
		last := 0
		for _, m := range shown.marks {
			if m.From < last || m.To > len(shown.text) || m.From >= m.To || !utf8.ValidString(shown.text[m.From:m.To]) {
				t.Errorf("%s: %v is marked in %q", name, m, shown.text)
				return
			}
			last = m.To
		}
	}
}
