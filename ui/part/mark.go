package part

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/safetext"
)

// span is a half-open range of bytes of a bare line.
type span struct{ from, to int }

const (
	reverse   = "\x1b[7m"
	unreverse = "\x1b[27m"
)

// highlight shows the words that are looked for in reverse video.
func (f *search) highlight(line string) string {
	if f.words == "" {
		return line
	}
	spans := spansOf(stripStyles(line), f.words)
	if len(spans) == 0 {
		return line
	}
	var b strings.Builder
	at := 0
	for line != "" {
		run, seq, rest := nextRun(line)
		spans = markRun(&b, run, at, spans)
		at += len(run)
		b.WriteString(seq)
		line = rest
	}
	return b.String()
}

// markRun writes a run that starts at a byte of its line, and gives back the spans that reach beyond it. Each run
// opens and closes its own marks, since the sequence behind it may undo them.
func markRun(b *strings.Builder, run string, at int, spans []span) []span {
	end := at + len(run)
	for len(spans) > 0 && spans[0].from < end {
		from, to := max(spans[0].from, at), min(spans[0].to, end)
		b.WriteString(run[:from-at] + reverse + run[from-at:to-at] + unreverse)
		run, at = run[to-at:], to
		if spans[0].to > end {
			return spans
		}
		spans = spans[1:]
	}
	b.WriteString(run)
	return spans
}

// spansOf finds folded words in a bare line.
func spansOf(line, words string) []span {
	folded, start := foldByCharacter(line)
	var spans []span
	for at := 0; ; {
		i := strings.Index(folded[at:], words)
		if i < 0 {
			return spans
		}
		from, to := at+i, at+i+len(words)
		for to < len(folded) && start[to] == start[to-1] {
			to++ // to the end of the character
		}
		spans = append(spans, span{start[from], start[to]})
		at = to
	}
}

// foldByCharacter folds a line and says for each byte of the result, and for its end, at which byte of the line the
// character starts that it comes from.
func foldByCharacter(line string) (folded string, start []int) {
	var b strings.Builder
	at := 0
	for at < len(line) {
		cluster, _ := ansi.FirstGraphemeCluster(line[at:], ansi.GraphemeWidth)
		b.WriteString(safetext.Fold(cluster))
		for len(start) < b.Len() {
			start = append(start, at)
		}
		at += max(len(cluster), 1)
	}
	return b.String(), append(start, at)
}
