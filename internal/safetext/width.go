package safetext

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Width is how many columns cleaned text of one line takes at most, counted by characters as people see them.
func Width(s string) int {
	if isPlainASCII(s, len(s)) {
		return len(s)
	}
	return columns(s)
}

// columns is what ansi.StringWidth answers for drawn and widened text, several times as fast for what most rows are made
// of: ASCII, colours, and a "·" or "…" here and there. Every row of every frame is measured, on a host for everybody.
func columns(s string) int {
	width := 0
	for i := 0; i < len(s); {
		switch n := asciiRun(s[i:]); {
		case n > 0:
			width, i = width+n, i+n
		case s[i] == ansi.ESC:
			n := colourRun(s[i:])
			if n == 0 {
				return width + ansi.StringWidth(addPlaceholders(s[i:]))
			}
			i += n
		case s[i] >= ' ' && s[i] < ansi.DEL, s[i] >= 0xc2 && s[i] <= 0xf4:
			character, w := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
			width, i = width+w+extraColumns(character, w), i+len(character)
		default:
			return width + ansi.StringWidth(addPlaceholders(s[i:]))
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

// Truncate shortens cleaned text of one line to width columns, "…" included; it never splits a character.
func Truncate(s string, width int) string {
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
// cuts than when it measures, and may cut between a character and the room it needs, so that what it cut is measured again.
func truncate(s string, width int, end string) string {
	wide := addPlaceholders(s)
	for at := width; at > 0; at-- {
		if cut := removePlaceholders(ansi.Truncate(wide, at, end)); columns(cut) <= width {
			return cut
		}
	}
	return ""
}

// FitStyled makes a drawn row, with its colours, exactly width columns wide: cut, with end in the place of what is missing, or
// filled with spaces.
func FitStyled(drawn string, width int, end string) string {
	w := columns(drawn)
	if w > width {
		drawn = truncate(drawn, width, end)
		w = columns(drawn)
	}
	return drawn + strings.Repeat(" ", max(width-w, 0))
}

// SkipColumns is a drawn row from a column on; what is left of a character that begins before it is blank.
func SkipColumns(drawn string, column int) string {
	wide, all := addPlaceholders(drawn), Width(drawn)
	for at := column; ; at++ {
		rest := removePlaceholders(ansi.Cut(wide, at, all))
		if missing := all - column - Width(rest); missing >= 0 || rest == "" {
			return strings.Repeat(" ", max(missing, 0)) + rest
		}
	}
}

// Pad makes cleaned text of one line exactly width columns wide: cut with "…" or filled with spaces.
func Pad(s string, width int) string {
	s = Truncate(s, width)
	if n := width - Width(s); n > 0 {
		return s + strings.Repeat(" ", n)
	}
	return s
}

// Wrap breaks drawn text into lines of at most width columns: at blanks and hyphens, inside a word only where it is longer
// than a line. A width below 1 keeps the lines as they are.
func Wrap(drawn string, width int) []string {
	return wrapUntilFits(drawn, width, func(s string, at int) string { return ansi.Wrap(s, at, "") })
}

// Hardwrap breaks drawn text wherever width columns are full.
func Hardwrap(drawn string, width int) []string {
	return wrapUntilFits(drawn, width, func(s string, at int) string { return ansi.Hardwrap(s, at, true) })
}

// wrapUntilFits breaks a text, earlier where a line was broken between a character and the room it needs.
func wrapUntilFits(s string, width int, at func(s string, width int) string) []string {
	if width < 1 {
		return strings.Split(s, "\n")
	}
	wide := addPlaceholders(s)
	for limit := width; ; limit-- {
		lines := strings.Split(removePlaceholders(at(wide, limit)), "\n")
		if limit == 1 || !hasAmbiguousWidth(s) || fitAll(lines, width) {
			return lines
		}
	}
}

func fitAll(lines []string, width int) bool {
	for _, l := range lines {
		if Width(l) > width {
			return false
		}
	}
	return true
}
