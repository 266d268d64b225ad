package overlay

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// fit makes a drawn row exactly width columns wide.
func fit(s string, width int) string {
	w := ansi.StringWidth(s)
	if w > width {
		return ansi.Truncate(s, width, "…")
	}
	return s + strings.Repeat(" ", width-w)
}

// wrap breaks cleaned text into lines.
func wrap(s string, width int) []string {
	return strings.Split(ansi.Wrap(s, max(width, 1), ""), "\n")
}

func splitLines(s string) []string { return strings.Split(s, "\n") }
