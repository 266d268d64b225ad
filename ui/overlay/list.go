package overlay

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// Row is a line of a List; its text is sanitised.
type Row struct {
	ID           string
	Cells        []string    // by column
	Style        theme.Style // of the cell in StyledColumn
	StyledColumn int         // index of the cell that is drawn in Style
	Detail       string      // shown below the list while the cursor is on the row
	Whole        string      // what the last cells say, whole; shown below the list while the row does not show it
	Link         string      // a safe address to which a click on Detail leads
	Does         []RowAction // what can be done with the row
}

// RowAction is an action on a row of a List, or on the whole of it.
type RowAction struct {
	Action keymap.Action
	Run    func(id string) tea.Cmd // is given the row under the cursor
	Off    string                  // why it is disabled
	// Label returns the label in the border, empty while there is no such action; nil for the label of the binding.
	Label func() string
}

// ListSpec describes a list: its columns, rows and actions.
type ListSpec struct {
	Title   string
	Empty   string // shown when it has no rows
	Columns []Column
	Rows    func() []Row
	Offers  []RowAction // what can be done with every row, or with the whole list

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
	closes
	edges
	ListSpec
	keys    keymap.Keymap
	words   *textedit.Input // the filter
	all     []Row
	rows    []Row // those that match the filter
	fits    []int // widths of the columns that fit their cells; 0 for the others and for those that are left out
	longest []int // the longest cell of each column
	whole   int   // the longest Whole of a row
	details bool  // a row has a Detail
	list    widget.ListWindow

	moved    bool // the cursor was moved: until then it follows Follow
	rowsAt   int  // the line of the first row in the last View
	filterAt int  // and that of the filter
	touched  bool // a key was pressed in the list: until then the cursor stays on the first row
}

// NewList returns a list with its rows.
func NewList(l ListSpec, keys keymap.Keymap) *List {
	list := &List{ListSpec: l, keys: keys, words: textedit.NewSearch("words of a row", 100)}
	list.Reload()
	return list
}

// Reload replaces the rows. The cursor stays on its row if that still exists; before the first key press it stays on
// the first row, which is the newest.
func (l *List) Reload() {
	before := l.under()
	l.all = l.Rows()
	l.narrow()
	if l.Follow != nil && !l.moved {
		followed := l.Follow()
		l.list.SetCursor(0)
		l.put(followed)
		return
	}
	if l.touched {
		l.put(before)
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
	if _, pasted := msg.(tea.PasteMsg); l.words.IsFocused() && (ok || pasted) && l.typeFilter(msg) {
		return nil, nil
	}
	if !ok {
		return nil, nil
	}
	l.touched = true
	action, _ := l.keys.Resolve(l.scope(), k.String())
	switch {
	case move(&l.list, action):
		l.moved = true
	case action == keymap.Filter:
		l.words.Focus()
		return nil, nil
	case action == keymap.Back && l.isFiltered():
		l.clearFilter()
		return nil, nil
	case action == keymap.Back:
		_, leave := l.leave()
		return &Result{Run: leave}, nil
	case action == keymap.Help:
		return withHelp(l.scope(), l.keys, l.offered), nil
	}
	if o, ok := l.offer(action); ok {
		id := l.under()
		return &Result{Keep: true, Disabled: l.disabled(o), Run: func() tea.Cmd { return o.Run(id) }}, nil
	}
	if _, ok := l.offerOfAny(action); ok {
		return &Result{Keep: true, Disabled: notForThisRow}, nil
	}
	return nil, nil
}

// notForThisRow is why an action of other rows is disabled.
const notForThisRow = "this is not for the row under the cursor"

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

// worthFiltering is how many rows a list has whose keys name the filter.
const worthFiltering = 5

// offered reports whether the list has an action, and why it is disabled.
func (l *List) offered(action keymap.Action) (bool, string) {
	if o, ok := l.offer(action); ok {
		return true, l.disabled(o)
	}
	if action == keymap.Filter {
		return true, ""
	}
	if _, ok := l.offerOfAny(action); ok {
		return true, notForThisRow
	}
	return false, ""
}

// offers returns what can be done with the row under the cursor, and with the list.
func (l *List) offers() []RowAction {
	if l.list.Cursor() >= len(l.rows) {
		return l.Offers
	}
	return slices.Concat(l.rows[l.list.Cursor()].Does, l.Offers)
}

// offer returns an action of the row under the cursor, or of the list; false if there is none.
func (l *List) offer(action keymap.Action) (RowAction, bool) {
	for _, o := range l.offers() {
		if o.Action == action && l.label(o) != "" {
			return o, true
		}
	}
	return RowAction{}, false
}

// offerOfAny returns an action of the first row that has it; false if none has.
func (l *List) offerOfAny(action keymap.Action) (RowAction, bool) {
	for i := range l.rows {
		for _, o := range l.rows[i].Does {
			if o.Action == action {
				return o, true
			}
		}
	}
	return RowAction{}, false
}

// disabled returns why an action is disabled; empty if it is not.
func (l *List) disabled(o RowAction) string {
	if len(l.rows) == 0 && l.Head == nil {
		return "nothing is listed"
	}
	return o.Off
}

// The width of a list whose texts need no more, the width of prose in it, and the lines reserved for the detail of a
// row.
const (
	maxListWidth = 120
	proseWidth   = 100
	moreRows     = 3
)

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
	if l.isFiltered() {
		l.filterAt = 1 + len(head)
		head = append(slices.Clip(head), l.filterLine(th, inner), "")
	}
	if len(l.rows) == 0 {
		empty := l.Empty
		if len(l.all) > 0 {
			empty = "No row matches."
		}
		lines := slices.Concat(head, termwidth.Wrap(empty, min(inner, proseWidth)))
		return l.frame(th, face{title: l.title(), keys: l.hints()}, lines, width)
	}
	below := l.linesBelow(inner)
	l.list.SetSize(max(min(len(l.rows), height-4-below-len(head)), 1))
	lines := append(slices.Clip(head), th.Header.Render(l.line(l.titles(), inner, nil)))
	from, to := l.list.Visible()
	l.rowsAt = 1 + len(lines)
	for i := from; i < to; i++ {
		lines = append(lines, l.row(th, i, inner))
	}
	if below > 0 {
		lines = append(append(lines, ""), l.more(th, inner, below-1)...)
	}
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

// linesBelow returns how many lines are below the rows, with a blank one: always as many, so that the height of the
// overlay does not change with the cursor; none if no row has more to say than it shows.
func (l *List) linesBelow(width int) int {
	last := l.widths(width)[len(l.Columns)-1]
	if !l.details && l.whole <= last {
		return 0
	}
	return 1 + moreRows
}

// more returns the detail of the row under the cursor, and what the row does not show whole.
func (l *List) more(th *theme.Theme, width, height int) []string {
	row := &l.rows[l.list.Cursor()]
	text := row.Detail
	if !strings.Contains(l.line(row.Cells, width, nil), row.Whole) {
		text = strings.TrimSpace(text + " " + row.Whole)
	}
	said := termwidth.Wrap(text, min(width, proseWidth))
	lines := make([]string, height)
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
	if l.words.IsFocused() {
		return append(keys, keyHint("⏎", "keep the filter", "enter"), keyHint("esc", "clear it", "esc"))
	}
	for _, o := range l.offers() {
		if l.label(o) != "" && l.disabled(o) == "" {
			keys = append(keys, hint(l.keys, l.scope(), o.Action, l.label(o)))
		}
	}
	back, _ := l.leave()
	if _, bound := l.keys.Lookup(l.scope(), keymap.Filter); bound && len(l.all) >= worthFiltering {
		keys = append(keys, hint(l.keys, l.scope(), keymap.Filter, "filter"))
	}
	if l.isFiltered() {
		back = "clear the filter"
	}
	return append(keys, hint(l.keys, l.scope(), keymap.Back, back))
}
