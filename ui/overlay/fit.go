package overlay

import (
	"strings"

	"frontdesk/internal/safetext"
)

// fit makes a drawn row exactly width columns wide.
func fit(s string, width int) string {
	return safetext.FitStyled(s, width, "…")
}

// wrap breaks cleaned text into lines.
func wrap(s string, width int) []string {
	return safetext.Wrap(s, max(width, 1))
}

func splitLines(s string) []string { return strings.Split(s, "\n") }
