// Package difftable draws what a write changes of a record: its values side by side, and the same in words.
package difftable

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"charm.land/lipgloss/v2/table"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/theme"
)

// Conflict draws what changed on a record: original, current and new values, and at the end what the form says that was
// not sent.
func Conflict(all []backend.Change, unsent string) overlay.Body {
	if unsent != "" {
		unsent = "In this form: " + unsent
	}
	changed := func(th *theme.Theme, width int) []string {
		t := newDiff(th, width, all, 3)
		t.row("", []string{"When you opened it", "Now", "After saving"}, th.Header, th.Header, th.Header)
		var added []string
		for _, d := range all {
			if d.News != nil {
				added = append(added, timelineEntries(th, width, d)...)
				continue
			}
			t.row(d.Label, t.trimCommonPrefix(d.Original, d.Current, d.Mine), theme.Style{}, th.Warning, theme.Style{})
		}
		switch {
		case added == nil:
			return t.lines()
		case len(t.styles) == 1:
			return added // nothing else has changed
		}
		return append(append(t.lines(), ""), added...)
	}
	draw := func(th *theme.Theme, width int) []string {
		lines := changed(th, width)
		if rows := termwidth.Wrap(unsent, width); unsent != "" {
			lines = append(append(lines, ""), rows[:min(len(rows), maxEntryRows)]...)
		}
		return lines
	}
	said := conflictWords(all)
	if unsent != "" {
		said = append(said, accessible.Sentence(unsent))
	}
	return overlay.Body{Draw: draw, Say: said}
}

// maxEntryRows is the maximum number of rows for an entry that was added, and for what was not sent.
const maxEntryRows = 3

// timelineEntries draws entries that were added since the form was opened, over the whole width, with
// their authors first.
func timelineEntries(th *theme.Theme, width int, d backend.Change) []string {
	lines := []string{th.Header.Render(termwidth.Truncate(d.Label+": "+d.Current, width))}
	for _, entry := range d.News {
		rows := termwidth.Wrap(entry, width-2)
		if len(rows) > maxEntryRows {
			rows = rows[:maxEntryRows]
			rows[maxEntryRows-1] = termwidth.Truncate(rows[maxEntryRows-1]+" …", width-2)
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

// Changes draws what a submission would change: current and new values.
func Changes(all []backend.Change) overlay.Body {
	draw := func(th *theme.Theme, width int) []string {
		t := newDiff(th, width, all, 2)
		t.row("", []string{"Now", "After saving"}, th.Header, th.Header)
		for _, d := range all {
			t.row(d.Label, t.trimCommonPrefix(d.Original, d.Mine), th.Muted, theme.Style{})
		}
		return t.lines()
	}
	return overlay.Body{Draw: draw, Say: changeWords(all)}
}

// Additions draws the values of a new record below a sentence.
func Additions(text string, all []backend.Change) overlay.Body {
	draw := func(th *theme.Theme, width int) []string {
		t := newDiff(th, width, all, 1)
		for _, d := range all {
			t.row(d.Label, []string{d.Mine}, theme.Style{})
		}
		return append(append(termwidth.Wrap(text, width), ""), t.lines()...)
	}
	return overlay.Body{Draw: draw, Say: append([]string{accessible.Sentence(text)}, changeWords(all)...)}
}

// diff shows labelled values side by side.
type diff struct {
	th            *theme.Theme
	labels, cells int // widths of a label and of a value, trailing blank included
	table         *table.Table
	styles        [][]theme.Style // of the values of each row
}

// maxCellRows is the maximum number of rows for a value.
const maxCellRows = 4

func newDiff(th *theme.Theme, width int, all []backend.Change, values int) *diff {
	labels := 12
	for _, d := range all {
		labels = max(labels, termwidth.Width(d.Label))
	}
	labels = min(labels, 26) + 1
	t := &diff{th: th, labels: labels, cells: max((width-labels)/values, 8)}
	t.table = table.New().BorderTop(false).BorderBottom(false).BorderLeft(false).BorderRight(false).BorderColumn(false).
		StyleFunc(t.style)
	return t
}

// row adds a label with its values, wrapped to as many lines as they need.
func (t *diff) row(label string, values []string, styles ...theme.Style) {
	cells := []string{termwidth.Pad(label, t.labels-1)}
	for _, v := range values {
		lines := termwidth.Wrap(cmp.Or(v, "–"), t.cells-1)
		cells = append(cells, strings.Join(lines[:min(len(lines), maxCellRows)], "\n"))
	}
	t.table.Row(cells...)
	t.styles = append(t.styles, styles)
}

func (t *diff) style(row, column int) lipgloss.Style {
	if column == 0 {
		return t.th.Header.Lipgloss().Width(t.labels)
	}
	return t.styles[row][column-1].Lipgloss().Width(t.cells)
}

func (t *diff) lines() []string { return strings.Split(t.table.Render(), "\n") }

// trimCommonPrefix shortens values that are too long to be shown whole: it drops most of their common prefix.
func (t *diff) trimCommonPrefix(values ...string) []string {
	const before = 16 // characters of the common prefix to keep
	room, same := (t.cells-1)*(maxCellRows-1), 0
	if !slices.ContainsFunc(values, func(v string) bool { return termwidth.Width(v) > room }) {
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

// isSameAt reports whether all values have the same character at an index.
func isSameAt(values [][]rune, at int) bool {
	return !slices.ContainsFunc(values, func(v []rune) bool { return at >= len(v) || v[at] != values[0][at] })
}

// conflictWords says what changed on a record: what it was, what it is now, and what saving would make of it.
func conflictWords(all []backend.Change) []string {
	var said []string
	for _, d := range all {
		if d.News != nil {
			said = append(said, accessible.Sentence(d.Label+": "+d.Current))
			for _, entry := range d.News {
				said = append(said, accessible.Sentence(entry))
			}
			continue
		}
		said = append(said, accessible.Sentence(fmt.Sprintf("%s: it was %s when you opened it, it is %s now, saving makes it %s",
			d.Label, cmp.Or(d.Original, "empty"), cmp.Or(d.Current, "empty"), cmp.Or(d.Mine, "empty"))))
	}
	return said
}

// changeWords says what a submission would change.
func changeWords(all []backend.Change) []string {
	var said []string
	for _, d := range all {
		text := d.Label + ": " + cmp.Or(d.Mine, "empty")
		if d.Original != "" {
			text = d.Label + ": " + d.Original + " becomes " + cmp.Or(d.Mine, "empty")
		}
		said = append(said, accessible.Sentence(text))
	}
	return said
}
