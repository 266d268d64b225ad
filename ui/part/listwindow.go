package part

// scrollMargin is how many rows stay in sight above and below the cursor.
const scrollMargin = 2

// ListWindow is the window over a list of any number of rows and the cursor in it: it says which rows are seen, so that
// only those are drawn. Its zero value is an empty list.
type ListWindow struct{ rows, height, cursor, offset int }

// Len is the number of rows.
func (l *ListWindow) Len() int { return l.rows }

// Cursor is the row under the cursor, counted from 0; of an empty list 0.
func (l *ListWindow) Cursor() int { return l.cursor }

// Offset is the first row that is seen.
func (l *ListWindow) Offset() int { return l.offset }

// Visible is the half-open range of rows that are seen.
func (l *ListWindow) Visible() (from, to int) { return l.offset, min(l.offset+l.height, l.rows) }

// SetCount says how many rows there are; the cursor stays where it is if that row is still there.
func (l *ListWindow) SetCount(rows int) {
	l.rows = max(rows, 0)
	l.SetCursor(l.cursor)
}

// SetSize says how many rows are seen at once.
func (l *ListWindow) SetSize(rows int) {
	l.height = max(rows, 0)
	l.SetCursor(l.cursor)
}

// SetCursor puts the cursor on a row and scrolls as little as will show it.
func (l *ListWindow) SetCursor(row int) {
	l.cursor = clamp(row, l.rows-1)
	margin := min(scrollMargin, max(l.height-1, 0)/2)
	lowest := l.cursor - margin
	highest := l.cursor - l.height + 1 + margin
	l.offset = clamp(min(max(l.offset, highest), lowest), l.rows-l.height)
}

// MoveKeepingOffset puts the cursor on a row without moving it on the screen, as far as possible: for a row that moved in the
// list while the agent looks at it.
func (l *ListWindow) MoveKeepingOffset(row int) {
	l.offset += clamp(row, l.rows-1) - l.cursor
	l.SetCursor(row)
}

// Move moves the cursor by rows.
func (l *ListWindow) Move(by int) { l.SetCursor(l.cursor + by) }

// HalfPage moves the cursor by half windows.
func (l *ListWindow) HalfPage(by int) { l.Move(by * max(l.height/2, 1)) }

// Top moves the cursor to the first row.
func (l *ListWindow) Top() { l.SetCursor(0) }

// Bottom moves the cursor to the last row.
func (l *ListWindow) Bottom() { l.SetCursor(l.rows - 1) }

// clamp keeps n between 0 and highest; 0 when there is nothing.
func clamp(n, highest int) int { return max(min(n, highest), 0) }
