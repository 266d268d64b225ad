package pane

import (
	"strconv"

	"frontdesk/internal/text"
)

// wrap breaks cleaned text into lines of at most width columns: between words, and inside one only where it is
// longer than a line.
func wrap(s string, width int) []string {
	return text.Wrap(s, max(width, 1))
}

// bodyKey names a body by its content, for what was drawn from it.
func bodyKey(body text.HTML) string { return strconv.FormatUint(body.Hash(), 36) }

// pad makes a drawn row exactly width columns wide.
func pad(s string, width int) string {
	return text.FitStyled(s, width, "")
}
