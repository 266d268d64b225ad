package form

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/text"
)

// minRows is the least height of a long field.
const minRows = 3

// labelColumn is the width of the labels beside short fields and pickers.
const labelColumn = 14

// SetSize sets the columns and rows that the form may fill.
func (f *Form) SetSize(width, height int) {
	f.width, f.height = max(width, labelColumn+8), max(height, 4)
	f.lay()
}

// lay gives long fields the rows that the others leave.
func (f *Form) lay() {
	if f.width == 0 {
		return
	}
	rest, long := f.height, 0
	for i, e := range f.entries {
		if e.Kind == Long {
			long++
			e.SetWidth(f.width - 2)
			rest-- // its label
		} else {
			e.SetWidth(f.width - labelColumn)
			rest -= e.Height()
		}
		if f.remark(i) != "" {
			rest--
		}
	}
	for _, e := range f.entries {
		if a, ok := e.widget.(*area); ok {
			a.setHeight(max(rest/long, minRows))
		}
	}
}

// remark is the line under a field: what is wrong with it, or what its value means.
func (f *Form) remark(i int) string {
	e := f.entries[i]
	switch {
	case e.isFull():
		return f.th.Warn.On(text.Cut("! the field is full: the end of what came last is left out", f.width-labelColumn))
	case e.err != nil:
		return f.th.Bad.On(text.Cut("✗ "+text.PlainLine(e.err.Error()).String(), f.width-labelColumn))
	case e.echo != "":
		return f.th.Info.On(text.Cut("→ "+text.PlainLine(e.echo).String(), f.width-labelColumn))
	}
	return ""
}

// View is the form, at most as many rows as SetSize said: the field that has the keys is always among them.
func (f *Form) View() string {
	rows, from, _ := f.rows()
	return strings.Join(rows[from:min(from+f.height, len(rows))], "\n")
}

// rows are all rows of the form, the first to show, and the row in which the focused field begins.
func (f *Form) rows() (rows []string, from, field int) {
	end := 0
	for i, e := range f.entries {
		if i == f.at {
			field = len(rows)
		}
		rows = append(rows, f.entryRows(i, e)...)
		if i == f.at {
			end = len(rows)
		}
	}
	return rows, min(max(end-f.height, 0), field), field
}

func (f *Form) entryRows(i int, e *entry) []string {
	label := text.Pad(e.Label, labelColumn-2)
	switch {
	case i == f.at:
		label = f.th.Accent.On("▌ " + label)
	case e.err != nil:
		label = f.th.Bad.On("✗ " + label)
	default:
		label = f.th.Heading.On("  " + label)
	}
	var rows []string
	indent := strings.Repeat(" ", labelColumn)
	if e.Kind == Long {
		rows, indent = append(rows, label), "  "
		for line := range strings.SplitSeq(e.View(), "\n") {
			rows = append(rows, indent+line)
		}
	} else {
		for n, line := range strings.Split(e.View(), "\n") {
			if n > 0 {
				label = indent
			}
			rows = append(rows, label+line)
		}
	}
	if r := f.remark(i); r != "" {
		rows = append(rows, indent+r)
	}
	return rows
}

// Cursor is where the terminal's cursor stands within View; nil when it is out of sight.
func (f *Form) Cursor() *tea.Cursor {
	e := f.entries[f.at]
	c := e.Cursor()
	if c == nil {
		return nil
	}
	_, from, field := f.rows()
	at := *c
	if e.Kind == Long {
		at.X, at.Y = at.X+2, at.Y+1
	} else {
		at.X += labelColumn
	}
	at.Y += field - from
	if at.Y < 0 || at.Y >= f.height {
		return nil
	}
	return &at
}
