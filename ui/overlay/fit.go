package overlay

import (
	"strings"

	"frontdesk/internal/text"
)

// fit makes a drawn row exactly width columns wide.
func fit(s string, width int) string {
	return text.FitStyled(s, width, "…")
}

// wrap breaks cleaned text into lines.
func wrap(s string, width int) []string {
	return text.Wrap(s, max(width, 1))
}

func splitLines(s string) []string { return strings.Split(s, "\n") }
