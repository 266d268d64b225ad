package markdown_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"frontdesk/internal/safetext"
	"frontdesk/ui/markdown"
)

// pieces are what the bodies of TestMarkdown_SaysWhatTheTextSays are made of.
var pieces = []string{
	"<p>", "</p>", "<div>", "</div>", "<b>", "</b>", "<i>", "</i>", "<code>", "</code>", "<s>", "</s>", "<ul>", "</ul>", "<ol>", "<ol start=7><li>x",
	"<ol type=a>", "</ol>", "<li>", "</li>", "<blockquote>", "</blockquote>", "<pre>", "</pre>", "<table><tr><td>a<td>b", "<tr>", "<td>", "</table>",
	"<br>", "<hr>", "<h2>", "</h2>", "<span>", "</span>", "<sup>2</sup>", "one", "two ", " three", "Größe", "(", ")", ".", ": ", "1. ", "- ", "# ", "*", "**",
	"_", "`", "``", "~~", "&amp;", "amp;", "&amp;copy;", "#38;", "&lt;b&gt;", "|", "\\", "\n", " ", "  ", "[x](y)", "![", "]", "http://a.example/b_c ", " a@b.example", "x=1",
	"<p style='white-space:pre'>", "+", "$", "9) ", "\u0301", "한", "<input type=checkbox>", "<!-- c -->",
}

// What an article says does not depend on how it is read: drawn for a console, or printed as text.
func TestMarkdown_SaysWhatTheTextSays(t *testing.T) {
	random := rand.New(rand.NewPCG(20, 26))
	r := markdown.NewRenderer()
	for range 2000 {
		var b strings.Builder
		b.WriteString("<div>")
		for range 2 + random.IntN(14) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		requireSameWords(t, r, b.String())
	}
}

func requireSameWords(t *testing.T, r *markdown.Renderer, body string) {
	t.Helper()
	text := safetext.NewHTML(body).Text().String()
	lines := draw(t, r, body, body, markdown.Options{Width: 5000})
	drawn := stripStyles(strings.Join(lines, "\n"))
	if got, want := lettersOf(drawn), lettersOf(strings.ReplaceAll(text, "~~", "")); got != want && got != lettersOf(text) {
		t.Errorf("%q\nis drawn as\n%s\nand printed as\n%s\nmarkdown:\n%s", body, drawn, text, safetext.NewHTML(body).Markdown())
	}
}

// lettersOf returns a text without what the two ways draw differently: blanks, rules, bullets, lines beside quotes.
func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("─—•│┼>|◌", r) {
			return -1
		}
		return r
	}, s)
}
