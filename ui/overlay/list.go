package overlay

import (
	"image"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// Row is a line of a List; its text is sanitised.
type Row struct {
	ID           string
	Key          string      // chooses the row, unless it is text in a field; empty for none
	Cells        []string    // by column
	Across       string      // instead of Cells, over all columns
	Heading      string      // above the row, where rows wrap: that of its group
	Style        theme.Style // of the cell in StyledColumn
	StyledColumn int         // index of the cell that is drawn in Style
	Faint        bool        // the row is muted
	Detail       string      // shown below the list while the cursor is on the row
	Whole        string      // what the last cells say, whole; shown below the list while the row does not show it
	Link         string      // a safe address to which a click on Detail leads
	Said         string      // what is read out instead of the cells and the detail
	Does         []Act       // what can be done with the row
}

// ListSpec describes a list.
type ListSpec struct {
	Spec
	Columns []Column
	Rows    func() []Row
	Empty   string // shown when it has no rows, unless Head says something
	// Find returns the rows for what stands in a field above them, instead of Rows. Field is the hint of the field;
	// Typed is called when its text has changed, and may be nil.
	Find  func(typed string) []Row
	Field string
	Typed func() tea.Cmd
	// Head and Below return lines above the rows, and below them: at most room.
	Head  func(th *theme.Theme, width int) []string
	Below func(th *theme.Theme, width, room int) []string
	Say   func() []string         // what is read out before the rows, instead of Head
	Moved func(id string) tea.Cmd // the cursor has moved to a row
	// Follow returns the row that the cursor follows until the agent moves it; none for the first. Without it the
	// cursor stays on the first row until any key is pressed.
	Follow  func() string
	Careful bool // a click and a number only move the cursor
	// Wraps gives the last cell of a row as many lines as it needs, and Note stands above the first row then.
	Wraps  bool
	Note   string
	isBare bool // a screen draws its field and its rows, and it has no box
}

// List shows rows and offers actions on them.
type List struct {
	ListSpec
	words    *textedit.Input // the field, or the filter
	all      []Row
	rows     []Row // those that match the filter
	longest  []int // the longest cell of each column
	fitted   []int // widths of the columns in a list of the width fittedTo
	keys     int   // the longest key of a row
	whole    int   // the longest Whole of a row
	details  bool  // a row has a Detail
	most     int   // rows that were ever listed
	fittedTo int
	list     widget.ListWindow
	lines    widget.ListWindow // of a list whose rows wrap
	rowOf    []int             // the row in each line of the last View, where rows wrap; -1 for none

	rowsAt  int    // the line of the first row in the last View
	touched bool   // the cursor stays on its row
	rests   bool   // something else on the screen has the focus
	pressed string // the key that has chosen a row; empty if it was chosen in another way
}

// NewList returns a list in a box.
func NewList(s ListSpec, keys keymap.Keymap) *Box { return newList(s).box(keys) }

func newList(s ListSpec) *List {
	l := &List{ListSpec: s, words: textedit.NewSearch("words of a row", 100)}
	if l.hasField() {
		l.words = textedit.NewSearch(s.Field, 200)
		l.words.Focus()
	}
	l.Reload()
	return l
}

func (l *List) box(keys keymap.Keymap) *Box { return &Box{Spec: l.Spec, keys: keys, body: l} }

func (l *List) hasField() bool { return l.Field != "" }

// Reload replaces the rows. The cursor stays on its row if that still exists.
func (l *List) Reload() {
	before := l.under().ID
	if l.Find != nil {
		l.all = l.Find(l.words.Value())
	} else {
		l.all = l.Rows()
	}
	l.narrow()
	switch {
	case l.touched:
		l.put(before)
	case l.Follow != nil && (!l.hasField() || l.words.Value() == ""):
		l.list.SetCursor(0)
		l.put(l.Follow())
	case l.hasField():
		l.list.GotoTop()
	}
}

// narrow lists the rows in which every word of the filter stands.
func (l *List) narrow() {
	l.rows = l.all
	if l.Find == nil {
		l.rows = slices.DeleteFunc(slices.Clone(l.all), func(r Row) bool {
			return !safetext.HasWords(strings.Join(append(slices.Clone(r.Cells), r.Detail, r.Whole), " "), l.words.Value())
		})
	}
	l.most = max(l.most, len(l.all))
	l.measure()
	l.list.SetCount(len(l.rows))
}

// put moves the cursor to the row with an ID, if it is listed.
func (l *List) put(id string) {
	if i := slices.IndexFunc(l.rows, func(r Row) bool { return r.ID == id }); i >= 0 {
		l.list.SetCursor(i)
	}
}

// under returns the row under the cursor; the zero Row if there is none.
func (l *List) under() Row {
	if l.list.Cursor() < len(l.rows) {
		return l.rows[l.list.Cursor()]
	}
	return Row{}
}

// choose moves the cursor to a row, as if the agent had moved it.
func (l *List) choose(id string) tea.Cmd {
	l.put(id)
	l.touched = true
	return l.moved()
}

func (l *List) moved() tea.Cmd {
	if l.Moved == nil || len(l.rows) == 0 {
		return nil
	}
	return l.Moved(l.under().ID)
}

func (l *List) acts() []Act {
	if l.isRead() {
		return nil
	}
	return l.under().Does
}

// isRead reports whether a list of rows that wrap is only read: it has no cursor until the agent moves it or types.
func (l *List) isRead() bool { return l.Wraps && !l.touched && l.words.Value() == "" }

func (l *List) knows(action keymap.Action) (off string, ok bool) {
	if action == keymap.Filter {
		return "", l.canFilter()
	}
	if slices.ContainsFunc(l.rows, func(r Row) bool { return r.does(action) }) {
		return notForThisRow, true
	}
	return "", false
}

func (r Row) does(action keymap.Action) bool {
	return slices.ContainsFunc(r.Does, func(a Act) bool { return a.Action == action })
}

func (l *List) isTyping() bool { return l.words.IsFocused() && !l.hasField() }

// canFilter reports whether the list has a filter. One without titles is short.
func (l *List) canFilter() bool { return l.Find == nil && l.titles() != nil }

// isFiltered reports whether the filter of the list is shown.
func (l *List) isFiltered() bool {
	return !l.hasField() && (l.words.IsFocused() || l.words.Value() != "")
}

func (l *List) handle(action keymap.Action) (tea.Cmd, bool) {
	if !l.hasField() && l.Follow == nil && action != "" {
		l.touched = true
	}
	switch {
	case move(&l.list, action):
		l.touched = true
		return l.moved(), true
	case action == keymap.Filter && l.canFilter():
		l.words.Focus()
	case action == keymap.Back && l.isFiltered():
		l.clearFilter()
	case action == keymap.Open && l.isTyping():
		l.words.Blur()
	default:
		return nil, false
	}
	return nil, true
}

// clearFilter lists all rows again. The cursor stays on its row.
func (l *List) clearFilter() {
	under := l.under().ID
	l.words.SetValue("")
	l.words.Blur()
	l.narrow()
	l.put(under)
}

// input chooses the row with a key, or takes text of the field.
func (l *List) input(b *Box, msg tea.Msg) (*Result, tea.Cmd) {
	k, isKey := msg.(tea.KeyPressMsg)
	if isKey && !l.isTyping() && (!l.hasField() || l.words.Value() == "") {
		for _, pressed := range []string{k.Text, keymap.USKey(k.Text)} {
			i := slices.IndexFunc(l.rows, func(r Row) bool { return r.Key != "" && r.Key == pressed })
			if i >= 0 {
				l.pressed = pressed
				return b.doAfter(l.choose(l.rows[i].ID), keymap.Open)
			}
		}
	}
	if _, isPaste := msg.(tea.PasteMsg); !isKey && !isPaste || !l.words.IsFocused() {
		return nil, nil
	}
	before := l.words.Value()
	if l.words.Update(msg); l.words.Value() == before {
		return nil, nil
	}
	l.touched = false
	l.list.GotoTop()
	if l.Find == nil {
		l.narrow()
		return nil, nil
	}
	l.Reload()
	if l.Typed == nil {
		return nil, nil
	}
	return nil, l.Typed()
}

// doAfter does what an action means after a command.
func (b *Box) doAfter(cmd tea.Cmd, action keymap.Action) (*Result, tea.Cmd) {
	return b.do(action), cmd
}

// worthFiltering is how many rows a list has whose keys name the filter.
const worthFiltering = 5

func (l *List) hints(b *Box, place string) []key.Binding {
	if l.isTyping() {
		return []key.Binding{keyHint("⏎", "keep the filter", "enter"), keyHint("esc", "clear it", "esc")}
	}
	keys := b.actHints()
	switch {
	case l.Wraps && place != "":
		keys = append(keys, keyHint("↓ ↑", "more"))
	case l.hasField() && len(l.rows) > 0 && len(keys) > 0:
		keys = slices.Insert(keys, 1, keyHint("↑ ↓", "choose"))
	}
	if _, bound := b.keys.Lookup(b.Scope, keymap.Filter); bound && l.canFilter() && len(l.all) >= worthFiltering {
		keys = append(keys, b.hint(keymap.Filter, "filter"))
	}
	if l.isFiltered() {
		return append(keys, b.hint(keymap.Back, "clear the filter"))
	}
	return append(keys, b.backHint())
}

const filterLabel = "Filter: "

// fieldLabel stands before what is typed.
func (l *List) fieldLabel() string {
	if l.hasField() {
		return ""
	}
	return filterLabel
}

func (l *List) cursor() *tea.Cursor {
	return textedit.MoveCursor(l.words.Cursor(), len(l.fieldLabel()), 0)
}

// hit returns the row in a line, or the field: a click moves the cursor there, and a click on the row under the cursor
// opens it.
func (l *List) hit(b *Box, at image.Point) (widget.Spot, bool) {
	if at.Y == 0 && (l.hasField() || l.isFiltered()) {
		put := l.words.ClickAt(image.Pt(at.X-len(l.fieldLabel()), 0))
		return widget.Spot{Name: "words", Select: func() tea.Cmd { l.words.Focus(); put(); return nil }}, true
	}
	return l.rowAt(at.Y, b.keyOf(keymap.Open))
}

// rowAt returns the row in a line. The key opens the one under the cursor.
func (l *List) rowAt(line int, open string) (widget.Spot, bool) {
	row, ok := l.list.RowAt(line - l.rowsAt)
	if at := line - l.rowsAt; l.Wraps {
		if ok = at >= 0 && at < len(l.rowOf) && l.rowOf[at] >= 0; ok {
			row = l.rowOf[at]
		}
	}
	if !ok || len(l.rows) == 0 {
		return widget.Spot{}, false
	}
	spot := widget.Spot{Name: "row " + strconv.Itoa(row), Select: func() tea.Cmd {
		l.list.PointTo(row)
		l.touched = true
		return l.moved()
	}}
	if l.rows[row].does(keymap.Open) || l.Careful { // and not on the whole list, as sending all of it is
		spot.Twice = open
	}
	if row == l.list.Cursor() && !l.Careful {
		spot.Key = spot.Twice
	}
	return spot, true
}
