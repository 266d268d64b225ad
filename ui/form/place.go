package form

import (
	tea "charm.land/bubbletea/v2"
)

// minRows is the least height of a long field that has the keys, and where there is room of any.
const minRows = 3

// labelColumn is the width of the labels beside short fields and pickers.
const labelColumn = 14

// SetSize sets the columns and rows that the form may fill.
func (f *Form) SetSize(width, height int) {
	f.width, f.height = max(width, labelColumn+8), max(height, 4)
	f.relayout()
}

// relayout gives every field its rows, and shows those of the one that has the keys.
func (f *Form) relayout() {
	if f.width == 0 {
		return
	}
	rest, long := f.height, 0
	for i, e := range f.entries {
		if f.isHidden(i) {
			continue
		}
		if e.Kind == Multiline {
			long++
			e.SetWidth(f.width - 2)
		} else {
			e.SetWidth(f.width - labelColumn)
		}
	}
	f.positionFields()
	rest -= f.rows
	for _, e := range f.entries {
		if a, ok := e.widget.(*textArea); ok && e.top >= 0 {
			rest += a.Height()
		}
	}
	f.distributeHeight(rest, long)
	f.positionFields()
	f.scroll()
}

// maxSharedRows is the most rows of a long field where other fields need the room too.
const maxSharedRows = 5

// distributeHeight gives long fields the rows that the others leave; where there are too few, or more follows under other
// headings, the one with the keys gets enough to write in and the others no more than they hold.
func (f *Form) distributeHeight(rest, long int) {
	roomy := long > 0 && rest/long >= minRows && len(f.sections) == 1
	for i, e := range f.entries {
		a, ok := e.widget.(*textArea)
		switch {
		case !ok:
		case roomy:
			a.setHeight(rest / long)
		case i == f.at:
			a.setHeight(max(min(len(a.rows)+1, f.height/2, maxSharedRows), minRows))
		default:
			a.setHeight(min(len(a.rows), minRows))
		}
	}
}

// positionFields finds out in which row each field begins.
func (f *Form) positionFields() {
	section, element := -1, ""
	f.rows, f.folded = 0, 0
	for i, e := range f.entries {
		e.top, e.headed = -1, false
		if f.isHidden(i) {
			f.folded++
			continue
		}
		e.top = f.rows
		if e.section != section || e.element != element {
			section, element = e.section, e.element
			e.headed = f.heading(e) != "" && !e.isAdder()
		}
		f.rows += f.heightOf(i)
	}
}

func (e *fieldState) isAdder() bool {
	_, is := e.widget.(*addButton)
	return is
}

// heightOf is how many rows a field takes with its heading, its label and what is said of it.
func (f *Form) heightOf(i int) int {
	e := f.entries[i]
	rows := e.Height()
	if e.Kind == Multiline {
		rows++
	}
	return rows + len(f.fieldMessages(e)) + f.headingHeight(e)
}

// headingHeight are those of a heading: itself, and a blank one before it unless it is the first.
func (f *Form) headingHeight(e *fieldState) int {
	switch {
	case !e.headed:
		return 0
	case e.top == 0:
		return 1
	}
	return 2
}

// scroll shows the field that has the keys, with its heading and what is said of it, and moves as little as that takes;
// of a field that is higher than the window, the row of its cursor.
func (f *Form) scroll() {
	e := f.entries[f.at]
	from, to := e.top, e.top+f.heightOf(f.at)
	if c := f.within(); c != nil && to-from > f.height {
		from, to = c.Y, c.Y+1
	}
	f.first = min(max(f.first, to-f.height), from)
	f.first = max(min(f.first, f.rows-f.height), 0)
}

// within is the cursor's place in the whole form; nil when there is none.
func (f *Form) within() *tea.Cursor {
	e := f.entries[f.at]
	c := e.Cursor()
	if c == nil {
		return nil
	}
	at := *c
	at.Y += e.top + f.headingHeight(e)
	if e.Kind == Multiline {
		at.X, at.Y = at.X+2, at.Y+1
	} else {
		at.X += labelColumn
	}
	return &at
}

// Cursor is where the terminal's cursor stands within View; nil when it is out of sight.
func (f *Form) Cursor() *tea.Cursor {
	at := f.within()
	if at == nil || at.Y < f.first || at.Y >= f.first+f.height {
		return nil
	}
	at.Y -= f.first
	return at
}

// HiddenCount is how many fields are not shown until Unfold.
func (f *Form) HiddenCount() int { return f.folded }

// Overflow says whether there is more of the form above and below what is seen.
func (f *Form) Overflow() (above, below bool) { return f.first > 0, f.first+f.height < f.rows }
