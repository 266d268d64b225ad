package markdown_test

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"frontdesk/internal/safetext"
	"frontdesk/ui/markdown"
	"frontdesk/ui/widget"
)

// newArticle returns escaped HTML of about size bytes as editors of help desks make it.
func newArticle(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size*4/5; i++ {
		fmt.Fprintf(&b, `<h2>Step %d</h2><p style="margin:0">Hold the <b>power</b>&nbsp;button for <span style="color:red"><i>10</i> seconds</span>, `+
			`then see <a href="https://help.example/a?x=%d&amp;y=2">the guide</a>.</p><ul><li>Unplug it<li>Wait &amp; plug it in</ul>`, i, i)
		if i%10 == 0 {
			b.WriteString(`<table><tbody><tr><td>Model</td><td>Beeps</td></tr><tr><td>A1</td><td>2</td></tr></tbody></table>`)
		}
	}
	return html.EscapeString(b.String())
}

// BenchmarkDraw measures drawing articles, and drawing them again from the cache.
func BenchmarkDraw(b *testing.B) {
	options := markdown.Options{Width: 100, Theme: dark}
	for _, size := range []int{50, 500} {
		raw := safetext.NewHTML(newArticle(size << 10))
		b.Run(fmt.Sprintf("all of %d KB", size), func(b *testing.B) {
			for b.Loop() {
				_, _ = markdown.NewRenderer().Render(b.Context(), "a", raw, options)
			}
		})
		b.Run(fmt.Sprintf("%d KB from memory to the window", size), func(b *testing.B) {
			r := markdown.NewRenderer()
			_, _ = r.Render(b.Context(), "a", raw, options)
			for b.Loop() {
				page, _ := r.Cached("a", options)
				var s widget.Viewport
				s.SetSize(100, 36)
				s.SetContentLines(page.Lines)
				_ = s.View()
			}
		})
	}
}
