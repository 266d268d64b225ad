package widget

import (
	"cmp"
	"slices"
	"strings"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
)

// search holds the search of a Viewport and its matches.
type search struct {
	words  string   // the folded query; empty for no search
	folded []string // the folded lines, computed on the first search
	source []string
	found  []int // indexes of the matching lines
	at     int   // index in found of the current match
	mark   func(line string) []Span
}

// Span is a part of a line without styles, in bytes.
type Span struct{ From, To int }

// SetMarks highlights the parts of each line that mark returns, in order, while there is no search; nil for none.
func (s *Viewport) SetMarks(mark func(line string) []Span) { s.mark = mark }

// ShowFirstMark scrolls to the first line with a mark, if there is one.
func (s *Viewport) ShowFirstMark() {
	if s.mark == nil {
		return
	}
	for i, line := range s.lines {
		if len(s.mark(stripStyles(line))) > 0 {
			s.show(i)
			return
		}
	}
}

// append sets lines that start with the previous ones, and searches only the new ones.
func (f *search) append(lines []string) {
	f.source = lines
	if f.words != "" {
		f.collect()
	}
}

// reset sets new lines and searches all of them; the index of the current match is kept.
func (f *search) reset(lines []string) {
	f.folded, f.found = nil, nil
	f.append(lines)
}

// collect folds and searches the lines that are not folded yet.
func (f *search) collect() {
	for i := len(f.folded); i < len(f.source); i++ {
		f.folded = append(f.folded, safetext.Fold(stripStyles(f.source[i])))
		if strings.Contains(f.folded[i], f.words) {
			f.found = append(f.found, i)
		}
	}
}

// setQuery searches all lines for a new query.
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

// Search finds the lines that contain words, ignoring case and accents, highlights the matches in View, and scrolls
// to the first match at or below the top of the window, or else to the first of all. It returns the number of
// matching lines; empty words end the search.
func (s *Viewport) Search(words string) int {
	s.setQuery(words)
	if len(s.found) > 0 {
		s.at, _ = slices.BinarySearch(s.found, s.offset)
		s.at %= len(s.found)
		s.show(s.found[s.at])
	}
	return len(s.found)
}

// NextMatch moves by a number of matches, wrapping around at the ends, and scrolls to the match. It returns the
// number of that match, counted from 1, and the number of matches; both are 0 if there are none.
func (s *Viewport) NextMatch(by int) (at, of int) {
	of = len(s.found)
	if of == 0 {
		return 0, 0
	}
	s.at = ((min(s.at, of-1)+by)%of + of) % of
	s.show(s.found[s.at])
	return s.at + 1, of
}

// show scrolls to a line that is outside the window, so that it is a third of the height below the top.
func (s *Viewport) show(line int) {
	if line < s.offset || line >= s.offset+s.height {
		s.to(line - s.height/3)
	}
}

// stripStyles returns a line without styles and links.
func stripStyles(line string) string {
	if strings.IndexByte(line, 0x1b) < 0 {
		return line
	}
	var b strings.Builder
	for line != "" {
		run, _, rest := termwidth.NextRun(line)
		b.WriteString(run)
		line = rest
	}
	return b.String()
}

// lettersIn counts the letters and digits of lines, which do not change when a text is wrapped again.
func lettersIn(lines []string) int {
	n := 0
	for _, line := range lines {
		n += textOffset(line)
	}
	return n
}

// lineOfLetter returns the line that contains the letter with index n; found is false if there are fewer letters.
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
		run, _, rest := termwidth.NextRun(line)
		for _, r := range run {
			if isLetter(r) {
				n++
			}
		}
		line = rest
	}
	return n
}

// isLetter reports whether r is part of the text; it excludes what wrapping and tables add: blanks, punctuation,
// bullets and box drawing characters.
func isLetter(r rune) bool {
	switch {
	case r < 0x80:
		return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9'
	case r >= 0x2000 && r < 0x2600:
		return false
	}
	return r != 0xa0
}

const (
	reverse   = "\x1b[7m"
	unreverse = "\x1b[27m"
)

// spansIn returns the matches of the search in a line, or else its marks.
func (f *search) spansIn(line string) []Span {
	switch {
	case f.words != "":
		return spansOf(stripStyles(line), f.words)
	case f.mark != nil:
		return f.mark(stripStyles(line))
	}
	return nil
}

// highlight shows the matches in a line in reverse video.
func (f *search) highlight(line string) string {
	spans := f.spansIn(line)
	if len(spans) == 0 {
		return line
	}
	var b strings.Builder
	at := 0
	for line != "" {
		run, seq, rest := termwidth.NextRun(line)
		spans = markRun(&b, run, at, spans)
		at += len(run)
		b.WriteString(seq)
		line = rest
	}
	return b.String()
}

// markRun writes a run that starts at byte at of its line, with its matches highlighted, and returns the spans that
// end beyond it. Each run opens and closes its own highlighting, since the sequence after it may reset that.
func markRun(b *strings.Builder, run string, at int, spans []Span) []Span {
	end := at + len(run)
	for len(spans) > 0 && spans[0].From < end {
		from, to := max(spans[0].From, at), min(spans[0].To, end)
		b.WriteString(run[:from-at] + reverse + run[from-at:to-at] + unreverse)
		run, at = run[to-at:], to
		if spans[0].To > end {
			return spans
		}
		spans = spans[1:]
	}
	b.WriteString(run)
	return spans
}

// spansOf returns the spans of the folded words in an unstyled line.
func spansOf(line, words string) []Span {
	folded := safetext.FoldWithOrigins(line)
	var spans []Span
	for at := 0; ; {
		i := strings.Index(folded.Text[at:], words)
		if i < 0 {
			return spans
		}
		at += i + len(words)
		from, to := folded.Origin(at-len(words), at)
		if n := len(spans); n == 0 || spans[n-1].To <= from { // else in the same character
			spans = append(spans, Span{from, to})
		}
	}
}

// WordSpans returns the spans of each of the typed words in an unstyled line, in order and apart from one another.
func WordSpans(line, typed string) []Span {
	var spans, apart []Span
	for _, word := range strings.Fields(safetext.Fold(typed)) {
		spans = append(spans, spansOf(line, word)...)
	}
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Or(a.From-b.From, b.To-a.To) })
	end := 0
	for _, s := range spans {
		if s.From = max(s.From, end); s.To > s.From {
			apart, end = append(apart, s), s.To
		}
	}
	return apart
}
