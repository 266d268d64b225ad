package part

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/safetext"
)

// search is what a Scroll looks for and where it was found.
type search struct {
	words  string   // folded; empty looks for nothing
	folded []string // the lines as they are compared, made when first looked for
	source []string
	found  []int // lines
	at     int   // in found
}

// append takes lines that go on after those before.
func (f *search) append(lines []string) {
	f.source = lines
	if f.words != "" {
		f.collect()
	}
}

// reset takes other lines; the match that was looked at is looked for by its number.
func (f *search) reset(lines []string) {
	f.folded, f.found = nil, nil
	f.append(lines)
}

// collect folds the lines that are new and looks in them.
func (f *search) collect() {
	for i := len(f.folded); i < len(f.source); i++ {
		f.folded = append(f.folded, safetext.Fold(stripStyles(f.source[i])))
		if strings.Contains(f.folded[i], f.words) {
			f.found = append(f.found, i)
		}
	}
}

// setQuery looks for other words in all lines.
func (f *search) setQuery(words string) {
	f.words, f.found, f.at = safetext.Fold(words), nil, 0
	if f.words == "" {
		return
	}
	for i, line := range f.folded {
		if strings.Contains(line, f.words) {
			f.found = append(f.found, i)
		}
	}
	f.collect()
}

// Search looks for words as they stand in a line, without regard to case and accents, marks them in View and shows
// the first match at or below the top of the window, or else the first of all. It gives the number of lines that
// match; empty words end the search.
func (s *Viewport) Search(words string) int {
	s.setQuery(words)
	if len(s.found) > 0 {
		s.at, _ = slices.BinarySearch(s.found, s.offset)
		s.at %= len(s.found)
		s.show(s.found[s.at])
	}
	return len(s.found)
}

// NextMatch goes on by matches, around the ends, and shows the one it comes to: number at of so many. Without a match
// both are 0.
func (s *Viewport) NextMatch(by int) (at, of int) {
	of = len(s.found)
	if of == 0 {
		return 0, 0
	}
	s.at = ((min(s.at, of-1)+by)%of + of) % of
	s.show(s.found[s.at])
	return s.at + 1, of
}

// show brings a line into the window, a third from its top when it was not in it.
func (s *Viewport) show(line int) {
	if line < s.offset || line >= s.offset+s.height {
		s.to(line - s.height/3)
	}
}

// stripStyles is a line without its colours and links.
func stripStyles(line string) string {
	if strings.IndexByte(line, 0x1b) < 0 {
		return line
	}
	var b strings.Builder
	for line != "" {
		run, _, rest := nextRun(line)
		b.WriteString(run)
		line = rest
	}
	return b.String()
}

// lettersIn counts what stays the same when a text is wrapped anew: everything but blanks, marks and lines.
func lettersIn(lines []string) int {
	n := 0
	for _, line := range lines {
		n += textOffset(line)
	}
	return n
}

// lineOfLetter is the line that goes on after n letters; not found when there are fewer.
func lineOfLetter(lines []string, n int) (line int, found bool) {
	for i, l := range lines {
		in := textOffset(l)
		if n < in {
			return i, true
		}
		n -= in
	}
	return len(lines), n == 0
}

func textOffset(line string) int {
	n := 0
	for line != "" {
		run, _, rest := nextRun(line)
		for _, r := range run {
			if isLetter(r) {
				n++
			}
		}
		line = rest
	}
	return n
}

// isLetter leaves out what wrapping and tables add: blanks, punctuation, bullets and box drawing.
func isLetter(r rune) bool {
	switch {
	case r < 0x80:
		return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9'
	case r >= 0x2000 && r < 0x2600:
		return false
	}
	return r != 0xa0
}

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
