package part

import "strings"

// Scroll is a window over lines, such as a Page's, with search inside. View costs the same however many lines
// there are. Its zero value is empty and has no size.
type Scroll struct {
	lines         []string
	width, height int
	offset        int
	owed          int // letters above the first line seen that lines being drawn anew do not reach yet
	search
}

// SetLines shows lines. When they only went on, the window stays; when they are the same text wrapped anew, the
// words at the top stay, even when these come only with a later SetLines. For another text call Top first.
func (s *Scroll) SetLines(lines []string) {
	if startsWith(lines, s.lines) {
		s.search.grow(lines)
	} else {
		if s.owed == 0 {
			s.owed = lettersIn(s.lines[:s.offset])
		}
		s.search.restart(lines)
	}
	s.lines = lines
	if s.owed > 0 {
		s.settle()
	}
	s.offset = clamp(s.offset, s.last())
}

// settle moves the window to where the words are that were at its top.
func (s *Scroll) settle() {
	line, found := lineOfLetter(s.lines, s.owed)
	s.offset = line
	if found {
		s.owed = 0
	}
}

// SetSize sets the size of the window in columns and lines.
func (s *Scroll) SetSize(w, h int) {
	s.width, s.height = max(w, 0), max(h, 0)
	s.offset = clamp(s.offset, s.last())
}

// Offset is the number of the first line seen, counted from 0.
func (s *Scroll) Offset() int { return s.offset }

// Len is the number of lines.
func (s *Scroll) Len() int { return len(s.lines) }

// Move scrolls by lines.
func (s *Scroll) Move(by int) { s.to(s.offset + by) }

// Half scrolls by half windows.
func (s *Scroll) Half(by int) { s.Move(by * max(s.height/2, 1)) }

// Top shows the first line.
func (s *Scroll) Top() { s.to(0) }

// Bottom shows the last line.
func (s *Scroll) Bottom() { s.to(len(s.lines)) }

// ShowLines shows some lines with what stands above them, and from the first of them when there are too many.
func (s *Scroll) ShowLines(from, end int) { s.to(min(from, end-s.height)) }

// AtEnd says whether the last line is seen.
func (s *Scroll) AtEnd() bool { return s.offset >= s.last() }

// Percent is how much has been seen down to the end of the window, 100 at the end and when nothing has to scroll.
func (s *Scroll) Percent() int {
	if s.AtEnd() {
		return 100
	}
	return (s.offset + s.height) * 100 / len(s.lines)
}

// View is the window: exactly as many lines as it is high, each at most as wide as it is.
func (s *Scroll) View() string {
	var b strings.Builder
	for y := range s.height {
		if y > 0 {
			b.WriteByte('\n')
		}
		if at := s.offset + y; at < len(s.lines) {
			b.WriteString(clip(s.search.mark(s.lines[at]), s.width))
		}
	}
	return b.String()
}

// to is where the agent wants the window, so that nothing older is owed.
func (s *Scroll) to(line int) {
	s.owed = 0
	s.offset = clamp(line, s.last())
}

// last is the highest offset.
func (s *Scroll) last() int { return max(len(s.lines)-s.height, 0) }

// startsWith says whether lines are those before and perhaps more.
func startsWith(lines, before []string) bool {
	if len(lines) < len(before) {
		return false
	}
	for i := range before {
		if lines[i] != before[i] {
			return false
		}
	}
	return true
}
