package part

import (
	"slices"
	"strings"

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
