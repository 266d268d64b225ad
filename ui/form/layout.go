package form

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/textedit"
)

// minRows is the minimum height of a focused text area, and of every text area if there is room.
const minRows = 3

// labelColumn is the width of the labels of all fields except Multiline fields.
const labelColumn = 14

// SetSize sets the size of the form in columns and rows.
func (f *Form) SetSize(width, height int) {
	f.width, f.height = max(width, labelColumn+8), max(height, 4)
	f.relayout()
}

// relayout computes the position of every field and scrolls to the focused one.
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
		if a, ok := e.widget.(*textedit.Area); ok && e.top >= 0 {
			rest += a.Height()
		}
	}
	f.distributeHeight(rest, long)
	f.positionFields()
	f.scroll()
}

// maxSharedRows is the maximum height of a focused text area if the form has to share its height with other fields.
const maxSharedRows = 5

// distributeHeight divides the remaining rows among the text areas. If there are too few, or if the form has
// several sections, the focused one gets enough rows to write in and the others no more than their content needs.
func (f *Form) distributeHeight(rest, long int) {
	roomy := long > 0 && rest/long >= minRows && len(f.sections) == 1
	for i, e := range f.entries {
		a, ok := e.widget.(*textedit.Area)
		switch {
		case !ok:
		case roomy:
			a.SetHeight(rest / long)
		case i == f.at:
			a.SetHeight(max(min(a.RowCount()+1, f.height/2, maxSharedRows), minRows))
		default:
			a.SetHeight(min(a.RowCount(), minRows))
		}
	}
}

// positionFields computes the first row of each field.
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

// heightOf returns the number of rows of a field, including its heading, label and messages.
func (f *Form) heightOf(i int) int {
	e := f.entries[i]
	rows := e.Height()
	if e.Kind == Multiline {
		rows++
	}
	return rows + len(f.fieldMessages(e)) + f.headingHeight(e)
}

// headingHeight returns the number of rows of a field's heading, including a blank row above it unless it is the
// first.
func (f *Form) headingHeight(e *fieldState) int {
	switch {
	case !e.headed:
		return 0
	case e.top == 0:
		return 1
	}
	return 2
}

// scroll scrolls no further than needed to show the focused field with its heading and messages, or the row of its
// cursor if the field is higher than the window.
func (f *Form) scroll() {
	e := f.entries[f.at]
	from, to := e.top, e.top+f.heightOf(f.at)
	if c := f.formCursor(); c != nil && to-from > f.height {
		from, to = c.Y, c.Y+1
	}
	f.first = min(max(f.first, to-f.height), from)
	f.first = max(min(f.first, f.rows-f.height), 0)
}

// formCursor returns the cursor's position in the whole form; nil if there is no cursor.
func (f *Form) formCursor() *tea.Cursor {
	e := f.entries[f.at]
	top := e.top + f.headingHeight(e)
	if e.Kind == Multiline {
		return textedit.MoveCursor(e.Cursor(), 2, top+1)
	}
	return textedit.MoveCursor(e.Cursor(), labelColumn, top)
}

// Cursor returns the position of the terminal's cursor within View; nil if it is not visible.
func (f *Form) Cursor() *tea.Cursor {
	at := f.formCursor()
	if at == nil || at.Y < f.first || at.Y >= f.first+f.height {
		return nil
	}
	at.Y -= f.first
	return at
}

// HiddenCount returns the number of fields that are hidden until ToggleAdvanced is called.
func (f *Form) HiddenCount() int { return f.folded }

// Overflow reports whether the form continues above and below its visible rows.
func (f *Form) Overflow() (above, below bool) { return f.first > 0, f.first+f.height < f.rows }

// maxMessageRows is the maximum number of message lines below a field.
const maxMessageRows = 3

// fieldMessages returns the lines below a field: a warning, its error, or the interpretation of its value.
func (f *Form) fieldMessages(e *fieldState) []string {
	var text string
	ink := f.th.Info
	switch {
	case e.IsFull():
		ink, text = f.th.Warning, "! the field is full: the end of what came last is left out"
	case e.err != nil:
		ink, text = f.th.Error, "✗ "+safetext.LineFromText(e.err.Error()).String()
	case e.echo != "":
		text = "→ " + safetext.LineFromText(e.echo).String()
	default:
		return nil
	}
	lines := termwidth.Wrap(text, f.width-labelColumn)
	lines = lines[:min(len(lines), maxMessageRows)]
	for i, line := range lines {
		lines[i] = ink.Render(line)
	}
	return lines
}

// View renders the visible part of the form, at most the rows set by SetSize. The focused field is always visible;
// fields outside the window are not rendered.
func (f *Form) View() string {
	var seen []string
	for i, e := range f.entries {
		if e.top < 0 || e.top >= f.first+f.height || e.top+f.heightOf(i) <= f.first {
			continue
		}
		rows := f.entryRows(i, e)
		from := max(f.first-e.top, 0)
		seen = append(seen, rows[from:]...)
	}
	return strings.Join(seen[:min(f.height, len(seen))], "\n")
}

func (f *Form) entryRows(i int, e *fieldState) []string {
	rows := f.headingRows(e)
	label, indent := f.label(i, e), strings.Repeat(" ", labelColumn)
	lines := strings.Split(e.View(), "\n")
	if e.Kind == Multiline {
		rows, indent = append(rows, label), "  "
		label = indent
	}
	for _, line := range lines {
		rows = append(rows, label+line)
		label = indent
	}
	for _, line := range f.fieldMessages(e) {
		rows = append(rows, indent+line)
	}
	return rows
}

func (f *Form) headingRows(e *fieldState) []string {
	if !e.headed {
		return nil
	}
	title := termwidth.Truncate(f.heading(e), f.width-6)
	line := f.th.Border.Render(
		"── ",
	) + f.th.Accent.Render(
		title,
	) + f.th.Border.Render(
		" "+strings.Repeat("─", max(f.width-4-termwidth.Width(title), 0)),
	)
	if e.top == 0 {
		return []string{line}
	}
	return []string{"", line}
}

// label returns a field's label with its markers: focused, invalid, required.
func (f *Form) label(i int, e *fieldState) string {
	name := e.Label
	if e.Required {
		name += "*"
	}
	name = termwidth.Pad(name, labelColumn-3) + " "
	switch {
	case i == f.at && !f.resting:
		return f.th.Accent.Render("▌ " + name)
	case e.err != nil:
		return f.th.Error.Render("✗ " + name)
	}
	return f.th.Header.Render("  " + name)
}
