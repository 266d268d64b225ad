package overlay

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/text"
	"frontdesk/ui/keymap"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// Column is a column of a List.
type Column struct {
	Title string
	Width int // in columns of the screen; 0 for the one that takes the rest, else the last that is shown takes it
	From  int // the width of the list from which it is shown
}

// Row is a line of a List; everything in it is clean.
type Row struct {
	ID    string
	Cells []string  // by column
	Ink   theme.Ink // of what stands under Mark
	Mark  int       // the column that is drawn in Ink
	More  string    // said below the list while the cursor is on the row
	Not   []string  // what makes no sense for the row, of the keys
}

// ListKey is what a key does in a List.
type ListKey struct {
	Key, Label string
	What       string // what is answered
}

// Asked is what a key of a list asks for; ID names the row under the cursor.
type Asked struct{ List, What, ID string }

// Laid says how a kind of list looks and what can be done in it.
type Laid struct {
	Name    string // which list an answer comes from
	Title   string
	Empty   string // said when it has no rows
	Columns []Column
	Keys    []ListKey
}

// List shows rows to choose from, each with what can be done about it on a key.
type List struct {
	Laid
	rows []Row
	list part.List
}

// NewList makes a list without rows.
func NewList(l Laid) *List { return &List{Laid: l} }

// SetRows shows other rows; the cursor stays on its row when that is still there.
func (l *List) SetRows(rows []Row) {
	before := l.under()
	l.rows = rows
	l.list.SetLen(len(rows))
	for i := range rows {
		if rows[i].ID == before {
			l.list.SetCursor(i)
		}
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
func (l *List) Update(msg tea.Msg) (Answer, tea.Cmd) {
	k, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, nil
	}
	for _, key := range l.keys() {
		if key.Key == k.String() {
			return Asked{l.Name, key.What, l.under()}, nil
		}
	}
	if move, ok := moves[k.String()]; ok {
		move(&l.list)
	} else if k.String() == "esc" || k.String() == "q" {
		return Closed{}, nil
	}
	return nil, nil
}

// moves are the keys that move the cursor.
var moves = map[string]func(*part.List){
	"up": func(l *part.List) { l.Move(-1) }, "k": func(l *part.List) { l.Move(-1) },
	"down": func(l *part.List) { l.Move(1) }, "j": func(l *part.List) { l.Move(1) },
	"pgup": func(l *part.List) { l.Half(-1) }, "ctrl+u": func(l *part.List) { l.Half(-1) },
	"pgdown": func(l *part.List) { l.Half(1) }, "ctrl+d": func(l *part.List) { l.Half(1) },
	"home": (*part.List).Top, "g": (*part.List).Top, "end": (*part.List).Bottom, "G": (*part.List).Bottom,
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
		return box(th, l.Title, wrap(l.Empty, inner), "esc back", width)
	}
	l.list.SetSize(max(min(len(l.rows), height-5-moreRows), 1))
	lines := []string{th.Heading.On(l.line(l.titles(), inner, nil))}
	from, to := l.list.Visible()
	for i := from; i < to; i++ {
		lines = append(lines, l.row(th, i, inner))
	}
	lines = append(append(lines, ""), l.more(th, inner)...)
	return box(th, l.Title, lines, l.hints(), width)
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
		return th.Selected.On(l.line(r.Cells, width, nil))
	}
	return l.line(r.Cells, width, func(column int, s string) string {
		if column == r.Mark {
			return r.Ink.On(s)
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
		cell := text.Pad(cells[i], w)
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
		if width < c.From {
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
	said := wrap(l.rows[l.list.Cursor()].More, width)
	lines := make([]string, moreRows)
	for i := range lines {
		if i < len(said) {
			lines[i] = th.Muted.On(said[i])
		}
	}
	return lines
}

// keys are those that make sense for the row under the cursor.
func (l *List) keys() []ListKey {
	if len(l.rows) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(l.Keys), func(k ListKey) bool {
		return slices.Contains(l.rows[l.list.Cursor()].Not, k.What)
	})
}

// hints are those keys with what they do.
func (l *List) hints() string {
	var b strings.Builder
	for _, k := range l.keys() {
		b.WriteString(keymap.Label(k.Key) + " " + k.Label + " · ")
	}
	return b.String() + "esc back"
}

// Cursor is nowhere.
func (l *List) Cursor() *tea.Cursor { return nil }
