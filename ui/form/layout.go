package form

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/textedit"
)

// minRows is the minimum height of a focused text area, and of every text area if there is room.
const minRows = 3

// labelColumn is the width of the labels of all fields except Multiline fields.
const labelColumn = 14

// textColumn is where the text of a Multiline field begins, below its label.
const textColumn = 2

// textWidth returns the columns of the text of a Multiline field, of which the last is for the cursor.
func (f *Form) textWidth(e *fieldState) int {
	if f.isBoxed(e) {
		return e.width - textColumn - 1
	}
	return e.width - textColumn
}

// isBoxed reports whether a text has a box around it: what the form is for has one, if there is room.
func (f *Form) isBoxed(e *fieldState) bool {
	return e.Kind == Multiline && f.fills(e) && f.height >= boxedFrom
}

// boxedFrom is the height from which a form has room for the lower edge of a box.
const boxedFrom = 6

// columnGap parts two fields that stand side by side.
const columnGap = 2

// row is a row of the form: a field, or two that stand side by side.
type row struct {
	left, right int // indices of fields; right is -1 for a field alone
	top         int // first line in the form, including the heading
	height      int
	headed      bool // preceded by a heading
}

// SetSize sets the size of the form in columns and rows.
func (f *Form) SetSize(width, height int) {
	f.width = max(width, labelColumn+8)
	f.height = max(height-len(f.head()), 4)
	f.relayout()
}

// head returns the lines above the fields.
func (f *Form) head() []string {
	if f.Head == nil {
		return nil
	}
	return f.Head(f.th, f.width)
}

// relayout puts the fields into rows, computes the position of every row and scrolls to the focused field.
func (f *Form) relayout() {
	f.arrangeRows()
	for _, e := range f.entries {
		if e.row < 0 {
			continue
		}
		if e.Kind == Multiline {
			e.SetWidth(f.textWidth(e))
		} else {
			e.SetWidth(e.width - labelColumn)
		}
		if p, is := e.widget.(*selectField); is {
			p.below = f.messageWidth(e) - labelColumn
		}
	}
	f.positionRows()
	f.distributeHeight()
	f.positionRows()
	f.scroll()
}

// arrangeRows puts the visible fields into rows: two beside each other where both have enough room.
func (f *Form) arrangeRows() {
	f.rows, f.folded = f.rows[:0], 0
	half := (f.width - columnGap) / 2
	section, element, open := -1, "", false // open: the last row has room for another field
	for i, e := range f.entries {
		e.row, e.column, e.width = -1, 0, f.width
		if f.isHidden(i) {
			f.folded++
			continue
		}
		isFirst := e.section != section || e.element != element
		section, element = e.section, e.element
		fits := !e.Wide && e.valueWidth() <= half-labelColumn
		if fits && open && !isFirst && !f.isContinued(i) {
			last := len(f.rows) - 1
			f.entries[f.rows[last].left].width = half
			e.row, e.column, e.width = last, half+columnGap, f.width-half-columnGap
			f.rows[last].right, open = i, false
			continue
		}
		e.row, open = len(f.rows), fits
		f.rows = append(f.rows, row{left: i, right: -1, headed: isFirst && f.heading(e) != "" && !e.isAdder()})
	}
}

// isContinued reports whether the field is the first of several that belong together, such as an assignee with a code:
// the labels that continue its own need it at the beginning of a row.
func (f *Form) isContinued(i int) bool {
	return i+1 < len(f.entries) && !f.entries[i].continues() && f.entries[i+1].continues()
}

// continues reports whether the label continues that of the field before it, as "– code" does.
func (e *fieldState) continues() bool { return strings.HasPrefix(e.Short, "– ") }

// valueWidths are the columns that usual values of a kind need; a field that is not listed needs a row of its own.
var valueWidths = map[Kind]int{Text: 20, Select: 20, Checkbox: 8, Phone: 16, Number: 10, Email: 28, Date: 16}

// valueWidth returns how many columns a field needs for usual values and for its hint.
func (e *fieldState) valueWidth() int {
	width, known := valueWidths[e.Kind]
	if !known || e.isAdder() {
		return noHalf
	}
	hint := termwidth.Width(e.Hint)
	if e.Kind == Checkbox && hint > 0 {
		hint += width + 2
	}
	return max(width, hint)
}

// noHalf is the width of a field that no half of a row can hold.
const noHalf = 1 << 16

// positionRows computes the first line and the height of each row.
func (f *Form) positionRows() {
	f.lines = 0
	for i := range f.rows {
		r := &f.rows[i]
		r.top = f.lines
		r.height = f.headingHeight(*r) + f.heightOf(r.left)
		if r.right >= 0 {
			r.height = f.headingHeight(*r) + max(f.heightOf(r.left), f.heightOf(r.right))
		}
		f.lines += r.height
	}
}

func (e *fieldState) isAdder() bool {
	_, is := e.widget.(*addButton)
	return is
}

// heightOf returns the number of lines of a field, including its label and messages.
func (f *Form) heightOf(i int) int {
	e := f.entries[i]
	switch {
	case f.isBoxed(e):
		return f.linesAboveText(e) + e.Height() + 1
	case e.Kind == Multiline:
		return f.linesAboveText(e) + e.Height()
	}
	return e.Height() + len(f.fieldMessages(e))
}

// linesAboveText returns the number of lines of a Multiline field above its text: its label and what is said of it.
func (f *Form) linesAboveText(e *fieldState) int { return 1 + len(f.fieldMessages(e)) }

// headingHeight returns the number of lines of a row's heading, including a blank one above it unless it is the first.
func (f *Form) headingHeight(r row) int {
	switch {
	case !r.headed:
		return 0
	case r.top == 0:
		return 1
	}
	return 2
}

// distributeHeight divides the lines that the other fields leave among the text areas. What the form is for takes them
// all; other texts take what they need.
func (f *Form) distributeHeight() {
	rest, filling := f.height-f.lines, 0
	for _, e := range f.entries {
		a, ok := e.widget.(*textedit.Area)
		switch {
		case !ok || e.row < 0:
		case f.fills(e):
			rest += a.Height()
			filling++
		default:
			rest += a.Height()
			a.SetHeight(min(a.RowCount(), minRows))
			rest -= a.Height()
		}
	}
	for i, e := range f.entries {
		a, ok := e.widget.(*textedit.Area)
		switch {
		case !ok || e.row < 0:
		case f.fills(e) && rest >= filling*minRows:
			a.SetHeight(min(rest/filling, f.mostLines(a)))
		case i == f.at && f.fills(e):
			a.SetHeight(f.linesBelow(e))
		case i == f.at:
			room := max(rest+a.Height(), f.height/2)
			a.SetHeight(max(min(a.RowCount()+1, room), minRows))
		case f.fills(e):
			a.SetHeight(min(a.RowCount(), minRows))
		}
	}
}

// Least returns how many lines the form has if each text takes no more than it needs, and three at most.
func (f *Form) Least() int {
	lines := f.lines + len(f.head())
	for _, e := range f.entries {
		if a, ok := e.widget.(*textedit.Area); ok && e.row >= 0 {
			lines += min(a.RowCount(), minRows) - a.Height()
		}
	}
	return lines
}

// roomyLines is how high a text area becomes before its text needs more, if other sections follow it.
const roomyLines = 24

// mostLines returns how many lines a text area takes at most: what follows it stays near.
func (f *Form) mostLines(a *textedit.Area) int {
	if len(f.sections) == 1 {
		return f.height
	}
	return max(roomyLines, a.RowCount()+1, f.height/2)
}

// fills reports whether a text area takes the lines that the other fields leave.
func (f *Form) fills(e *fieldState) bool { return e.Fills || len(f.sections) == 1 }

// linesBelow returns how many lines a text area has below the fields above it, in a form that is longer than the
// window. Further down than in the middle it takes half of the window.
func (f *Form) linesBelow(e *fieldState) int {
	r := f.rows[e.row]
	above := f.headingHeight(r) + f.heightOf(r.left) - e.Height()
	if r.top < f.height/2 {
		above += r.top
	} else {
		above += f.height / 2
	}
	return max(f.height-above, minRows)
}

// scroll scrolls no further than needed to show the row of the focused field with its heading and messages, or the
// line of its cursor if the row is higher than the window.
func (f *Form) scroll() {
	if f.wheeled {
		f.first = max(min(f.first, f.lines-f.height), 0)
		return
	}
	r := f.rows[f.entries[f.at].row]
	from, to := r.top, r.top+r.height
	if c := f.formCursor(); c != nil && to-from > f.height {
		from, to = c.Y, c.Y+1
	}
	f.first = min(max(f.first, to-f.height), from)
	f.first = max(min(f.first, f.lines-f.height), 0)
}

// formCursor returns the cursor's position in the whole form; nil if there is no cursor.
func (f *Form) formCursor() *tea.Cursor {
	e := f.entries[f.at]
	r := f.rows[e.row]
	top := r.top + f.headingHeight(r)
	if e.Kind == Multiline {
		return textedit.MoveCursor(e.Cursor(), e.column+textColumn, top+f.linesAboveText(e))
	}
	return textedit.MoveCursor(e.Cursor(), e.column+labelColumn, top)
}

// Cursor returns the position of the terminal's cursor within View; nil if it is not visible.
func (f *Form) Cursor() *tea.Cursor {
	at := f.formCursor()
	if at == nil || f.Locked || at.Y < f.first || at.Y >= f.first+f.height {
		return nil
	}
	return textedit.MoveCursor(at, 0, len(f.head())-f.first)
}

// HiddenCount returns the number of fields that are hidden until ToggleAdvanced is called.
func (f *Form) HiddenCount() int { return f.folded }

// Overflow reports whether the form continues above and below its visible rows.
func (f *Form) Overflow() (above, below bool) { return f.first > 0, f.first+f.height < f.lines }

// moveRow focuses the field below or above, on the same side if there are two; it wraps around at the ends.
func (f *Form) moveRow(by int) {
	e := f.entries[f.at]
	to := f.rows[(e.row+by+len(f.rows))%len(f.rows)]
	i := to.left
	if e.column > 0 && to.right >= 0 {
		i = to.right
	}
	e.validate()
	f.focus(i)
}
