package overlay

import (
	"strings"

	"frontdesk/internal/termwidth"
)

// Column is a column of a List.
type Column struct {
	Title    string
	Width    int // in screen columns; the last visible column takes the remaining width
	MinWidth int // minimum width of the list at which the column is shown
	Share    int // its share of the remaining width; if no column has one, the last takes all
	// Fit makes the column as wide as its longest cell, and Width the most. A column in which every cell is empty or
	// Usual is left out.
	Fit   bool
	Usual string
}

// fitColumns measures the columns that are as wide as their cells.
func (l *List) fitColumns() {
	l.fits, l.longest = make([]int, len(l.Columns)), make([]int, len(l.Columns))
	l.whole, l.details = 0, false
	for i := range l.rows {
		l.whole = max(l.whole, termwidth.Width(l.rows[i].Whole))
		l.details = l.details || l.rows[i].Detail != ""
	}
	for i, c := range l.Columns {
		isUsual := true
		widest := termwidth.Width(c.Title)
		for r := range l.rows {
			cell := l.rows[r].Cells[i]
			isUsual = isUsual && (cell == "" || cell == c.Usual)
			widest = max(widest, termwidth.Width(cell))
		}
		l.longest[i] = widest
		if c.Fit && !isUsual {
			l.fits[i] = min(widest, c.Width)
		}
	}
}

// wanted returns the width in which no text of the list is cut, with its border.
func (l *List) wanted() int {
	width := 4 - 1
	for i, c := range l.Columns {
		switch {
		case c.Fit && l.fits[i] == 0:
		case c.Fit:
			width += l.fits[i] + 1
		case c.Share > 0 || i == len(l.Columns)-1:
			width += max(c.Width, l.longest[i]) + 1
		default:
			width += max(c.Width, 1) + 1
		}
	}
	return width
}

// line joins cells, each padded to its column.
func (l *List) line(cells []string, width int, paint func(int, string) string) string {
	var b strings.Builder
	for i, w := range l.widths(width) {
		if w == 0 {
			continue
		}
		cell := termwidth.Pad(cells[i], w)
		if paint != nil {
			cell = paint(i, cell)
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(cell)
	}
	return b.String()
}

// widths returns the widths of the columns; 0 for a hidden column.
func (l *List) widths(width int) []int {
	widths := make([]int, len(l.Columns))
	rest, taker := width+1, 0
	for i, c := range l.Columns {
		if width < c.MinWidth || c.Fit && l.fits[i] == 0 {
			continue
		}
		widths[i] = max(c.Width, 1)
		if c.Fit {
			widths[i] = l.fits[i]
		}
		rest -= widths[i] + 1
		taker = i
	}
	widths[taker] += l.shareOut(widths, max(rest, 0))
	return widths
}

// shareOut gives room to the columns that share it, none of them more than its longest cell needs, and returns what is
// left.
func (l *List) shareOut(widths []int, room int) (left int) {
	for room > 0 {
		shares := 0
		for i, c := range l.Columns {
			if widths[i] > 0 && widths[i] < l.longest[i] {
				shares += c.Share
			}
		}
		if shares == 0 {
			return room
		}
		given := 0
		for i, c := range l.Columns {
			if widths[i] > 0 && widths[i] < l.longest[i] && c.Share > 0 {
				more := min(max(room*c.Share/shares, 1), l.longest[i]-widths[i], room-given)
				widths[i] += more
				given += more
			}
		}
		room -= given
	}
	return 0
}
