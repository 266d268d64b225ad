package overlay

import (
	"slices"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// Column is a column of a List: as wide as its longest cell, as far as there is room, and left out if all are empty.
type Column struct {
	Title    string
	Width    int                            // that it has at most; 0 for any
	MinWidth int                            // minimum width of the list at which the column is shown
	Keys     bool                           // its cells are keys
	Ink      func(*theme.Theme) theme.Style // of its cells; nil for the usual one
}

func muted(th *theme.Theme) theme.Style { return th.Muted }

// measure measures keys and cells. A list with a field keeps the widths that it had for another text.
func (l *List) measure() {
	l.whole, l.details, l.fitted = 0, false, nil
	if l.longest == nil || !l.hasField() {
		l.longest = make([]int, len(l.Columns))
	}
	for i := range l.all {
		r := &l.all[i]
		l.whole = max(l.whole, termwidth.Width(r.Whole))
		l.details = l.details || r.Detail != ""
		l.keys = max(l.keys, termwidth.Width(r.Key))
		for c := 0; r.Across == "" && c < len(l.Columns); c++ {
			l.longest[c] = max(l.longest[c], termwidth.Width(r.Cells[c]))
		}
	}
}

// titles returns the titles of the columns; nil if they have none.
func (l *List) titles() []string {
	var titles []string
	has := false
	for _, c := range l.Columns {
		titles = append(titles, c.Title)
		has = has || c.Title != ""
	}
	if !has {
		return nil
	}
	return titles
}

// afterKey parts the keys of rows from their cells.
const afterKey = 2

// gap returns how many blanks part two columns: without titles above them one is not enough.
func (l *List) gap() int {
	if l.titles() == nil {
		return 2
	}
	return 1
}

// room returns the columns that the cells have in a width.
func (l *List) room(width int) int {
	if l.keys == 0 {
		return width
	}
	return width - l.keys - afterKey
}

// wants returns the width in which no text of the list is cut, with its border.
func (l *List) wants() int {
	if l.Wraps {
		return 0
	}
	width := 4 + unlimited - l.room(unlimited) - l.gap()
	for _, w := range l.natural(unlimited) {
		if w > 0 {
			width += w + l.gap()
		}
	}
	return width
}

// unlimited is a width that no window has.
const unlimited = 1 << 16

// natural returns the widths in which no cell is cut that may be whole; 0 for a column that is not shown.
func (l *List) natural(width int) []int {
	widths := make([]int, len(l.Columns))
	for i, c := range l.Columns {
		if l.longest[i] == 0 || width < c.MinWidth {
			continue
		}
		widths[i] = max(l.longest[i], termwidth.Width(c.Title))
		if c.Width > 0 {
			widths[i] = min(widths[i], c.Width)
		}
	}
	return widths
}

// widths returns the widths of the columns; 0 for a hidden one. The widest give what is lacking, and the last one has
// what is left.
func (l *List) widths(width int) []int {
	if l.fitted != nil && l.fittedTo == width {
		return l.fitted
	}
	widths := l.natural(width)
	rest, last := l.room(width)+l.gap(), 0
	for i, w := range widths {
		if w > 0 {
			rest -= w + l.gap()
			last = i
		}
	}
	for most := slices.Max(widths); rest < 0 && most > 1; most-- {
		for i := range widths {
			if widths[i] == most && rest < 0 {
				widths[i]--
				rest++
			}
		}
	}
	widths[last] += max(rest, 0)
	l.fitted, l.fittedTo = widths, width
	return widths
}
