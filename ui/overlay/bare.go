package overlay

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/accessible"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// NewBare returns a list in a screen that draws its field and its rows.
func NewBare(s ListSpec) *List {
	s.isBare = true
	return newList(s)
}

// Input is the field.
func (l *List) Input() *textedit.Input { return l.words }

// InputView draws the field.
func (l *List) InputView(th *theme.Theme, width int) string { return l.fieldLine(th, width) }

// View draws the rows and what stands below them. The row under the cursor says whether the list has the focus.
func (l *List) View(th *theme.Theme, width, height int, hasFocus bool) []string {
	l.rests = !hasFocus
	lines, _ := l.body(th, width, height)
	return lines
}

// RowAt returns the row at a cell of the last View, which a double click opens with a key.
func (l *List) RowAt(at image.Point, open string) (widget.Spot, bool) { return l.rowAt(at.Y, open) }

// ScrollBy scrolls by rows and leaves the cursor where it is.
func (l *List) ScrollBy(by int) { l.list.ScrollBy(by) }

// Window is the visible rows and the cursor, to be moved: it stays on its row then, whatever is listed.
func (l *List) Window() *widget.ListWindow {
	l.touched = true
	return &l.list
}

// Choose moves the cursor to a row.
func (l *List) Choose(id string) tea.Cmd { return l.choose(id) }

// Under returns the ID of the row under the cursor; empty if there is none.
func (l *List) Under() string { return l.under().ID }

// IsMoved reports whether the agent has moved the cursor.
func (l *List) IsMoved() bool { return l.touched }

// Items reads out the rows.
func (l *List) Items() accessible.Items {
	return accessible.Items{Len: len(l.rows), At: l.rowWords, Select: func(id string) { l.choose(id) }}
}
