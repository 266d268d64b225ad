package stats

import "strings"

// BarStyle is what the bars and columns of figures are drawn of: block characters, or plain ones for terminals without
// them.
type BarStyle uint8

// The styles of bars.
const (
	BlockBars BarStyle = iota
	PlainBars          // letters, digits and signs that every terminal has
)

// solid and shallow are what bars are drawn of. They leave a gap to the row above, so that each bar stands for itself.
const (
	solid   = "▇"
	shallow = "▂"
)

// heights are parts of a block from below, one to eight eighths.
var heights = [...]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"}

// Bar returns a bar of n, where most fills the width. Any n above 0 can be seen.
func (s BarStyle) Bar(n, most, width int) string {
	bar, _ := s.Parted(n, n, most, width)
	return bar
}

// Parted returns a bar of n in two pieces of whole characters, where most fills the width: a high one for a part of n,
// and a low one for the rest.
func (s BarStyle) Parted(n, part, most, width int) (high, low string) {
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
	if s == PlainBars {
		return strings.Repeat("#", partWidth), strings.Repeat("-", all-partWidth)
	}
	return strings.Repeat(solid, partWidth), strings.Repeat(shallow, all-partWidth)
}

// Column returns one character of a column of n in a row, counted from 0 at the bottom, of a chart of some rows.
func (s BarStyle) Column(n, most, row, rows int) string {
	if n <= 0 || most <= 0 {
		return " "
	}
	filled := max(1, min(n, most)*rows*len(heights)/most) - row*len(heights)
	switch {
	case filled <= 0:
		return " "
	case s == PlainBars && filled >= len(heights)/2, s == PlainBars && row == 0:
		return "#"
	case s == PlainBars:
		return " "
	}
	return heights[min(filled, len(heights))-1]
}

// BarStyleOf returns the style for a terminal, by its environment: plain for the console of Linux, which has no
// eighths of blocks, for a dumb terminal, and for a locale without UTF-8.
func BarStyleOf(env func(string) string) BarStyle {
	if term := env("TERM"); term == "linux" || term == "dumb" || strings.HasPrefix(term, "vt") {
		return PlainBars
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(env(name)); locale != "" {
			if strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8") {
				return BlockBars
			}
			return PlainBars
		}
	}
	return BlockBars
}
