package widget

// scrollMargin is the number of rows kept visible above and below the cursor.
const scrollMargin = 2

// ListWindow is the visible window of a list of any length, together with its cursor. It determines the visible
// rows, so that only those have to be rendered. Its zero value is an empty list.
type ListWindow struct{ rows, height, cursor, offset int }

// Len returns the number of rows.
func (l *ListWindow) Len() int { return l.rows }

// Cursor returns the row under the cursor, counted from 0; 0 if the list is empty.
func (l *ListWindow) Cursor() int { return l.cursor }

// Offset returns the first visible row.
func (l *ListWindow) Offset() int { return l.offset }

// Visible returns the half-open range of visible rows.
func (l *ListWindow) Visible() (from, to int) { return l.offset, min(l.offset+l.height, l.rows) }

// SetCount sets the number of rows; the cursor keeps its row if that row still exists.
func (l *ListWindow) SetCount(rows int) {
	if rows = max(rows, 0); rows != l.rows {
		l.rows = rows
		l.SetCursor(l.cursor)
	}
}

// SetSize sets the number of rows that fit in the window.
func (l *ListWindow) SetSize(rows int) {
	if rows = max(rows, 0); rows != l.height {
		l.height = rows
		l.SetCursor(l.cursor)
	}
}

// SetCursor moves the cursor to a row and scrolls no further than needed to show it.
func (l *ListWindow) SetCursor(row int) {
	l.cursor = clamp(row, l.rows-1)
	margin := min(scrollMargin, max(l.height-1, 0)/2)
	lowest := l.cursor - margin
	highest := l.cursor - l.height + 1 + margin
	l.offset = clamp(min(max(l.offset, highest), lowest), l.rows-l.height)
}

// MoveKeepingOffset moves the cursor to a row while keeping its position on the screen, as far as possible. It is
// for a row that has moved in the list while the agent looks at it.
func (l *ListWindow) MoveKeepingOffset(row int) {
	l.offset += clamp(row, l.rows-1) - l.cursor
	l.SetCursor(row)
}

// Move moves the cursor by rows.
func (l *ListWindow) Move(by int) { l.SetCursor(l.cursor + by) }

// HalfPage moves the cursor by half the window height.
func (l *ListWindow) HalfPage(by int) { l.Move(by * max(l.height/2, 1)) }

// GotoTop moves the cursor to the first row.
func (l *ListWindow) GotoTop() { l.SetCursor(0) }

// GotoBottom moves the cursor to the last row.
func (l *ListWindow) GotoBottom() { l.SetCursor(l.rows - 1) }

// clamp limits n to the range from 0 to highest; it returns 0 if highest is negative.
func clamp(n, highest int) int { return max(min(n, highest), 0) }

// PointTo moves the cursor to a row. It scrolls nothing if the row is shown: a second click has to find what the first
// found.
func (l *ListWindow) PointTo(row int) {
	if from, to := l.Visible(); row >= from && row < to {
		l.cursor = row
		return
	}
	l.SetCursor(row)
}

// RowAt returns the row in a line of the window, counted from 0.
func (l *ListWindow) RowAt(line int) (row int, ok bool) {
	from, to := l.Visible()
	return from + line, line >= 0 && from+line < to
}

// ScrollBy scrolls by rows and leaves the cursor where it is, which may be out of sight then.
func (l *ListWindow) ScrollBy(by int) { l.offset = clamp(l.offset+by, l.rows-l.height) }
