package overlay

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// Column is a column of a List.
type Column struct {
	Title    string
	Width    int // in columns of the screen; 0 for the one that takes the rest, else the last that is shown takes it
	MinWidth int // the width of the list from which it is shown
}

// Row is a line of a List; everything in it is clean.
type Row struct {
	ID           string
	Cells        []string                 // by column
	Style        theme.Style              // of what stands under Mark
	StyledColumn int                      // the column that is drawn in Ink
	Detail       string                   // said below the list while the cursor is on the row
	Disabled     map[keymap.Action]string // why something cannot be done about the row, of what the list can
}

// RowAction is what can be done about the rows of a List.
type RowAction struct {
	Action keymap.Action
	Label  string // for the keys below the list; empty for what the table of keys calls it
}

// ListAction is what a key of a list asks for; ID names the row under the cursor, Off says why it cannot be done about it.
type ListAction struct {
	List   string
	Action keymap.Action
	ID     string
	Off    string
}

// ListSpec says how a kind of list looks and what can be done in it.
type ListSpec struct {
	Name    string // which list an answer comes from
	Title   string
	Empty   string // said when it has no rows
	Columns []Column
	Offers  []RowAction
}

// List shows rows to choose from, each with what can be done about it on a key.
type List struct {
	ListSpec
	keys keymap.Keymap
	rows []Row
	list part.ListWindow

	touched bool // the agent has pressed a key in the list: until then its first row is the one under the cursor
}

// NewList makes a list without rows.
func NewList(l ListSpec, keys keymap.Keymap) *List { return &List{ListSpec: l, keys: keys} }

// SetRows shows other rows. The cursor stays on its row when that is still there; before the first key it stays on top,
// where the newest row is.
func (l *List) SetRows(rows []Row) {
	before := l.under()
	l.rows = rows
	l.list.SetCount(len(rows))
	i := slices.IndexFunc(rows, func(r Row) bool { return r.ID == before })
	if l.touched && i >= 0 {
		l.list.SetCursor(i)
	}
}

// under is the row under the cursor; empty when there is none.
func (l *List) under() string {
	if l.list.Cursor() < len(l.rows) {
		return l.rows[l.list.Cursor()].ID
	}
	return ""
}

// Update takes input: moving, and the list's keys.
func (l *List) Update(msg tea.Msg) (Result, tea.Cmd) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, nil
	}
	l.touched = true
	action, _ := l.keys.Resolve(keymap.ListOverlay, k.String())
	move, moves := listMoves[action]
	switch {
	case moves:
		move(&l.list)
	case action == keymap.Back:
		return Cancelled{}, nil
	case action == keymap.Help:
		return ShowHelp{l, helpFor(keymap.ListOverlay, l.keys, l.offered)}, nil
	}
	if offered, off := l.offered(action); offered {
		return ListAction{l.Name, action, l.under(), off}, nil
	}
	return nil, nil
}

// offered says whether the list can do something, and why it cannot for the row under the cursor.
func (l *List) offered(action keymap.Action) (offered bool, off string) {
	offered = slices.ContainsFunc(l.Offers, func(o RowAction) bool { return o.Action == action })
	switch {
	case offered && len(l.rows) == 0:
		off = "nothing is listed"
	case offered:
		off = l.rows[l.list.Cursor()].Disabled[action]
	}
	return offered, off
}

// The room of a list: its width, and how many lines are kept for what is said of a row.
const (
	widest   = 120
	moreRows = 3
)

// View is the list.
func (l *List) View(th *theme.Theme, width, height int) string {
	width = min(width, widest)
	inner := width - 4
	if len(l.rows) == 0 {
		return frame(th, l.Title, wrap(l.Empty, inner), l.hints(), width)
	}
	l.list.SetSize(max(min(len(l.rows), height-5-moreRows), 1))
	lines := []string{th.Header.Render(l.line(l.titles(), inner, nil))}
	from, to := l.list.Visible()
	for i := from; i < to; i++ {
		lines = append(lines, l.row(th, i, inner))
	}
	lines = append(append(lines, ""), l.more(th, inner)...)
	return frame(th, l.Title, lines, l.hints(), width)
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

// line is cells side by side, each in its column.
func (l *List) line(cells []string, width int, paint func(int, string) string) string {
	var b strings.Builder
	for i, w := range l.widths(width) {
		if w == 0 {
			continue
		}
		cell := safetext.Pad(cells[i], w)
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

// widths are how wide the columns are; 0 of one that is not shown.
func (l *List) widths(width int) []int {
	widths := make([]int, len(l.Columns))
	rest, taker := width+1, 0
	for i, c := range l.Columns {
		if width < c.MinWidth {
			continue
		}
		widths[i] = max(c.Width, 1)
		rest -= widths[i] + 1
		taker = i
	}
	widths[taker] += max(rest, 0)
	return widths
}

// more is what is said of the row under the cursor, always on as many lines, so that the box stays as it is.
func (l *List) more(th *theme.Theme, width int) []string {
	said := wrap(l.rows[l.list.Cursor()].Detail, width)
	lines := make([]string, moreRows)
	for i := range lines {
		if i < len(said) {
			lines[i] = th.Muted.Render(said[i])
		}
	}
	return lines
}

// offers are those that make sense for the row under the cursor.
func (l *List) offers() []RowAction {
	return slices.DeleteFunc(slices.Clone(l.Offers), func(o RowAction) bool {
		_, off := l.offered(o.Action)
		return off != ""
	})
}

// hints are the keys of those with what they do.
func (l *List) hints() string {
	var b strings.Builder
	for _, o := range l.offers() {
		row, _ := l.keys.Lookup(keymap.ListOverlay, o.Action)
		b.WriteString(hint(l.keys, keymap.ListOverlay, o.Action, cmp.Or(o.Label, row.FooterLabel)) + " · ")
	}
	return b.String() + hint(l.keys, keymap.ListOverlay, keymap.Back, "back")
}

// Cursor is nowhere.
func (l *List) Cursor() *tea.Cursor { return nil }
