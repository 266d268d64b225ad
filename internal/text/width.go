package text

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Width is how many columns cleaned text of one line takes, counted by characters as people see them.
func Width(s string) int {
	if isPlainASCII(s, len(s)) {
		return len(s)
	}
	return ansi.StringWidth(s)
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
		if cut := ansi.Truncate(s, at, end); ansi.StringWidth(cut) <= width {
			return cut
		}
	}
	return ""
}

// Fit makes a drawn row, with its colours, exactly width columns wide: cut, with end in the place of what is missing, or
// filled with spaces.
func Fit(drawn string, width int, end string) string {
	w := ansi.StringWidth(drawn)
	if w > width {
		drawn = truncate(drawn, width, end)
		w = ansi.StringWidth(drawn)
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
