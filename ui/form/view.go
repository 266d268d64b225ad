package form

import (
	"strings"

	"frontdesk/internal/safetext"
)

// mostRemarks is how many lines may stand under a field.
const mostRemarks = 3

// fieldMessages are the lines under a field: what is wrong with it, or what its value means.
func (f *Form) fieldMessages(e *fieldState) []string {
	var says string
	ink := f.th.Info
	switch {
	case e.isFull():
		ink, says = f.th.Warning, "! the field is full: the end of what came last is left out"
	case e.err != nil:
		ink, says = f.th.Error, "✗ "+safetext.LineFromText(e.err.Error()).String()
	case e.echo != "":
		says = "→ " + safetext.LineFromText(e.echo).String()
	default:
		return nil
	}
	lines := safetext.Wrap(says, max(f.width-labelColumn, 1))
	lines = lines[:min(len(lines), mostRemarks)]
	for i, line := range lines {
		lines[i] = ink.Render(line)
	}
	return lines
}

// View is the form, at most as many rows as SetSize said: the field that has the keys is always among them. Fields out
// of sight are not drawn.
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
	title := safetext.Truncate(f.heading(e), f.width-6)
	line := f.th.Border.Render("── ") + f.th.Accent.Render(title) + f.th.Border.Render(" "+strings.Repeat("─", max(f.width-4-safetext.Width(title), 0)))
	if e.top == 0 {
		return []string{line}
	}
	return []string{"", line}
}

// label is a field's name with its marks: where the keys are, what is wrong, what is required.
func (f *Form) label(i int, e *fieldState) string {
	name := e.Label
	if e.Required {
		name += "*"
	}
	name = safetext.Pad(name, labelColumn-3) + " "
	switch {
	case i == f.at:
		return f.th.Accent.Render("▌ " + name)
	case e.err != nil:
		return f.th.Error.Render("✗ " + name)
	}
	return f.th.Header.Render("  " + name)
}
