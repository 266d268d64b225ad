package terminal

import (
	"fmt"
	"io"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// BenchmarkFrame is the cost of a frame at 120×40 from the view's text to bytes: nothing new, a typed letter, a list
// moved by a row, and everything new.
func BenchmarkFrame(b *testing.B) {
	rows := make([]string, 1000)
	for i := range rows {
		rows[i] = fmt.Sprintf("\x1b[1;3%dm%06d\x1b[m  %-60.60s \x1b[38;5;%dm%-20s\x1b[m", i%7+1, i*7919%1000000, strings.Repeat("refund ", i%9), i%200, "Hardware queue")
	}
	for name, content := range map[string]func(i int) string{
		"same":   func(int) string { return strings.Join(rows[:40], "\n") },
		"letter": func(i int) string { return strings.Join(rows[:39], "\n") + "\n> " + string(rune('a'+i%26)) },
		"scroll": func(i int) string { return strings.Join(rows[i%900:i%900+40], "\n") },
		"all":    func(i int) string { return strings.Join(rows[i%2*500:i%2*500+40], "\n") },
	} {
		b.Run(name, func(b *testing.B) {
			d := newDisplay(&device{out: io.Discard, env: []string{"TERM=xterm-256color"}, term: "xterm-256color"})
			f := frame{width: 120, height: 40, profile: colorprofile.TrueColor}
			n := 0
			for b.Loop() {
				n++
				f.view = tea.View{AltScreen: true, Content: content(n)}
				if err := d.show(f); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
