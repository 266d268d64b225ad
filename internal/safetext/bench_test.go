package safetext

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"frontdesk/internal/safetext/texttest"
)

// htmlArticle returns escaped HTML of about size bytes as editors of help desks make it.
func htmlArticle(size int) string {
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

// mixedTexts returns honest text of all scripts, some of it escaped, about 64 KB in fields of a ticket's size.
func mixedTexts(b *testing.B) []string {
	honest := texttest.Honest(b)
	var all []string
	for i, size := 0, 0; size < 64<<10; i++ {
		s := honest[i%len(honest)] + ` Customer's refund for order 4711 hasn't come & "exchange" was refused; please check with <billing>.`
		if i%4 == 0 {
			s = html.EscapeString(s)
		}
		all, size = append(all, s), size+len(s)
	}
	return all
}

func BenchmarkClean(b *testing.B) {
	all := mixedTexts(b)
	ascii := []string{strings.Repeat("Customer says that the refund has not been received. ", 4)}
	for _, bench := range []struct {
		name  string
		texts []string
		clean func(string) string
	}{
		{"line/mixed", all, exits["CleanLine"]},
		{"block/mixed", all, exits["CleanBlock"]},
		{"plain/mixed", all, exits["Plain"]},
		{"line/ascii", ascii, exits["CleanLine"]},
		{"plain/ascii", ascii, exits["Plain"]},
		{"block/html", []string{htmlArticle(64 << 10)}, exits["CleanBlock"]},
		{"rendered", []string{strings.Repeat("\x1b[1;38;5;12mPending\x1b[0m · waits for billing\n", 1000)}, FilterANSI},
	} {
		b.Run(bench.name, func(b *testing.B) {
			size := 0
			for _, s := range bench.texts {
				size += len(s)
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range bench.texts {
					bench.clean(s)
				}
			}
		})
	}
}

func BenchmarkArticle(b *testing.B) {
	for _, size := range []int{50 << 10, 500 << 10} {
		r := NewHTML(htmlArticle(size))
		b.Run(fmt.Sprintf("first section of %d KB", size>>10), func(b *testing.B) {
			for b.Loop() {
				for range r.MarkdownChunks() {
					break
				}
			}
		})
		b.Run(fmt.Sprintf("all of %d KB", size>>10), func(b *testing.B) {
			for b.Loop() {
				r.Markdown()
			}
		})
	}
}

func BenchmarkCheckFrame(b *testing.B) {
	line := "\x1b[1m▌\x1b[0m 713516551148  Screen stays black & beeps \x1b[38;5;11mUnattended\x1b[0m" + strings.Repeat(" ", 100) + "│ 2h ⚑ \n"
	frame := strings.Repeat(line, 50)
	b.SetBytes(int64(len(frame)))
	for b.Loop() {
		if err := ValidateFrame(frame); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFold(b *testing.B) {
	for b.Loop() {
		Fold("Tôi chưa nhận được tiền hoàn lại")
	}
}
