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
	return ansi.Truncate(s, width, ellipsis)
}

// Pad makes cleaned text of one line exactly width columns wide: cut with "…" or filled with spaces.
func Pad(s string, width int) string {
	s = Cut(s, width)
	if n := width - Width(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}
