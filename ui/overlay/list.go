package overlay

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
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

// Row is a line of a List; its text is sanitised.
type Row struct {
	ID           string
	Cells        []string                 // by column
	Style        theme.Style              // of the cell in StyledColumn
	StyledColumn int                      // index of the cell that is drawn in Style
	Detail       string                   // shown below the list while the cursor is on the row
	Link         string                   // a safe address to which a click on Detail leads
	Disabled     map[keymap.Action]string // reasons why actions of the list are disabled for the row
}

// RowAction is an action on the rows of a List.
type RowAction struct {
	Action keymap.Action
	Run    func(id string) tea.Cmd // is given the row under the cursor
	// Label returns the label in the border, empty while there is no such action; nil for the label of the binding.
	Label func() string
}

// ListSpec describes a list: its columns, rows and actions.
type ListSpec struct {
	Title   string
	Empty   string // shown when it has no rows
	Columns []Column
	Rows    func() []Row
	Offers  []RowAction

	// Of a list that shows something under way:
	Scope keymap.Scope                                    // its keys; those of lists when it is the zero Scope
	Name  func() string                                   // its title at this moment, instead of Title
	Head  func(th *theme.Theme, width, rows int) []string // lines above the rows; rows is their number
	Leave func() (label string, run func() tea.Cmd)       // what going back does
	Full  bool                                            // as wide as the window
	// Follow returns the ID of the row that the cursor follows until the agent moves it; none for the first.
	Follow func() string
}

// List shows rows and offers actions on them.
type List struct {
	noCursor
	closes
	edges
	ListSpec
	keys    keymap.Keymap
	rows    []Row
	fits    []int // widths of the columns that fit their cells; 0 for the others and for those that are left out
	longest []int // the longest cell of each column
	list    widget.ListWindow

	moved   bool // the cursor was moved: until then it follows Follow
	rowsAt  int  // the line of the first row in the last View
	touched bool // a key was pressed in the list: until then the cursor stays on the first row
}

// NewList returns a list with its rows.
func NewList(l ListSpec, keys keymap.Keymap) *List {
	list := &List{ListSpec: l, keys: keys}
	list.Reload()
	return list
}

// Reload replaces the rows. The cursor stays on its row if that still exists; before the first key press it stays on
// the first row, which is the newest.
func (l *List) Reload() {
	before := l.under()
	l.rows = l.Rows()
	l.fitColumns()
	l.list.SetCount(len(l.rows))
	if l.Follow != nil && !l.moved {
		followed := l.Follow()
		l.list.SetCursor(max(slices.IndexFunc(l.rows, func(r Row) bool { return r.ID == followed }), 0))
		return
	}
	i := slices.IndexFunc(l.rows, func(r Row) bool { return r.ID == before })
	if l.touched && i >= 0 {
		l.list.SetCursor(i)
	}
}

// fitColumns measures the columns that are as wide as their cells.
func (l *List) fitColumns() {
	l.fits, l.longest = make([]int, len(l.Columns)), make([]int, len(l.Columns))
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

// under returns the ID of the row under the cursor, or "" if there is none.
func (l *List) under() string {
	if l.list.Cursor() < len(l.rows) {
		return l.rows[l.list.Cursor()].ID
	}
	return ""
}

// Update handles moving and the list's actions.
func (l *List) Update(msg tea.Msg) (*Result, tea.Cmd) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, nil
	}
	l.touched = true
	action, _ := l.keys.Resolve(l.scope(), k.String())
	switch {
	case move(&l.list, action):
		l.moved = true
	case action == keymap.Back:
		_, leave := l.leave()
		return &Result{Run: leave}, nil
	case action == keymap.Help:
		return withHelp(l.scope(), l.keys, l.offered), nil
	}
	if i := l.offer(action); i >= 0 {
		id := l.under()
		return &Result{
			Keep:     true,
			Disabled: l.disabled(action),
			Run:      func() tea.Cmd { return l.Offers[i].Run(id) },
		}, nil
	}
	return nil, nil
}

// scope returns the scope of the list's keys.
func (l *List) scope() keymap.Scope {
	if l.Scope == keymap.Global {
		return keymap.ListOverlay
	}
	return l.Scope
}

// leave returns the label of going back, and what it does; nil for nothing more than to close the list.
func (l *List) leave() (string, func() tea.Cmd) {
	if l.Leave == nil {
		return "back", nil
	}
	return l.Leave()
}

// label returns the label of an action in the border; empty while there is no such action.
func (l *List) label(o RowAction) string {
	if o.Label != nil {
		return o.Label()
	}
	row, _ := l.keys.Lookup(l.scope(), o.Action)
	return row.Help().Desc
}

// offered reports whether the list has an action, and why it is disabled.
func (l *List) offered(action keymap.Action) (bool, string) {
	if l.offer(action) < 0 {
		return false, ""
	}
	return true, l.disabled(action)
}

// offer returns the index of an action of the list; -1 if the list does not have it.
func (l *List) offer(action keymap.Action) int {
	return slices.IndexFunc(l.Offers, func(o RowAction) bool { return o.Action == action && l.label(o) != "" })
}

// disabled returns why an action is disabled for the row under the cursor; empty if it is not.
func (l *List) disabled(action keymap.Action) string {
	if len(l.rows) == 0 && l.Head == nil {
		return "nothing is listed"
	}
	if len(l.rows) == 0 {
		return ""
	}
	return l.rows[l.list.Cursor()].Disabled[action]
}

// The width of a list whose texts need no more, the width of prose in it, and the lines reserved for the detail of a
// row.
const (
	maxListWidth = 120
	proseWidth   = 100
	moreRows     = 3
)

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

// View draws the list.
func (l *List) View(th *theme.Theme, width, height int) string {
	if !l.Full {
		width = min(width, max(maxListWidth, l.wanted()))
	}
	inner := width - 4
	var head []string
	if l.Head != nil {
		head = l.Head(th, inner, len(l.rows))
	}
	if len(l.rows) == 0 {
		lines := slices.Concat(head, termwidth.Wrap(l.Empty, min(inner, proseWidth)))
		return l.frame(th, face{title: l.title(), keys: l.hints()}, lines, width)
	}
	l.list.SetSize(max(min(len(l.rows), height-5-moreRows-len(head)), 1))
	lines := append(slices.Clip(head), th.Header.Render(l.line(l.titles(), inner, nil)))
	from, to := l.list.Visible()
	l.rowsAt = 1 + len(lines)
	for i := from; i < to; i++ {
		lines = append(lines, l.row(th, i, inner))
	}
	lines = append(append(lines, ""), l.more(th, inner)...)
	return l.frame(th, face{l.title(), placeIn(&l.list), l.hints()}, lines, width)
}

func (l *List) title() string {
	if l.Name != nil {
		return l.Name()
	}
	return l.Title
}

func (l *List) titles() []string {
	titles := make([]string, len(l.Columns))
	for i, c := range l.Columns {
		titles[i] = c.Title
	}
	return titles
}

func (l *List) row(th *theme.Theme, i, width int) string {
	r := &l.rows[i]
	if i == l.list.Cursor() {
		return th.Selected.Render(l.line(r.Cells, width, nil))
	}
	return l.line(r.Cells, width, func(column int, s string) string {
		if column == r.StyledColumn {
			return r.Style.Render(s)
		}
		return s
	})
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

// more returns the detail of the row under the cursor, always as the same number of lines, so that the height of the
// overlay does not change.
func (l *List) more(th *theme.Theme, width int) []string {
	row := &l.rows[l.list.Cursor()]
	said := termwidth.Wrap(row.Detail, min(width, proseWidth))
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

// hints returns the keys of the enabled actions with their labels.
func (l *List) hints() []key.Binding {
	var keys []key.Binding
	for _, o := range l.Offers {
		if l.label(o) != "" && l.disabled(o.Action) == "" {
			keys = append(keys, hint(l.keys, l.scope(), o.Action, l.label(o)))
		}
	}
	back, _ := l.leave()
	return append(keys, hint(l.keys, l.scope(), keymap.Back, back))
}
