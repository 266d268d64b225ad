package overlay

import (
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// Column is a column of a List.
type Column struct {
	Title    string
	Width    int // in screen columns; the last visible column takes the remaining width
	MinWidth int // minimum width of the list at which the column is shown
	Share    int // its share of the remaining width; if no column has one, the last takes all
	// Fit makes the column as wide as its longest cell, and Width the most; 0 for any. A column in which every cell is
	// empty or Usual is left out.
	Fit   bool
	Usual string
	Keys  bool                           // its cells are keys
	Ink   func(*theme.Theme) theme.Style // of its cells; nil for the usual one
}

func muted(th *theme.Theme) theme.Style { return th.Muted }

// measure measures keys and cells. A list with a field keeps the widths that it had for another text.
func (l *List) measure() {
	l.fits, l.whole, l.details = make([]int, len(l.Columns)), 0, false
	if l.longest == nil || !l.hasField() {
		l.longest = make([]int, len(l.Columns))
	}
	for i := range l.all {
		l.whole = max(l.whole, termwidth.Width(l.all[i].Whole))
		l.details = l.details || l.all[i].Detail != ""
		l.keys = max(l.keys, termwidth.Width(l.all[i].Key))
	}
	for i, c := range l.Columns {
		isUsual := true
		l.longest[i] = max(l.longest[i], termwidth.Width(c.Title))
		for r := range l.all {
			if l.all[r].Across == "" {
				cell := l.all[r].Cells[i]
				isUsual = isUsual && (cell == "" || cell == c.Usual)
				l.longest[i] = max(l.longest[i], termwidth.Width(cell))
			}
		}
		if c.Fit && !isUsual {
			l.fits[i] = l.longest[i]
			if c.Width > 0 {
				l.fits[i] = min(l.longest[i], c.Width)
			}
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

// widestList is how wide rows can get and still be followed with the eye.
const widestList = 180

// wants returns the width in which no text of the list is cut, with its border.
func (l *List) wants(window int) int {
	switch {
	case l.Full:
		return window
	case l.Roomy:
		return min(window*3/4, widestList)
	}
	width := 4 + unlimited - l.room(unlimited) - l.gap()
	for i, c := range l.Columns {
		switch {
		case c.Fit && l.fits[i] == 0:
		case c.Fit:
			width += l.fits[i] + l.gap()
		case c.Share > 0 || i == len(l.Columns)-1:
			width += max(c.Width, l.longest[i]) + l.gap()
		default:
			width += max(c.Width, 1) + l.gap()
		}
	}
	return width
}

// unlimited is a width that no window has.
const unlimited = 1 << 16

// widths returns the widths of the columns; 0 for a hidden column. What the columns leave is dealt out to those that
// share it, none of them more than its longest cell needs; the last column has the rest.
func (l *List) widths(width int) []int {
	widths := make([]int, len(l.Columns))
	rest, last := l.room(width)+l.gap(), 0
	for i, c := range l.Columns {
		if width < c.MinWidth || c.Fit && l.fits[i] == 0 {
			continue
		}
		widths[i] = max(c.Width, 1)
		if c.Fit {
			widths[i] = l.fits[i]
		}
		rest -= widths[i] + l.gap()
		last = i
	}
	for dealt := true; rest > 0 && dealt; {
		dealt = false
		for i, c := range l.Columns {
			if more := min(c.Share, l.longest[i]-widths[i], rest); widths[i] > 0 && more > 0 {
				widths[i] += more
				rest -= more
				dealt = true
			}
		}
	}
	widths[last] += max(rest, 0)
	return widths
}
