package overlay

import (
	"image"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/textedit"
	"frontdesk/ui/widget"
)

// closes is of overlays that a click beside them closes, because nothing is lost with them.
type closes struct{}

// ClosesBeside returns true.
func (closes) ClosesBeside() bool { return true }

// stays is of overlays that stay until they are answered.
type stays struct{}

// ClosesBeside returns false.
func (stays) ClosesBeside() bool { return false }

// rowSpot returns the row of a list whose rows begin in a line of the overlay: a click moves the cursor there, and a
// click on the row under the cursor presses a key.
func rowSpot(list *widget.ListWindow, line, begin int, name, key string) (widget.Spot, bool) {
	row, ok := list.RowAt(line - begin)
	spot := widget.Spot{
		Name: name + " " + strconv.Itoa(row), Twice: key,
		Select: func() tea.Cmd { list.PointTo(row); return nil },
	}
	if row == list.Cursor() {
		spot.Key = key
	}
	return spot, ok
}

// fieldSpot returns a field of one line, drawn in the first line within the border, in which a click puts the cursor.
func fieldSpot(words *textedit.Input, at image.Point) (widget.Spot, bool) {
	put := words.ClickAt(image.Pt(at.X-2, 0))
	return widget.Spot{Name: "words", Select: func() tea.Cmd { put(); return nil }}, at.Y == 1
}

// SpotAt returns the row in a line.
func (l *List) SpotAt(at image.Point) (widget.Spot, bool) {
	if spot, ok := l.edges.SpotAt(at); ok {
		return spot, true
	}
	if len(l.rows) == 0 {
		return widget.Spot{}, false
	}
	key := ""
	if l.isOnRow(keymap.Open) { // and not on the whole list, as sending all of it is
		key = l.keys.KeyOf(l.scope(), keymap.Open)
	}
	spot, ok := rowSpot(&l.list, at.Y, l.rowsAt, "row", key)
	move := spot.Select
	spot.Select = func() tea.Cmd { l.touched, l.moved = true, true; return move() }
	return spot, ok
}

// SpotAt returns the item in a line, which a click shows where there is a preview.
func (p *Picker) SpotAt(at image.Point) (widget.Spot, bool) {
	if spot, ok := p.edges.SpotAt(at); ok {
		return spot, true
	}
	spot, ok := rowSpot(&p.list, at.Y, 1, "item", p.keys.KeyOf(keymap.ListOverlay, keymap.Open))
	move := spot.Select
	spot.Select = func() tea.Cmd {
		move()
		if p.Show == nil {
			return nil
		}
		return p.Show(p.things[p.list.Cursor()])
	}
	return spot, ok
}

// wordsHead is how many lines of an overlay with a field are above its rows: the border, what is typed and a blank.
const wordsHead = 3

// SpotAt returns the action in a line, or the field.
func (p *Palette) SpotAt(at image.Point) (widget.Spot, bool) {
	if spot, ok := p.edges.SpotAt(at); ok {
		return spot, true
	}
	if spot, ok := fieldSpot(p.words, at); ok {
		return spot, true
	}
	return rowSpot(&p.list, at.Y, wordsHead, "action", "enter")
}

// SpotAt returns the account in a line, or the field.
func (a *Accounts) SpotAt(at image.Point) (widget.Spot, bool) {
	if spot, ok := a.edges.SpotAt(at); ok {
		return spot, true
	}
	if spot, ok := fieldSpot(a.words, at); ok {
		return spot, true
	}
	return rowSpot(&a.list, at.Y, wordsHead, "account", "enter")
}

// SpotAt returns the customer in a line, or what can be asked for there, or the field.
func (f *Finder) SpotAt(at image.Point) (widget.Spot, bool) {
	if spot, ok := f.edges.SpotAt(at); ok {
		return spot, true
	}
	if spot, ok := fieldSpot(f.words, at); ok {
		return spot, true
	}
	return rowSpot(&f.list, at.Y, wordsHead, "customer", f.keys.KeyOf(keymap.Finder, keymap.Open))
}

// SpotAt returns the order in a line.
func (m *SortMenu) SpotAt(at image.Point) (widget.Spot, bool) {
	if spot, ok := m.edges.SpotAt(at); ok {
		return spot, true
	}
	return rowSpot(&m.list, at.Y, 1, "order", "enter")
}

// SpotAt returns the macro in a line. Only a double click sends it, so that a click shows what it would send.
func (m *Macros) SpotAt(at image.Point) (widget.Spot, bool) {
	if spot, ok := m.edges.SpotAt(at); ok {
		return spot, true
	}
	spot, ok := rowSpot(&m.list, at.Y, 1, "macro", m.keys.KeyOf(keymap.Macros, keymap.Open))
	move := spot.Select
	spot.Key = ""
	spot.Select = func() tea.Cmd { m.sending = false; move(); m.look(); return nil }
	return spot, ok
}

// SpotAt returns the button in a line, which a click presses.
func (q *Confirm) SpotAt(at image.Point) (widget.Spot, bool) {
	if spot, ok := q.edges.SpotAt(at); ok {
		return spot, true
	}
	i := at.Y - q.repliesAt
	if i < 0 || i >= len(q.replies) {
		return widget.Spot{}, false
	}
	return widget.Spot{Key: q.keys.KeyOf(keymap.ConfirmOverlay, q.replies[i].Action)}, true
}

// SpotAt returns the option or the field at a cell; a double click on an option takes it.
func (d *DateRange) SpotAt(at image.Point) (widget.Spot, bool) {
	if spot, ok := d.edges.SpotAt(at); ok {
		return spot, true
	}
	spot, ok := d.form.SpotAt(at.Sub(image.Pt(2, 1+d.above)))
	spot.Twice = "enter"
	return spot, ok
}

// SpotAt returns the field at a cell.
func (d *TextPrompt) SpotAt(at image.Point) (widget.Spot, bool) {
	if spot, ok := d.edges.SpotAt(at); ok {
		return spot, true
	}
	return d.form.SpotAt(at.Sub(image.Pt(2, 1+d.above)))
}

// SpotAt returns the welcome itself: a click closes it.
func (w *Welcome) SpotAt(image.Point) (widget.Spot, bool) {
	return widget.Spot{Key: w.keys.KeyOf(keymap.Inbox, keymap.Back)}, true
}
