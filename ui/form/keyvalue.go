package form

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
)

// pair is a name and a value, each in its own input.
type pair [2]*textedit.Input

func newPair(name, value string) pair {
	p := pair{textedit.NewInput("name", maxPair), textedit.NewInput("value", maxPair)}
	for i, v := range []string{name, value} {
		p[i].SetValue(v)
		p[i].ForgetHistory()
	}
	return p
}

// pairRule stands between a name and its value.
const pairRule = " │ "

// maxPair is the maximum length of a name or a value in characters.
const maxPair = 4000

func (p pair) isEmpty() bool { return p[0].Value()+p[1].Value() == "" }

// keyValue is a widget for names with values, one pair per row. While focused it shows an additional empty row for
// a new pair; other empty rows are removed when it loses focus.
type keyValue struct {
	th      *theme.Theme
	rows    []pair
	row     int
	column  int
	width   int
	focused bool
	removed []pair // rows that were emptied and removed, the latest last, for undo
}

func newKeyValue(th *theme.Theme) *keyValue {
	w := &keyValue{th: th}
	w.tidy()
	return w
}

// SetTheme changes the colours.
func (w *keyValue) SetTheme(th *theme.Theme) {
	w.th = th
	w.SetWidth(w.width)
}

// tidy removes all empty rows and appends one for a new pair.
func (w *keyValue) tidy() {
	var rows []pair
	for _, p := range w.rows {
		if p.isEmpty() {
			w.keepRemoved(p)
		} else {
			rows = append(rows, p)
		}
	}
	rows = append(rows, newPair("", ""))
	w.rows = rows
	w.row = min(w.row, len(w.rows)-1)
	w.SetWidth(w.width)
}

// maxRemoved is how many removed rows can be brought back.
const maxRemoved = 10

// keepRemoved keeps a row for undo before it is removed.
func (w *keyValue) keepRemoved(p pair) {
	if p[0].CanUndo() || p[1].CanUndo() {
		w.removed = append(w.removed[max(len(w.removed)-maxRemoved+1, 0):], p)
	}
}

// undo takes the latest edit of the cell back, or brings the row back that was removed last.
func (w *keyValue) undo(msg tea.Msg) {
	cell, n := w.rows[w.row][w.column], len(w.removed)
	if cell.CanUndo() || n == 0 {
		cell.Update(msg)
		return
	}
	back := w.removed[n-1]
	w.removed = w.removed[:n-1]
	w.rows = slices.Insert(w.rows, w.row, back)
	w.SetWidth(w.width)
	for x := range back {
		w.column = len(back) - 1 - x
		w.syncFocus()
		back[w.column].Update(msg)
	}
}

func (w *keyValue) Value() string {
	var lines []string
	for _, p := range w.rows {
		if !p.isEmpty() {
			lines = append(lines, p[0].Value()+"\t"+p[1].Value())
		}
	}
	return strings.Join(lines, "\n")
}

func (w *keyValue) SetValue(v string) {
	w.rows, w.row, w.column = nil, 0, 0
	for line := range strings.SplitSeq(v, "\n") {
		name, value, _ := strings.Cut(line, "\t")
		w.rows = append(w.rows, newPair(name, value))
	}
	w.tidy()
	w.syncFocus()
}

// syncFocus focuses the current cell and blurs all others.
func (w *keyValue) syncFocus() {
	for y, p := range w.rows {
		for x, cell := range p {
			cell.Blur()
			if w.focused && y == w.row && x == w.column {
				cell.Focus()
			}
		}
	}
}

func (w *keyValue) Update(msg tea.Msg) {
	p := w.rows[w.row]
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch {
		case k.String() == "up" || k.String() == "down":
			w.row += map[string]int{"up": -1, "down": 1}[k.String()]
			w.syncFocus()
			return
		case k.String() == "enter":
			w.step(1)
			return
		case k.String() == "backspace" && p[w.column].Value() == "":
			w.back(p)
			return
		}
	}
	if textedit.IsUndo(msg) {
		w.undo(msg)
	} else {
		p[w.column].Update(msg)
	}
	if !w.rows[len(w.rows)-1].isEmpty() {
		w.rows = append(w.rows, newPair("", ""))
		w.SetWidth(w.width)
	}
}

// back moves to the previous cell; an empty row is removed instead.
func (w *keyValue) back(p pair) {
	if p.isEmpty() && w.row < len(w.rows)-1 {
		w.keepRemoved(p)
		w.rows = append(w.rows[:w.row:w.row], w.rows[w.row+1:]...)
		w.syncFocus()
		return
	}
	w.step(-1)
}

// step moves to the next cell, or to the previous one if by is -1; it returns false if there is none.
func (w *keyValue) step(by int) bool {
	at := w.row*2 + w.column + by
	if at < 0 || at >= len(w.rows)*2 || by > 0 && w.column == 0 && w.rows[w.row].isEmpty() {
		return false
	}
	w.row, w.column = at/2, at%2
	w.syncFocus()
	return true
}

// shown returns the visible rows; the empty last row is visible only while the widget is focused or has no other.
func (w *keyValue) shown() []pair {
	if w.focused || len(w.rows) == 1 {
		return w.rows
	}
	return w.rows[:len(w.rows)-1]
}

func (w *keyValue) View() string {
	var lines []string
	for _, p := range w.shown() {
		lines = append(lines, p[0].View()+w.th.Muted.Render(pairRule)+p[1].View())
	}
	return strings.Join(lines, "\n")
}

func (w *keyValue) Height() int { return len(w.shown()) }

func (w *keyValue) SetWidth(width int) {
	w.width = width
	for _, p := range w.rows {
		p[0].SetTheme(w.th)
		p[1].SetTheme(w.th)
		p[0].SetWidth(w.nameWidth())
		p[1].SetWidth(max(width-w.nameWidth()-3, 1))
	}
}

func (w *keyValue) nameWidth() int { return max((w.width-3)/3, 4) }

func (w *keyValue) Focus() {
	w.focused, w.row, w.column = true, 0, 0
	w.syncFocus()
}

func (w *keyValue) Blur() {
	w.focused = false
	w.tidy()
	w.syncFocus()
}

func (w *keyValue) Cursor() *tea.Cursor {
	x := w.column * (w.nameWidth() + termwidth.Width(pairRule))
	return textedit.MoveCursor(w.rows[w.row][w.column].Cursor(), x, w.row)
}

func (w *keyValue) IsFull() bool { return w.rows[w.row][w.column].IsFull() }

func (w *keyValue) IsCut() bool {
	return slices.ContainsFunc(w.rows, func(p pair) bool { return p[0].IsCut() || p[1].IsCut() })
}

// HandlesKey reports whether an arrow or enter has a row or cell to move to.
func (w *keyValue) HandlesKey(k string) bool {
	switch k {
	case "up":
		return w.row > 0
	case "down":
		return w.row < len(w.rows)-1
	case "enter":
		return w.column == 1 || !w.rows[w.row].isEmpty()
	}
	return false
}
