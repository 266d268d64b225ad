package pane

import (
	"strconv"

	"frontdesk/internal/safetext"
)

// wrap breaks cleaned text into lines of at most width columns: between words, and inside one only where it is
// longer than a line.
func wrap(s string, width int) []string {
	return safetext.Wrap(s, max(width, 1))
}

// bodyKey names a body by its content, for what was drawn from it.
func bodyKey(body safetext.HTML) string { return strconv.FormatUint(body.Hash(), 36) }

// pad makes a drawn row exactly width columns wide.
func pad(s string, width int) string {
	return safetext.FitStyled(s, width, "")
}
