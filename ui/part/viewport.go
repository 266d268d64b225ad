package part

import (
	"strings"
)

// Viewport is a window over lines, such as a Page's, with search inside. View costs the same however many lines
// there are. Its zero value is empty and has no size.
type Viewport struct {
	lines         []string
	width, height int
	offset        int
	anchor        int // letters above the first line seen that lines being drawn anew do not reach yet
	search
}

// SetContentLines shows lines. When they only went on, the window stays; when they are the same text wrapped anew, the
// words at the top stay, even when these come only with a later SetContentLines. For another text call Top first.
func (s *Viewport) SetContentLines(lines []string) {
	if startsWith(lines, s.lines) {
		s.search.append(lines)
	} else {
		if s.anchor == 0 {
			s.anchor = lettersIn(s.lines[:s.offset])
		}
		s.search.reset(lines)
	}
	s.lines = lines
	if s.anchor > 0 {
		s.restoreAnchor()
	}
	s.offset = clamp(s.offset, s.last())
}

// restoreAnchor moves the window to where the words are that were at its top.
func (s *Viewport) restoreAnchor() {
	line, found := lineOfLetter(s.lines, s.anchor)
	s.offset = line
	if found {
		s.anchor = 0
	}
}

// SetSize sets the size of the window in columns and lines.
func (s *Viewport) SetSize(w, h int) {
	s.width, s.height = max(w, 0), max(h, 0)
	s.offset = clamp(s.offset, s.last())
}

// Offset is the number of the first line seen, counted from 0.
func (s *Viewport) Offset() int { return s.offset }

// Len is the number of lines.
func (s *Viewport) Len() int { return len(s.lines) }

// Move scrolls by lines.
func (s *Viewport) Move(by int) { s.to(s.offset + by) }

// HalfPage scrolls by half windows.
func (s *Viewport) HalfPage(by int) { s.Move(by * max(s.height/2, 1)) }

// GotoTop shows the first line.
func (s *Viewport) GotoTop() { s.to(0) }

// GotoBottom shows the last line.
func (s *Viewport) GotoBottom() { s.to(len(s.lines)) }

// ShowLines shows some lines with what stands above them, and from the first of them when there are too many.
func (s *Viewport) ShowLines(from, end int) { s.to(min(from, end-s.height)) }

// AtBottom says whether the last line is seen.
func (s *Viewport) AtBottom() bool { return s.offset >= s.last() }

// Percent is how much has been seen down to the end of the window, 100 at the end and when nothing has to scroll.
func (s *Viewport) Percent() int {
	if s.AtBottom() {
		return 100
	}
	return (s.offset + s.height) * 100 / len(s.lines)
}

// View is the window: exactly as many lines as it is high, each at most as wide as it is.
func (s *Viewport) View() string {
	var b strings.Builder
	for y := range s.height {
		if y > 0 {
			b.WriteByte('\n')
		}
		if at := s.offset + y; at < len(s.lines) {
			b.WriteString(clip(s.search.highlight(s.lines[at]), s.width))
		}
	}
	return b.String()
}

// to is where the agent wants the window, so that nothing older is owed.
func (s *Viewport) to(line int) {
	s.anchor = 0
	s.offset = clamp(line, s.last())
}

// last is the highest offset.
func (s *Viewport) last() int { return max(len(s.lines)-s.height, 0) }

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
