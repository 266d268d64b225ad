// Package barchart draws bars and columns of block characters, or of plain ones for terminals without them.
package barchart

import "strings"

// Style is the characters that are drawn with.
type Style uint8

// The styles.
const (
	Blocks Style = iota
	Plain        // letters, digits and signs that every terminal has
)

// solid and shallow are what bars are drawn of. They leave a gap to the row above, so that each bar stands for itself.
const (
	solid   = "▇"
	shallow = "▂"
)

// heights are parts of a block from below, one to eight eighths.
var heights = [...]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// Bar returns a bar of n, where most fills the width. Any n above 0 can be seen.
func (s Style) Bar(n, most, width int) string {
	bar, _ := s.Parted(n, n, most, width)
	return bar
}

// Parted returns a bar of n in two pieces of whole characters, where most fills the width: a high one for a part of n,
// and a low one for the rest.
func (s Style) Parted(n, part, most, width int) (high, low string) {
	if n <= 0 || most <= 0 || width <= 0 {
		return "", ""
	}
	all := max(1, (min(n, most)*width+most/2)/most)
	partWidth := min(all, (part*all+n/2)/n)
	if part > 0 {
		partWidth = max(partWidth, 1)
	}
	if part < n && partWidth == all && all > 1 {
		partWidth--
	}
	if s == Plain {
		return strings.Repeat("#", partWidth), strings.Repeat("-", all-partWidth)
	}
	return strings.Repeat(solid, partWidth), strings.Repeat(shallow, all-partWidth)
}

// Column returns one character of a column of n in a row, counted from 0 at the bottom, of a chart of some rows.
func (s Style) Column(n, most, row, rows int) string {
	if n <= 0 || most <= 0 {
		return " "
	}
	filled := max(1, min(n, most)*rows*len(heights)/most) - row*len(heights)
	switch {
	case filled <= 0:
		return " "
	case s == Plain && filled >= len(heights)/2, s == Plain && row == 0:
		return "#"
	case s == Plain:
		return " "
	}
	return heights[min(filled, len(heights))-1]
}

// StyleOf returns the style for a terminal, by its environment: plain for the console of Linux, which has no eighths of
// blocks, for a dumb terminal, and for a locale without UTF-8.
func StyleOf(env func(string) string) Style {
	if term := env("TERM"); term == "linux" || term == "dumb" || strings.HasPrefix(term, "vt") {
		return Plain
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(env(name)); locale != "" {
			if strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8") {
				return Blocks
			}
			return Plain
		}
	}
	return Blocks
}
