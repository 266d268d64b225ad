package terminal

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

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
			d := newRenderer(&device{out: io.Discard, env: []string{"TERM=xterm-256color"}, term: "xterm-256color"})
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

// BenchmarkKey is the time from a key to its frame, in this package and in the framework's own renderer at its highest
// rate. Keys come at times of their own, as from a person.
func BenchmarkKey(b *testing.B) {
	for name, run := range map[string]func(context.Context, tea.Model, Terminal) (tea.Model, error){"own": Run, "framework": runFramework} {
		b.Run(name, func(b *testing.B) {
			ctx, cancel := context.WithCancel(b.Context())
			in, keys := io.Pipe()
			out := make(frameChannel, 100)
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				_, _ = run(ctx, lastKeyModel(""), Terminal{In: in, Out: out, Env: []string{"TERM=xterm"}, Width: 120, Height: 40})
			}()
			out.next(b, "typed")
			var waited time.Duration
			n := 0
			for ; n < b.N; n++ {
				<-time.After(time.Duration(10_000+n*7919%9_000) * time.Microsecond)
				key := string(rune('a' + n%26))
				began := time.Now()
				_, _ = io.WriteString(keys, key)
				out.next(b, key)
				waited += time.Since(began)
			}
			b.ReportMetric(float64(waited.Microseconds())/float64(n), "µs/key")
			cancel()
			_ = keys.Close()
			<-ended
		})
	}
}

// frameChannel receives what is written to a terminal.
type frameChannel chan string

func (f frameChannel) Write(p []byte) (int, error) {
	select {
	case f <- string(p):
	default:
	}
	return len(p), nil
}

// next waits for a write that contains a text.
func (f frameChannel) next(b *testing.B, text string) {
	b.Helper()
	for {
		select {
		case s := <-f:
			if strings.Contains(s, text) {
				return
			}
		case <-time.After(5 * time.Second):
			b.Fatalf("%q does not come", text)
		}
	}
}

// lastKeyModel shows the last key.
type lastKeyModel string

func (m lastKeyModel) Init() tea.Cmd { return nil }

func (m lastKeyModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		return lastKeyModel(k.Text), nil
	}
	return m, nil
}

func (m lastKeyModel) View() tea.View {
	v := tea.NewView("typed: " + string(m))
	v.AltScreen = true
	return v
}
