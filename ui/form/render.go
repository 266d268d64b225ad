package form

import (
	"cmp"
	"strings"

	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// maxMessageRows is the maximum number of message lines below a field: an error has to be read to its end in a narrow
// column too.
const maxMessageRows = 6

// fieldMessages returns what is said of a field: a warning, its error, or the interpretation of its value. It stands
// below the field, and of a text between the label and the text, whose end may be far below.
func (f *Form) fieldMessages(e *fieldState) []string {
	var text string
	ink := f.th.Info
	switch {
	case e.IsFull():
		ink, text = f.th.Warning, "! field is full: the end of your text was cut off"
	case e.err != nil:
		ink, text = f.th.Error, "✗ "+safetext.LineFromText(e.err.Error()).String()
	case e.IsCut():
		ink, text = f.th.Warning, "! the end of your text was cut off"
	case e.Live && e.pending != nil:
		ink, text = f.th.Muted, "… "+safetext.LineFromText(e.pending.Error()).String()
	case e.echo != "":
		text = "→ " + safetext.LineFromText(e.echo).String()
	default:
		return nil
	}
	width := f.messageWidth(e) - labelColumn
	if e.Kind == Multiline {
		width = f.textWidth(e) - 1
	}
	lines := termwidth.Wrap(text, width)
	if rows := min(maxMessageRows, f.height-1); len(lines) > rows {
		rest := strings.Join(lines[rows-1:], " ")
		lines = append(lines[:rows-1], termwidth.Truncate(rest, width))
	}
	for i, line := range lines {
		lines[i] = ink.Render(line)
	}
	return lines
}

// messageWidth returns the width of the lines below a field: they may stand below the field beside it as well, unless
// that has lines of its own.
func (f *Form) messageWidth(e *fieldState) int {
	if e.row < 0 || f.rows[e.row].right < 0 || e.column > 0 {
		return e.width
	}
	beside := f.entries[f.rows[e.row].right]
	if beside.Height() > 1 || beside.IsFull() || beside.IsCut() || beside.err != nil || beside.echo != "" ||
		beside.Live && beside.pending != nil {
		return e.width
	}
	return f.width
}

// View renders the head and the visible part of the form, at most the rows set by SetSize. The focused field is always
// visible; fields outside the window are not rendered.
func (f *Form) View() string {
	var seen []string
	for _, r := range f.rows {
		if r.top >= f.first+f.height || r.top+r.height <= f.first {
			continue
		}
		lines := f.rowLines(r)
		seen = append(seen, lines[max(f.first-r.top, 0):]...)
	}
	return strings.Join(f.drawMenu(append(f.head(), seen[:min(f.height, len(seen))]...)), "\n")
}

// menu returns what is offered at the cursor.
func (f *Form) menu() Menu {
	if f.Menu == nil {
		return Menu{}
	}
	menu := f.Menu(f.th, f.width)
	if len(menu.Rows) > 0 && f.Cursor() == nil {
		return Menu{}
	}
	return menu
}

// drawMenu draws the menu over lines, below the cursor or, without room there, above it.
func (f *Form) drawMenu(lines []string) []string {
	menu := f.menu()
	if len(menu.Rows) == 0 {
		return lines
	}
	for height := len(f.head()) + f.height; len(lines) < height; {
		lines = append(lines, "")
	}
	at := f.Cursor().Y
	if f.menuTop = at + 1; f.menuTop+len(menu.Rows) > len(lines) {
		f.menuTop = max(at-len(menu.Rows), 0)
	}
	for i, row := range menu.Rows {
		if y := f.menuTop + i; y < len(lines) && y != at {
			lines[y] = row
		}
	}
	return lines
}

// rowLines renders a row with its heading.
func (f *Form) rowLines(r row) []string {
	lines := f.headingLines(r)
	left := f.fieldLines(r.left)
	if r.right < 0 {
		return append(lines, left...)
	}
	right := f.fieldLines(r.right)
	width := f.entries[r.right].column
	for i, beside := range right {
		line := ""
		if i < len(left) {
			line = left[i]
		}
		lines = append(lines, termwidth.FitStyled(line, width, "")+beside)
	}
	return append(lines, left[min(len(right), len(left)):]...)
}

// fieldLines renders a field with its label and its messages.
func (f *Form) fieldLines(i int) []string {
	e := f.entries[i]
	var lines []string
	label, indent := f.label(i, e), strings.Repeat(" ", labelColumn)
	messages := f.fieldMessages(e)
	if f.isBoxed(e) {
		return f.box(i, append(messages, strings.Split(e.View(), "\n")...))
	}
	if e.Kind == Multiline {
		indent = strings.Repeat(" ", textColumn)
		lines = appendIndented([]string{label}, indent, messages)
		label, messages = indent, nil
	}
	for line := range strings.SplitSeq(e.View(), "\n") {
		lines = append(lines, label+line)
		label = indent
	}
	return appendIndented(lines, indent, messages)
}

// box draws lines in a box with the field's label in its upper edge, which its marker begins.
func (f *Form) box(i int, inside []string) []string {
	e, edge := f.entries[i], f.th.Border
	marker, name, ink := f.labelOf(i, e)
	markerInk := ink
	switch {
	case i == f.at && !f.resting:
		edge = f.th.Accent
	case marker == " ":
		marker, markerInk = "╭", edge
	}
	name = termwidth.Truncate(name, max(e.width-5, 1))
	rest := max(e.width-4-termwidth.Width(name), 0)
	lines := []string{markerInk.Render(marker) + ink.Render(" "+name) + edge.Render(" "+strings.Repeat("─", rest)+"╮")}
	left, right := edge.Render("│ "), edge.Render("│")
	for _, line := range inside {
		lines = append(lines, left+termwidth.FitStyled(line, f.textWidth(e), "")+right)
	}
	return append(lines, edge.Render("╰"+strings.Repeat("─", max(e.width-2, 0))+"╯"))
}

func appendIndented(lines []string, indent string, more []string) []string {
	for _, line := range more {
		lines = append(lines, indent+line)
	}
	return lines
}

func (f *Form) headingLines(r row) []string {
	if !r.headed {
		return nil
	}
	title := termwidth.Truncate(f.heading(f.entries[r.left]), f.width-6)
	line := f.th.Heading(f.th.Accent.Render(title), f.width)
	if r.top == 0 {
		return []string{line}
	}
	return []string{"", line}
}

// label returns a field's label with its markers: focused, invalid, required.
func (f *Form) label(i int, e *fieldState) string {
	marker, name, ink := f.labelOf(i, e)
	return ink.Render(marker + " " + termwidth.Pad(name, labelColumn-3) + " ")
}

// labelOf returns a field's marker, its name and their style.
func (f *Form) labelOf(i int, e *fieldState) (marker, name string, ink theme.Style) {
	name = cmp.Or(e.Short, e.Label)
	if e.Required {
		name += "*"
	}
	switch {
	case i == f.at && !f.resting:
		return "▌", name, f.th.Accent
	case e.err != nil:
		return "✗", name, f.th.Error
	}
	return " ", name, f.th.Header
}
