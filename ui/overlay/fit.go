package overlay

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/text"
)

// fit makes a drawn row exactly width columns wide.
func fit(s string, width int) string {
	return text.Fit(s, width, "…")
}

// wrap breaks cleaned text into lines.
func wrap(s string, width int) []string {
	return strings.Split(ansi.Wrap(s, max(width, 1), ""), "\n")
}

func splitLines(s string) []string { return strings.Split(s, "\n") }
