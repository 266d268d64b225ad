package text

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Width is how many columns cleaned text of one line takes, counted by characters as people see them.
func Width(s string) int {
	if isPlainASCII(s, len(s)) {
		return len(s)
	}
	return columns(s)
}

// columns is what ansi.StringWidth answers for drawn text, several times as fast for what most rows are made of: ASCII,
// colours, and a "·" or "…" here and there. Every row of every frame is measured, on a host for everybody.
func columns(s string) int {
	width := 0
	for i := 0; i < len(s); {
		switch n := asciiRun(s[i:]); {
		case n > 0:
			width, i = width+n, i+n
		case s[i] == ansi.ESC:
			n := colourRun(s[i:])
			if n == 0 {
				return width + ansi.StringWidth(s[i:])
			}
			i += n
		case s[i] >= ' ' && s[i] < ansi.DEL, s[i] >= 0xc2 && s[i] <= 0xf4:
			character, w := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
			width, i = width+w, i+len(character)
		default:
			return width + ansi.StringWidth(s[i:])
		}
	}
	return width
}

// asciiRun is how many printable ASCII characters s begins with, less one that a mark may follow.
func asciiRun(s string) int {
	n := 0
	for n < len(s) && s[n] >= ' ' && s[n] < ansi.DEL {
		n++
	}
	if n > 0 && n < len(s) && s[n] >= utf8.RuneSelf {
		n--
	}
	return n
}

// colourRun is how many bytes the sequence takes that s begins with, 0 if it is none for colours.
func colourRun(s string) int {
	if len(s) < 2 || s[1] != '[' {
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch b := s[i]; {
		case b == 'm':
			return i + 1
		case b < '0' || b > ';':
			return 0
		}
	}
	return 0
}

// Cut shortens cleaned text of one line to width columns, "…" included; it never splits a character.
func Cut(s string, width int) string {
	switch {
	case width <= 0:
		return ""
	case len(s) <= width && isPlainASCII(s, width):
		return s
	case isPlainASCII(s, len(s)):
		return s[:width-1] + ellipsis
	}
	return truncate(s, width, ellipsis)
}

// truncate shortens a text to width columns at most. The library counts a keycap such as 1️⃣ and its like narrower when it
// cuts than when it measures, so that what it cut is measured again.
func truncate(s string, width int, end string) string {
	for at := width; at > 0; at-- {
		if cut := ansi.Truncate(s, at, end); columns(cut) <= width {
			return cut
		}
	}
	return ""
}

// Fit makes a drawn row, with its colours, exactly width columns wide: cut, with end in the place of what is missing, or
// filled with spaces.
func Fit(drawn string, width int, end string) string {
	w := columns(drawn)
	if w > width {
		drawn = truncate(drawn, width, end)
		w = columns(drawn)
	}
	return drawn + strings.Repeat(" ", max(width-w, 0))
}

// Pad makes cleaned text of one line exactly width columns wide: cut with "…" or filled with spaces.
func Pad(s string, width int) string {
	s = Cut(s, width)
	if n := width - Width(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}
