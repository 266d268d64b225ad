package textedit

import (
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/termwidth"
)

// Area is a multi-line text input, wrapped at blanks, that uses the terminal's cursor.
type Area struct {
	buffer
	placeholder string
	width       int // columns, including one for the cursor
	height      int // visible rows
	rows        []row
	top         int  // first visible row
	goal        int  // column that up and down keep to; -1 for the cursor's own
	wheeled     bool // it was scrolled away from the cursor, until something is typed
}

// NewArea returns an input for at most limit characters; hint is its placeholder.
func NewArea(hint string, limit, height int) *Area {
	a := &Area{buffer: buffer{limit: limit}, placeholder: hint, width: 40, height: height, goal: -1}
	a.relayout()
	return a
}

// Update handles a key or a paste if the input is focused.
func (a *Area) Update(msg tea.Msg) {
	if !a.focused {
		return
	}
	a.wheeled = false
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		a.key(msg)
	case tea.PasteMsg:
		a.Insert(msg.Content)
	}
}

func (a *Area) key(k tea.KeyPressMsg) {
	switch k.String() {
	case "up":
		a.move(-1)
	case "down":
		a.move(1)
	case "pgup":
		a.move(-a.height)
	case "pgdown":
		a.move(a.height)
	case "enter", "shift+enter", "alt+enter", "ctrl+j":
		a.Insert(newline)
	default:
		a.press(k)
		a.relayout()
	}
}

// move moves by wrapped rows, and past the first or last row to the start or end of the text.
func (a *Area) move(by int) {
	a.endStep()
	from := rowOf(a.rows, a.at)
	goal := a.goal
	if goal < 0 {
		goal = a.column(from)
	}
	switch to := from + by; {
	case to < 0 && from == 0:
		a.begin()
	case to >= len(a.rows) && from == len(a.rows)-1:
		a.finish()
	default:
		a.at = cursorAtColumn(a.rows, min(max(to, 0), len(a.rows)-1), a.cells, goal)
	}
	a.scroll()
	a.goal = goal
}

func (a *Area) column(row int) int { return widthOf(a.cells[a.rows[row].from:a.at]) }

// Insert inserts text at the cursor, sanitised, as one step.
func (a *Area) Insert(s string) {
	a.beginStep(whole)
	a.buffer.insert(s)
	a.endStep()
	a.wheeled = false
	a.relayout()
}

// InsertApart inserts a ready-made text at the cursor so that it does not run into the words around it.
func (a *Area) InsertApart(s string) { a.Insert(a.Apart(s)) }

// Characters after which, and before which, an inserted text needs no blank.
const (
	opening = " \n([{<“‘\"'/="
	closing = " \n)]}>”’\"'.,;:!?"
)

// Apart returns a ready-made text, separated from the words around the cursor: by line breaks if it has several lines,
// else by blanks. Where the agent has typed a blank or a bracket, nothing is added.
func (a *Area) Apart(s string) string {
	gap := " "
	if strings.Contains(strings.TrimSpace(s), newline) {
		gap = newline
	}
	if a.at > 0 && !strings.HasPrefix(s, newline) && !strings.Contains(opening, a.cells[a.at-1]) {
		s = gap + s
	}
	if a.at < len(a.cells) && !strings.HasSuffix(s, newline) && !strings.Contains(closing, a.cells[a.at]) {
		s += gap
	}
	return s
}

// relayout wraps the text again and scrolls to the cursor.
func (a *Area) relayout() {
	a.rows = wrapCells(a.cells, max(a.width-1, 1))
	a.goal = -1
	a.scroll()
}

// scroll scrolls no further than needed to show the cursor, and uses the whole height.
func (a *Area) scroll() {
	if a.wheeled {
		a.top = min(a.top, max(len(a.rows)-a.height, 0))
		return
	}
	at := rowOf(a.rows, a.at)
	a.top = min(max(a.top, at-a.height+1), at, max(len(a.rows)-a.height, 0))
}

// SetValue replaces the text, sanitised, and moves the cursor to its end.
func (a *Area) SetValue(v string) {
	a.set(v)
	a.wheeled = false
	a.relayout()
}

// View renders exactly height rows.
func (a *Area) View() string {
	lines := make([]string, a.height)
	for y := range lines {
		if i := a.top + y; i < len(a.rows) {
			lines[y] = drawn(a.cells[a.rows[i].from:a.rows[i].to], a.width)
		}
	}
	if len(a.cells) == 0 && a.placeholder != "" {
		lines[0] = RenderPlaceholder(a.th, termwidth.Truncate(a.placeholder, a.width))
	}
	return strings.Join(lines, newline)
}

// Height returns the number of visible rows.
func (a *Area) Height() int { return a.height }

// RowCount returns the number of rows of the wrapped text.
func (a *Area) RowCount() int { return len(a.rows) }

// SetWidth sets the width in columns, including the column for the cursor.
func (a *Area) SetWidth(w int) {
	if w = max(w, 2); w != a.width {
		a.width = w
		a.relayout()
	}
}

// SetHeight sets the number of visible rows.
func (a *Area) SetHeight(rows int) {
	a.height = max(rows, 1)
	a.scroll()
}

// Cursor returns the position of the terminal's cursor; nil if the input is not focused, or scrolled away from it.
func (a *Area) Cursor() *tea.Cursor {
	at := rowOf(a.rows, a.at)
	if !a.focused || at < a.top || at >= a.top+a.height {
		return nil
	}
	return BarCursor(min(a.column(at), a.width-1), at-a.top)
}

// HandlesKey reports whether a key moves the cursor or breaks the line, instead of moving to another field.
func (a *Area) HandlesKey(k string) bool {
	return slices.Contains([]string{"enter", "up", "down"}, k)
}

// row is the half-open range of a buffer's cells in one row of the screen, without the line break that ends it.
type row struct{ from, to int }

// wrapCells wraps cells into rows of at most width columns: after blanks, and inside a word only if it is longer
// than a row. Blanks at the end of a row may exceed the width, so that they do not start the next row.
func wrapCells(cells []string, width int) []row {
	var rows []row
	from, word, x := 0, 0, 0 // start of the row, start of its last word, column after the last cell
	for i, c := range cells {
		if c == newline {
			rows = append(rows, row{from, i})
			from, word, x = i+1, i+1, 0
			continue
		}
		w := cellWidth(c)
		for x+w > width && c != " " && from < i {
			to := i
			if from < word {
				to = word
			}
			rows = append(rows, row{from, to})
			from, word, x = to, to, widthOf(cells[to:i])
		}
		if x += w; c == " " {
			word = i + 1
		}
	}
	return append(rows, row{from, len(cells)})
}

// rowOf returns the row of a cursor; between two rows of a wrapped line that is the second one.
func rowOf(rows []row, at int) int {
	i, _ := slices.BinarySearchFunc(rows, at, func(r row, at int) int {
		if r.from <= at {
			return -1
		}
		return 1
	})
	return max(i-1, 0)
}

// cursorAtColumn returns the cursor position in row i that is nearest to column x.
func cursorAtColumn(rows []row, i int, cells []string, x int) int {
	r := rows[i]
	last := r.to
	if i+1 < len(rows) && rows[i+1].from == r.to {
		last-- // after its last cell the cursor would be in the next row
	}
	at := r.from
	for at < last && cellWidth(cells[at]) <= x {
		x -= cellWidth(cells[at])
		at++
	}
	return at
}

// drawn renders a row without the trailing blanks that exceed the width.
func drawn(cells []string, width int) string {
	s := strings.Join(cells, "")
	if widthOf(cells) > width {
		s = strings.TrimRight(s, " ")
		if n := width - termwidth.Width(s); n > 0 {
			s += strings.Repeat(" ", n)
		}
	}
	return s
}

// maxTyped is how many characters before the cursor are searched for a mark.
const maxTyped = 60

// Typed is what was typed between a mark, such as "::", and the cursor.
type Typed struct {
	Mark string
	Text string
	at   int // the first cell of the mark
}

// Position returns where the mark begins, in characters.
func (t Typed) Position() int { return t.at }

// TypedAfter returns what was typed after the last of the marks in the cursor's line. A mark of two equal characters
// counts at the start of a line or after a blank, so that "What??" and "std::map" are text, and what follows it does
// not begin with a blank.
func (a *Area) TypedAfter(marks ...string) (t Typed, ok bool) {
	least := max(a.at-maxTyped, 0)
	for i := a.at - 2; i >= least; i-- {
		if a.cells[i] == newline || a.cells[i+1] == newline {
			return t, false
		}
		mark := a.cells[i] + a.cells[i+1]
		if !slices.Contains(marks, mark) || i > 0 && !isBlank(a.cells[i-1]) {
			continue
		}
		if i+2 < a.at && a.cells[i+2] == " " {
			return t, false
		}
		typed := ""
		for _, c := range a.cells[i+2 : a.at] {
			typed += c
		}
		return Typed{Mark: mark, Text: typed, at: i}, true
	}
	return t, false
}

// ReplaceTyped replaces a mark and what was typed after it, up to the cursor, by a text.
func (a *Area) ReplaceTyped(t Typed, text string) {
	if t.at > a.at {
		return
	}
	a.beginStep(whole)
	a.remove(t.at, a.at)
	a.buffer.insert(text)
	a.endStep()
	a.relayout()
}

// ClickAt returns what a click at a cell of the view does: it puts the cursor there. The place is found now, because
// the focus may move the text.
func (a *Area) ClickAt(p image.Point) func() {
	row := min(a.top+max(p.Y, 0), len(a.rows)-1)
	at := cursorAtColumn(a.rows, row, a.cells, max(p.X, 0))
	return func() {
		a.endStep()
		a.at, a.goal, a.wheeled = min(at, len(a.cells)), -1, false
		a.scroll()
	}
}

// ScrollBy scrolls by rows and leaves the cursor where it is; it returns false if all of the text is shown.
func (a *Area) ScrollBy(by int) bool {
	most := len(a.rows) - a.height
	if most <= 0 {
		return false
	}
	a.wheeled = true
	a.top = max(min(a.top+by, most), 0)
	return true
}
