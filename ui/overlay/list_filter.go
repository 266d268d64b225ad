package overlay

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/safetext"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
)

const filterLabel = "Filter: "

// isFiltered reports whether the filter of the list is shown.
func (l *List) isFiltered() bool { return l.words.IsFocused() || l.words.Value() != "" }

// narrow lists the rows in which every word of the filter stands.
func (l *List) narrow() {
	words := strings.Fields(safetext.Fold(l.words.Value()))
	l.rows = slices.DeleteFunc(slices.Clone(l.all), func(r Row) bool {
		said := safetext.Fold(strings.Join(r.Cells, " ") + " " + r.Detail + " " + r.Whole)
		return slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(said, word) })
	})
	l.fitColumns()
	l.list.SetCount(len(l.rows))
}

// typeFilter handles input of the filter while it has the focus; false for a key that moves in the list.
func (l *List) typeFilter(msg tea.Msg) bool {
	if k, ok := msg.(tea.KeyPressMsg); ok {
		switch k.String() {
		case "up", "down":
			return false
		case "esc":
			l.clearFilter()
			return true
		case "enter":
			l.words.Blur()
			return true
		}
	}
	before := l.words.Value()
	if l.words.Update(msg); l.words.Value() != before {
		l.narrow()
		l.list.GotoTop()
	}
	return true
}

// clearFilter lists all rows again. The cursor stays on its row.
func (l *List) clearFilter() {
	under := l.under()
	l.words.SetValue("")
	l.words.Blur()
	l.narrow()
	l.put(under)
}

// put moves the cursor to the row with an ID, if it is listed.
func (l *List) put(id string) {
	if i := slices.IndexFunc(l.rows, func(r Row) bool { return r.ID == id }); i >= 0 {
		l.list.SetCursor(i)
	}
}

// filterLine draws the filter.
func (l *List) filterLine(th *theme.Theme, width int) string {
	l.words.SetTheme(th)
	l.words.SetWidth(max(width-len(filterLabel), 1))
	return th.Header.Render(filterLabel) + l.words.View()
}

// Cursor returns the position in the filter.
func (l *List) Cursor() *tea.Cursor {
	return textedit.MoveCursor(l.words.Cursor(), 2+len(filterLabel), l.filterAt)
}
