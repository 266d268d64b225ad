// Package widget provides what lists and long texts share on screen: a cursor that stays visible, and scrolling with
// search.
package widget

import (
	"slices"
	"strings"

	"frontdesk/internal/termwidth"
)

// Viewport is a scrollable window over lines, such as those of a rendered article, with search. The cost of View does
// not depend on the number of lines. Its zero value is empty and has no size.
type Viewport struct {
	lines         []string
	width, height int
	offset        int
	anchor
	search
}

// anchor is what the window keeps in place while its size or the wrapping of its text changes: the end of the text if
// it was visible, otherwise the text at the top.
type anchor struct {
	letters int // letters above the anchor; 0 if the window need not move
	isEnd   bool
}

// SetContentLines sets the lines. If they start with the previous lines, the window stays in place. Otherwise they
// are assumed to be the same text wrapped differently, and what the window is anchored to stays in place, even if a
// later call delivers it. For a different text, call GotoTop first.
func (s *Viewport) SetContentLines(lines []string) {
	if startsWith(lines, s.lines) {
		s.search.append(lines)
	} else {
		s.setAnchor(false)
		s.search.reset(lines)
	}
	s.lines = lines
	if s.restoreAnchor() {
		s.anchor = anchor{}
	}
}

// SetSize sets the size of the window in columns and lines.
func (s *Viewport) SetSize(w, h int) {
	w, h = max(w, 0), max(h, 0)
	if w != s.width || h != s.height {
		s.setAnchor(s.AtBottom())
	}
	s.width, s.height = w, h
	s.restoreAnchor()
}

// setAnchor remembers what has to stay in place, unless an earlier change waits for it. A window at the start of the
// text stays there.
func (s *Viewport) setAnchor(isEnd bool) {
	switch {
	case s.letters > 0 || s.offset == 0:
	case isEnd:
		s.anchor = anchor{lettersIn(s.lines), true}
	default:
		s.anchor = anchor{lettersIn(s.lines[:s.offset]), false}
	}
}

// restoreAnchor scrolls to the anchor, and reports whether there are lines enough for it to be in its place.
func (s *Viewport) restoreAnchor() (done bool) {
	line, found := s.offset, true
	if s.letters > 0 {
		line, found = lineOfLetter(s.lines, s.letters)
	}
	if s.isEnd {
		line -= s.height
	}
	s.offset = clamp(line, s.last())
	return found && line <= s.last()
}

// Offset returns the index of the first visible line.
func (s *Viewport) Offset() int { return s.offset }

// Len returns the number of lines.
func (s *Viewport) Len() int { return len(s.lines) }

// Move scrolls by lines.
func (s *Viewport) Move(by int) { s.to(s.offset + by) }

// HalfPage scrolls by half the window height.
func (s *Viewport) HalfPage(by int) { s.Move(by * max(s.height/2, 1)) }

// GotoTop scrolls to the first line.
func (s *Viewport) GotoTop() { s.to(0) }

// GotoBottom scrolls to the last line.
func (s *Viewport) GotoBottom() { s.to(len(s.lines)) }

// ShowLines scrolls to the lines from up to end, so that end is at the bottom, or from at the top if they do not
// all fit.
func (s *Viewport) ShowLines(from, end int) { s.to(min(from, end-s.height)) }

// AtBottom reports whether the last line is visible.
func (s *Viewport) AtBottom() bool { return s.offset >= s.last() }

// Percent returns how far the window has scrolled, as the share of lines above its end; 100 at the bottom and if
// all lines fit.
func (s *Viewport) Percent() int {
	if s.AtBottom() {
		return 100
	}
	return (s.offset + s.height) * 100 / len(s.lines)
}

// View renders the window: exactly height lines, each at most width columns wide.
func (s *Viewport) View() string {
	var b strings.Builder
	for y := range s.height {
		if y > 0 {
			b.WriteByte('\n')
		}
		if at := s.offset + y; at < len(s.lines) {
			b.WriteString(termwidth.Truncate(s.search.highlight(s.lines[at]), s.width))
		}
	}
	return b.String()
}

// to scrolls to a line and discards the anchor.
func (s *Viewport) to(line int) {
	s.anchor = anchor{}
	s.offset = clamp(line, s.last())
}

// last returns the maximum offset.
func (s *Viewport) last() int { return max(len(s.lines)-s.height, 0) }

// startsWith reports whether before is a prefix of lines.
func startsWith(lines, before []string) bool {
	return len(lines) >= len(before) && slices.Equal(lines[:len(before)], before)
}
