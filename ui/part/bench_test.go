package part_test

import (
	"context"
	"errors"
	"fmt"
	"html"
	"strings"
	"testing"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/part"
)

// article is escaped HTML of about size bytes as editors of help desks make it.
func article(size int) string {
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

var errSeen = errors.New("seen")

// BenchmarkDraw draws articles: until something is to be seen, to the end, and again from memory.
func BenchmarkDraw(b *testing.B) {
	look := part.Options{Width: 100, Theme: dark}
	for _, size := range []int{50, 500} {
		raw := safetext.NewHTML(article(size << 10))
		b.Run(fmt.Sprintf("first screen of %d KB", size), func(b *testing.B) {
			for b.Loop() {
				ctx, stop := context.WithCancelCause(b.Context())
				_ = part.NewRenderer().Render(ctx, "a", raw, look, func(part.Rendered) { stop(errSeen) })
			}
		})
		b.Run(fmt.Sprintf("all of %d KB", size), func(b *testing.B) {
			for b.Loop() {
				_ = part.NewRenderer().Render(b.Context(), "a", raw, look, func(part.Rendered) {})
			}
		})
		b.Run(fmt.Sprintf("%d KB from memory to the window", size), func(b *testing.B) {
			r := part.NewRenderer()
			_ = r.Render(b.Context(), "a", raw, look, func(part.Rendered) {})
			for b.Loop() {
				page, _ := r.Cached("a", look)
				var s part.Viewport
				s.SetSize(100, 36)
				s.SetContentLines(page.Lines)
				_ = s.View()
			}
		})
	}
}

// BenchmarkScroll moves and draws a window of 120×40 over 100,000 lines.
func BenchmarkScroll(b *testing.B) {
	lines := make([]string, 100_000)
	for i := range lines {
		lines[i] = fmt.Sprintf("\x1b[1m%06d\x1b[m Hold the power button for ten seconds and tell the customer what to expect", i)
	}
	var s part.Viewport
	s.SetSize(120, 40)
	s.SetContentLines(lines)
	b.Run("move", func(b *testing.B) {
		for b.Loop() {
			s.Move(1)
			_ = s.View()
		}
	})
	b.Run("ends", func(b *testing.B) {
		for b.Loop() {
			s.GotoBottom()
			_ = s.View()
			s.GotoTop()
			_ = s.View()
		}
	})
	b.Run("find", func(b *testing.B) {
		for b.Loop() {
			s.Search("customer")
			_ = s.View()
		}
	})
}

// BenchmarkList moves through 100,000 rows and writes the 40 that are seen.
func BenchmarkList(b *testing.B) {
	titles := make([]string, 100_000)
	for i := range titles {
		titles[i] = fmt.Sprintf("713516%06d  Screen stays black & beeps, 画面が真っ暗  Unattended  2h", i)
	}
	var l part.ListWindow
	l.SetSize(40)
	l.SetCount(len(titles))
	view := func() string {
		var s strings.Builder
		from, to := l.Visible()
		for _, title := range titles[from:to] {
			s.WriteString(termwidth.Pad(title, 120))
			s.WriteByte('\n')
		}
		return s.String()
	}
	for name, move := range map[string]func(){"one row": func() { l.Move(1) }, "both ends": func() { l.Bottom(); l.Top() }} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				move()
				_ = view()
			}
		})
	}
}
