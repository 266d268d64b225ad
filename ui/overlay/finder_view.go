package overlay

import (
	"charm.land/bubbles/v2/key"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// findWidth and findRows are the width of the overlay and the rows within its border, unless the window is larger.
const (
	findWidth = 116
	findRows  = 16
)

// View draws the customer finder.
func (f *Finder) View(th *theme.Theme, width, height int) string {
	width = roomy(width, findWidth)
	inner := width - 4
	f.words.SetWidth(inner)
	f.words.SetTheme(th)
	state := f.below(th, inner)
	rows := min(height-2, max(findRows, height/2)) // the same while rows come and go, so that the box stays
	f.list.SetSize(max(rows-3-len(state), 1))
	lines := []string{f.words.View(), ""}
	from, to := f.list.Visible()
	for t, i := f.table(inner), from; i < to; i++ {
		lines = append(lines, f.row(th, t, i))
	}
	if len(state) > 0 && len(f.rows) > 0 {
		lines = append(lines, "")
	}
	lines = append(lines, state...)
	for len(lines) < rows {
		lines = append(lines, "")
	}
	lines = lines[:max(rows, 1)]
	return f.frame(th, face{"Find a customer", placeIn(&f.list), f.hints()}, lines, width)
}

func (f *Finder) hints() []key.Binding {
	named := func(action keymap.Action, label string) key.Binding {
		return hint(f.keys, keymap.Finder, action, label)
	}
	if f.search.Older.Busy() || f.search.Orders.Busy || f.asked.busy {
		return []key.Binding{named(keymap.Back, "stop")}
	}
	label := func(a keymap.Action) string { return f.keys.KeyLabel(keymap.Finder, a) }
	keys := []key.Binding{
		named(keymap.Open, "open"), keyHint(label(keymap.Up)+" "+label(keymap.Down), "choose"),
	}
	if f.search.Older.IsLongEnough() {
		keys = append(keys, named(keymap.SearchOlder, "search older"))
	}
	return append(keys, named(keymap.Back, "close"))
}

// offered reports whether an action exists in the customer finder; off is the reason why it is disabled.
func (f *Finder) offered(action keymap.Action) (offered bool, off string) {
	switch {
	case action == keymap.SearchOlder:
		off = f.search.Older.DisabledReason()
	case action == keymap.Open && len(f.rows) == 0:
		off = "no customer is listed"
	}
	return true, off
}

// below returns the lines under the rows.
func (f *Finder) below(th *theme.Theme, width int) []string {
	if f.search.Typed == "" {
		return []string{
			th.Muted.Render(termwidth.Truncate("Type to search loaded customers.", width)),
		}
	}
	lines := f.state(th, width)
	if why := f.why(); why != "" {
		lines = append([]string{th.Muted.Render(termwidth.Truncate(why, width))}, lines...)
	}
	switch known := &f.search.Known; {
	case known.Err != nil:
		return append(lines, th.Error.Render(termwidth.Truncate("✗ "+backend.ErrorText(known.Err), width)))
	case known.Found.More:
		lines = append(lines, th.Muted.Render(termwidth.Truncate("More customers match: keep typing.", width)))
	case known.Typed == f.search.Typed && len(f.search.Rows()) == 0:
		lines = append([]string{th.Muted.Render(termwidth.Truncate("No matching customer is loaded.", width))}, lines...)
	}
	return lines
}

// why says why the row under the cursor is listed, as far as its columns do not show that.
func (f *Finder) why() string {
	if f.list.Cursor() >= len(f.rows) || f.rows[f.list.Cursor()].Match == nil {
		return ""
	}
	found := f.rows[f.list.Cursor()].Match
	switch value := found.Value.String(); {
	case found.LastDigits:
		return "Only visible digits could be compared: " + value + "."
	case found.By == backend.ByTicket:
		return "Matches ticket " + value + "."
	case found.By == backend.ByOrder:
		return "Matches order " + value + "."
	case found.By == backend.ByTitle:
		return "Matches the title of a ticket: " + value + "."
	case found.By == backend.ByCode:
		return "Matches the customer's code, " + value + "."
	case found.By == backend.ByCreator && found.Record != nil:
		return "Matches the creator of a ticket: " + value + "."
	}
	return ""
}

// findColumn is a column of the results, beside the name.
type findColumn struct {
	most, least int // maximum width of the column; minimum width of the overlay at which it is shown
	cell        func(p backend.Person) string
}

var findColumns = []findColumn{
	{17, 0, func(p backend.Person) string { return p.Phone }},
	{30, 100, func(p backend.Person) string { return p.Email }},
	{19, 0, func(p backend.Person) string { return p.Number }},
	{11, 90, func(p backend.Person) string { return p.Tickets }},
}

// findTable holds the widths of the results: each column is as wide as the results need, and the name has the rest.
type findTable struct {
	width, mark, name int
	columns           []int // 0 for one that is not shown
}

// possibleMark marks possible matches.
const possibleMark = "maybe  "

// table returns the widths of the results.
func (f *Finder) table(width int) findTable {
	t := findTable{width: width, name: width, columns: make([]int, len(findColumns))}
	for _, r := range f.rows {
		if r.Match == nil {
			continue
		}
		if r.Match.Level == desk.PossibleMatch {
			t.mark = len(possibleMark)
		}
		p := backend.PersonOf(r.Match)
		for i, c := range findColumns {
			if width >= c.least {
				t.columns[i] = max(t.columns[i], min(termwidth.Width(c.cell(p)), c.most))
			}
		}
	}
	t.name -= t.mark
	for _, w := range t.columns {
		if w > 0 {
			t.name -= columnGap + w
		}
	}
	t.name = max(t.name, 8)
	return t
}

// columnGap is the number of blanks between two columns.
const columnGap = 2

// row draws one row.
func (f *Finder) row(th *theme.Theme, t findTable, i int) string {
	r := f.rows[i]
	under := i == f.list.Cursor()
	if r.Match != nil {
		return t.person(th, r.Match, under)
	}
	plain := termwidth.Pad(termwidth.Pad("", t.mark)+f.search.Label(r), t.width)
	if under {
		return th.Selected.Render(plain)
	}
	return th.Info.Render(plain)
}

// person draws the row of a found customer.
func (t findTable) person(th *theme.Theme, found *backend.Match, under bool) string {
	p := backend.PersonOf(found)
	mark := termwidth.Pad("", t.mark)
	if p.IsPossible {
		mark = possibleMark
	}
	rest := ""
	for i, c := range findColumns {
		if w := t.columns[i]; w > 0 {
			rest += termwidth.Pad("", columnGap) + termwidth.Pad(c.cell(p), w)
		}
	}
	name := termwidth.Pad(p.Name, t.name)
	switch {
	case under:
		return th.Selected.Render(fit(mark+name+rest, t.width))
	case found.Record == nil:
		return th.Warning.Render(mark) + th.Muted.Render(fit(name+rest, t.width-t.mark))
	}
	return th.Warning.Render(mark) + name + th.Muted.Render(fit(rest, t.width-t.mark-t.name))
}
