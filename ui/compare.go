package ui

import (
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// conflictTable are what moved on a record, each with what it was, is, and would be.
func conflictTable(all []backend.Change) func(*theme.Theme, int) []string {
	return func(th *theme.Theme, width int) []string {
		t := newComparison(th, width, all, 3)
		lines := t.row("", []string{"When you opened it", "Now", "After saving"}, th.Header, th.Header, th.Header)
		var news []string
		for _, d := range all {
			if d.News != nil {
				news = append(news, newEntries(th, width, d)...)
				continue
			}
			lines = append(lines, t.row(d.Label, t.trimCommonPrefix(d.Original, d.Current, d.Mine), theme.Style{}, th.Warning, theme.Style{})...)
		}
		switch {
		case news == nil:
			return lines
		case len(lines) == 1:
			return news // nothing else has changed
		}
		return append(append(lines, ""), news...)
	}
}

// mostEntry is how many rows an entry of somebody else may take.
const mostEntry = 3

// newEntries are what others have written since, who wrote it first, over the whole width.
func newEntries(th *theme.Theme, width int, d backend.Change) []string {
	lines := []string{th.Header.Render(safetext.Truncate(d.Label+": "+d.Current, width))}
	for _, entry := range d.News {
		rows := safetext.Wrap(entry, max(width-2, 1))
		if len(rows) > mostEntry {
			rows = rows[:mostEntry]
			rows[mostEntry-1] = safetext.Truncate(rows[mostEntry-1]+" …", width-2)
		}
		for i, row := range rows {
			lead := "  "
			if i == 0 {
				lead = "● "
			}
			lines = append(lines, lead+th.Warning.Render(row))
		}
	}
	return lines
}

// changeTable are what a write would change, each with what it was and will be.
func changeTable(all []backend.Change) func(*theme.Theme, int) []string {
	return func(th *theme.Theme, width int) []string {
		t := newComparison(th, width, all, 2)
		lines := t.row("", []string{"is", "will be"}, th.Header, th.Header)
		for _, d := range all {
			lines = append(lines, t.row(d.Label, t.trimCommonPrefix(d.Original, d.Mine), th.Muted, theme.Style{})...)
		}
		return lines
	}
}

// additions are what a new record will hold, below a sentence that says what it is.
func additions(says string, all []backend.Change) func(*theme.Theme, int) []string {
	return func(th *theme.Theme, width int) []string {
		t := newComparison(th, width, all, 1)
		lines := append(safetext.Wrap(says, width), "")
		for _, d := range all {
			lines = append(lines, t.row(d.Label, []string{d.Mine}, theme.Style{})...)
		}
		return lines
	}
}

// diffTable draws values beside one another, behind their label.
type diffTable struct {
	th            *theme.Theme
	labels, cells int // columns of a label and of a value, the blank behind each included
}

// mostCell is how many rows a value may take.
const mostCell = 4

func newComparison(th *theme.Theme, width int, all []backend.Change, values int) diffTable {
	labels := 12
	for _, d := range all {
		labels = max(labels, safetext.Width(d.Label))
	}
	labels = min(labels, 26) + 1
	return diffTable{th, labels, max((width-labels)/values, 8)}
}

// row is a label with its values, each as many lines as it takes.
func (t diffTable) row(label string, values []string, inks ...theme.Style) []string {
	cells, height := make([][]string, len(values)), 1
	for i, v := range values {
		if v == "" {
			v = "–"
		}
		cells[i] = safetext.Wrap(v, t.cells-1)
		cells[i] = cells[i][:min(len(cells[i]), mostCell)]
		height = max(height, len(cells[i]))
	}
	lines := make([]string, height)
	for y := range lines {
		lines[y] = t.th.Header.Render(safetext.Pad(label, t.labels-1) + " ")
		label = ""
		for i, cell := range cells {
			part := ""
			if y < len(cell) {
				part = cell[y]
			}
			lines[y] += inks[i].Render(safetext.Pad(part, t.cells-1) + " ")
		}
	}
	return lines
}

// trimCommonPrefix are values that are too long to be shown whole from shortly before they begin to differ.
func (t diffTable) trimCommonPrefix(values ...string) []string {
	const before = 16 // characters of what is the same
	room, same := (t.cells-1)*(mostCell-1), 0
	if !isAnyWider(values, room) {
		return values
	}
	cells := make([][]rune, len(values))
	for i, v := range values {
		cells[i] = []rune(v)
	}
	for isSameAt(cells, same) {
		same++
	}
	out := make([]string, len(values))
	for i, c := range cells {
		if out[i] = string(c); same > before {
			out[i] = "…" + string(c[same-before:])
		}
	}
	return out
}

func isAnyWider(values []string, room int) bool {
	for _, v := range values {
		if safetext.Width(v) > room {
			return true
		}
	}
	return false
}

// isSameAt says whether all values have the same character at a place.
func isSameAt(values [][]rune, at int) bool {
	for _, v := range values {
		if at >= len(v) || v[at] != values[0][at] {
			return false
		}
	}
	return true
}
