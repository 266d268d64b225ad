package overlay

import (
	"fmt"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// The width of prose in a list, the lines reserved for the detail of a row, the lines of a list with a field unless the
// window is higher, and the fewest rows above what stands below them.
const (
	proseWidth = 100
	moreRows   = 3
	fieldLines = 14
	leastRows  = 3
)

// draw draws the field and what the list shows.
func (l *List) draw(th *theme.Theme, width, height int) (lines []string, place string) {
	var field []string
	if l.hasField() || l.isFiltered() {
		field = []string{l.fieldLine(th, width), ""}
	}
	lines, place = l.body(th, width, height-len(field))
	l.rowsAt += len(field)
	return append(field, lines...), place
}

// body draws what the list says of itself, the rows and what stands below them.
func (l *List) body(th *theme.Theme, width, height int) (lines []string, place string) {
	if l.Head != nil {
		lines = append(lines, l.Head(th, width)...)
	}
	if len(l.rows) == 0 && len(lines) == 0 {
		lines = append(lines, l.nothing(th, width)...)
	}
	if titles := l.titles(); len(l.rows) > 0 && titles != nil {
		lines = append(lines, th.Header.Render(l.line(th, &Row{Cells: titles}, width, false)))
	}
	if l.Wraps {
		rows, place := l.wrapped(th, width, height-len(lines))
		l.rowsAt = len(lines)
		return append(lines, rows...), place
	}
	below := l.below(th, width, height-len(lines)-leastRows)
	keepsSize := l.hasField() && !l.isBare // whatever is typed
	if keepsSize {
		height = min(height, max(fieldLines, height/2+1))
		if l.Typed == nil { // else more rows may come
			height = min(height, len(lines)+len(below)+l.most)
		}
	}
	l.rowsAt = len(lines)
	l.list.SetSize(max(min(len(l.rows), height-len(lines)-len(below)), 1))
	from, to := l.list.Visible()
	for i := from; i < to; i++ {
		lines = append(lines, l.row(th, i, width))
	}
	lines = append(lines, below...)
	for keepsSize && len(lines) < height {
		lines = append(lines, "")
	}
	return lines, placeIn(&l.list)
}

// wrapped draws rows of several lines, with their headings and the note above the first one.
func (l *List) wrapped(th *theme.Theme, width, height int) (shown []string, place string) {
	var lines []string
	var rowOf []int
	add := func(row int, more ...string) {
		for _, line := range more {
			lines, rowOf = append(lines, line), append(rowOf, row)
		}
	}
	if l.words.Value() == "" {
		add(-1, noteLines(th, l.Note, width)...)
	}
	first, end, last := 0, 0, len(l.Columns)-1
	room := l.widths(width)[last]
	for i, r := range l.rows {
		if r.Heading != "" {
			if i > 0 {
				add(-1, "")
			}
			add(-1, th.Header.Render(r.Heading))
		}
		if i == l.list.Cursor() && i > 0 {
			first = len(lines)
		}
		cells := r.Cells
		for text := range strings.SplitSeq(cells[last], "\n") {
			for _, part := range termwidth.Wrap(text, room) {
				r.Cells = append(slices.Clone(cells[:last]), part)
				add(i, l.drawnRow(th, &r, i == l.list.Cursor() && !l.isRead(), width))
				cells = make([]string, len(cells))
			}
		}
		if i == l.list.Cursor() {
			end = len(lines) - 1
		}
	}
	l.lines.SetCount(len(lines))
	l.lines.SetSize(height)
	l.lines.SetCursor(end)
	l.lines.SetCursor(first)
	from, to := l.lines.Visible()
	l.rowOf = rowOf[from:to]
	l.list.SetSize(max(to-from, 1))
	if to-from < len(lines) {
		place = fmt.Sprintf("%d–%d of %d", from+1, to, len(lines))
	}
	return lines[from:to], place
}

// fieldLine draws the field or the filter.
func (l *List) fieldLine(th *theme.Theme, width int) string {
	l.words.SetTheme(th)
	l.words.SetWidth(max(width-len(l.fieldLabel()), 1))
	return th.Header.Render(l.fieldLabel()) + l.words.View()
}

// nothing says that no row is listed.
func (l *List) nothing(th *theme.Theme, width int) []string {
	empty := l.Empty
	switch {
	case len(l.all) > 0:
		empty = "No row matches."
	case empty == "":
		return nil
	}
	lines := termwidth.Wrap(empty, min(width, proseWidth))
	if l.hasField() {
		return th.Muted.RenderLines("", lines)
	}
	return lines
}

// below returns the lines below the rows, with a blank one before them. For details they are always as many, so that
// the height of the box does not change with the cursor; none if no row has more to say than it shows.
func (l *List) below(th *theme.Theme, width, room int) []string {
	var lines []string
	switch {
	case l.Below != nil:
		lines = l.Below(th, width, room-1)
	case len(l.rows) > 0 && (l.details || l.whole > l.widths(width)[len(l.Columns)-1]):
		lines = l.detail(th, width)
	}
	if len(lines) == 0 || len(l.rows) == 0 {
		return lines
	}
	return append([]string{""}, lines...)
}

// detail returns the detail of the row under the cursor, and what the row does not show whole.
func (l *List) detail(th *theme.Theme, width int) []string {
	row := l.under()
	text := row.Detail
	if !strings.Contains(ansi.Strip(l.line(th, &row, width, false)), row.Whole) {
		text = strings.TrimSpace(text + " " + row.Whole)
	}
	said := termwidth.Wrap(text, min(width, proseWidth))
	lines := make([]string, moreRows)
	for i := range lines {
		if i < len(said) {
			lines[i] = th.Muted.Render(said[i])
			if row.Link != "" {
				lines[i] = ansi.SetHyperlink(row.Link, "id=detail") + lines[i] + ansi.ResetHyperlink()
			}
		}
	}
	return lines
}

func (l *List) row(th *theme.Theme, i, width int) string {
	return l.drawnRow(th, &l.rows[i], i == l.list.Cursor(), width)
}

func (l *List) drawnRow(th *theme.Theme, r *Row, isUnderCursor bool, width int) string {
	switch {
	case isUnderCursor && l.rests:
		return th.SelectedInactive.Render(l.line(th, r, width, false))
	case isUnderCursor:
		return th.Selected.Render(l.line(th, r, width, false))
	case r.Faint:
		return th.Muted.Render(l.line(th, r, width, false))
	}
	return l.line(th, r, width, true)
}

// line draws a row, in colours or as one text: its key and its cells, each padded to its column.
func (l *List) line(th *theme.Theme, r *Row, width int, coloured bool) string {
	paint := func(style theme.Style, s string) string {
		if coloured {
			return style.Render(s)
		}
		return s
	}
	var b strings.Builder
	if l.keys > 0 {
		b.WriteString(paint(th.Key, termwidth.Pad(r.Key, l.keys+afterKey)))
	}
	if r.Across != "" {
		return b.String() + paint(th.Info, termwidth.Pad(r.Across, l.room(width)))
	}
	gap := ""
	for i, w := range l.widths(width) {
		if w == 0 {
			continue
		}
		cell, style := r.Cells[i], theme.Style{}
		switch c := l.Columns[i]; {
		case i == r.StyledColumn && r.Style != (theme.Style{}):
			style = r.Style
		case c.Keys:
			cell, style = th.KeyName(cell), th.Key
		case c.Ink != nil:
			style = c.Ink(th)
		}
		b.WriteString(gap + paint(style, termwidth.Pad(cell, w)))
		gap = strings.Repeat(" ", l.gap())
	}
	return b.String()
}
