package call

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// lookup finds the caller: among everything known with every key, then on request day by day at the service.
type lookup struct {
	backend.CustomerSearch
	words     *textedit.Input
	rows      []lookupRow
	list      widget.ListWindow
	isOpen    bool // its results are shown in the place of tickets, orders and answers
	takesOnly bool // a caller that alone fits is taken at once
	choosing  bool // enter was pressed before the results had arrived
}

// lookupRow is a row that can be chosen: a match, or what can be done without one.
type lookupRow struct {
	backend.SearchRow
	add  bool // add this caller
	goOn bool // go on with the call without a customer
}

func (r lookupRow) isSame(other lookupRow) bool {
	return r.add == other.add && r.goOn == other.goOn && r.IsSame(other.SearchRow)
}

const (
	// maxFound is how many matches are listed.
	maxFound = 60
	// maxIDDigits is the number of digits up to which a number may be that of a customer.
	maxIDDigits = 9
)

func newLookup(th *theme.Theme) lookup {
	l := lookup{words: textedit.NewSearch("phone, name, e-mail, order or ticket number of the caller", 200)}
	l.words.SetTheme(th)
	return l
}

// close hides the results; what was typed stays.
func (l *lookup) close(cmds *backend.Backend) {
	l.Older.Stop(cmds)
	l.isOpen, l.choosing = false, false
}

// isKnownToNobody reports whether what was typed was searched and nobody was found.
func (l *lookup) isKnownToNobody() bool {
	return l.Typed != "" && !l.IsWaiting() && len(l.Rows()) == 0
}

// looksUp reports whether the results of the look-up are shown.
func (p *Pane) looksUp() bool { return p.lookup.isOpen && p.at == partLookup }

func (l *lookup) retype(cmds *backend.Backend, msg tea.Msg) tea.Cmd {
	l.words.Update(msg)
	if l.typed() == l.Typed && l.isOpen == (l.typed() != "") {
		return nil
	}
	l.takesOnly = false
	return l.search(cmds)
}

// isNote reports whether a letter that is typed into the field of the caller belongs to the notes: what tells the
// caller is complete before it, or the service is being searched for them.
func (l *lookup) isNote(msg tea.Msg) bool {
	k, isKey := msg.(tea.KeyPressMsg)
	if !isKey || !l.isOpen || !l.words.AtEnd() {
		return false
	}
	letter, _ := utf8.DecodeRuneInString(k.Text)
	return unicode.IsLetter(letter) && (l.Older.Busy() || l.Orders.Busy || l.endsBefore(k.Text))
}

// endsBefore reports whether what was typed is complete before a letter: a phone number, a code or an address with a
// blank after it, a code by which orders were searched, or the number of a known record, unless that of another one
// goes on with the letter.
func (l *lookup) endsBefore(letter string) bool {
	typed, found := l.words.Value(), l.Known.Value.Matches
	switch {
	case desk.IsPhone(l.Typed):
		return true
	case strings.HasSuffix(typed, " ") && (len(backend.Doors(typed, false)) > 0 || isAddress(l.Typed)):
		return true
	case l.Orders.IsDone():
		return true
	case l.IsWaiting() || len(found) == 0 || !endsInDigit(l.Typed) || !isNumbered(&found[0]):
		return false
	}
	return !strings.Contains(l.Known.Value.Next, safetext.Fold(letter))
}

// isNumbered reports whether a match has the number that was typed, whole or as that of a code such as ACM-258048.
func isNumbered(f *backend.Match) bool {
	switch f.By {
	case backend.ByTicket, backend.ByOrder, backend.ByTitle:
		return true
	}
	return f.Level == desk.ExactMatch
}

func endsInDigit(s string) bool { return strings.TrimRight(s, "0123456789") != s }

// isAddress reports whether a text is one word with an @, as an e-mail address is.
func isAddress(s string) bool { return strings.Contains(s, "@") && len(strings.Fields(s)) == 1 }

// search looks for what is typed now among everything known, and drops the results of the query before.
func (l *lookup) search(cmds *backend.Backend) tea.Cmd {
	search := l.Search(cmds, l.typed(), maxFound)
	l.isOpen, l.choosing = l.Typed != "", false
	l.list.GotoTop()
	l.rebuild()
	return search
}

// again searches what is known again, since it has changed while the results are shown.
func (l *lookup) again(cmds *backend.Backend) tea.Cmd {
	if !l.isOpen {
		return nil
	}
	return l.Again(cmds, maxFound)
}

// rebuild lists the matches first, then what can be done without one.
func (l *lookup) rebuild() {
	first, last := l.Doors()
	rows := append(l.Rows(), first...)
	if id := l.TypedID(); id != 0 && len(l.Typed) <= maxIDDigits {
		rows = append(rows, backend.SearchRow{ID: id})
	}
	was := l.rows
	l.rows = nil
	for _, row := range rows {
		l.rows = append(l.rows, lookupRow{SearchRow: row})
	}
	if l.Typed != "" {
		l.rows = append(l.rows, lookupRow{goOn: true}, lookupRow{add: true})
	}
	for _, row := range last {
		l.rows = append(l.rows, lookupRow{SearchRow: row})
	}
	if l.Older.DisabledReason() == "" { // last: a year of requests is nobody's first choice
		l.rows = append(l.rows, lookupRow{SearchRow: backend.SearchRow{IsOlder: true}})
	}
	l.list.SetRows(len(l.rows), func(before int) int { return slices.IndexFunc(l.rows, was[before].isSame) })
}

func (p *Pane) onFound(msg backend.LookedUp) tea.Cmd {
	l := &p.lookup
	if msg.Of != l.Typed {
		return nil
	}
	l.Known = msg
	l.rebuild()
	if l.choosing {
		cmd, _ := p.openLookupRow()
		return cmd
	}
	if l.takesOnly {
		return p.chooseOnly()
	}
	return nil
}

// beginNotes moves the focus to the notes, and takes the only caller who has what was typed.
func (p *Pane) beginNotes() tea.Cmd {
	taken := p.chooseOnly()
	if found := p.lookup.Known.Value.Matches; taken == nil && len(found) == 1 && isNumbered(&found[0]) {
		taken = p.chooseFound(&found[0])
	}
	p.notes.enter(0)
	p.focus(partNotes)
	return taken
}

// chooseOnly takes the caller if exactly one person has what was typed, and nobody else may be meant.
func (p *Pane) chooseOnly() tea.Cmd {
	found := p.lookup.Known.Value.Matches
	if p.lookup.IsWaiting() || len(found) != 1 || found[0].Level != desk.ExactMatch {
		return nil
	}
	return p.chooseFound(&found[0])
}

// chooseFound takes the person of a match as the caller.
func (p *Pane) chooseFound(f *backend.Match) tea.Cmd {
	typed := p.lookup.typedCaller()
	who := caller{id: f.ID, phone: typed.phone, email: typed.email}
	if o := f.Order; o != nil && f.ID != 0 && f.Record == nil {
		who.name = o.CustomerName
	}
	if t := f.Ticket; t != nil {
		if f.ID == 0 { // a customer's record holds the name and the ways to reach them
			who.ticket = t.ID
			who.name = f.Writer
			who.phone, who.email = cmp.Or(t.Phone, who.phone), cmp.Or(t.Email, who.email)
		}
		if p.lookup.isTicketNumber(t.ID) {
			p.tickets.keep = t.ID
		}
		if f.By == backend.ByTitle || f.By == backend.ByOrder && f.Value == t.OrderID {
			p.tickets.about = t.ID
		}
	}
	return p.choose(who)
}

// isTicketNumber reports whether the number of a ticket was typed, to begin with that one.
func (l *lookup) isTicketNumber(id desk.ID) bool {
	return strings.EqualFold(l.typed(), id.Raw())
}

// searchOlder asks the service day by day, or goes on where the search has paused.
func (l *lookup) searchOlder(cmds *backend.Backend) tea.Cmd {
	cmd := l.Older.Start(cmds)
	l.rebuild()
	return cmd
}

// onDaysSearched lists the matches of the day-by-day search, with the cursor on the first of them.
func (l *lookup) onDaysSearched(cmds *backend.Backend, msg backend.DaysSearched) tea.Cmd {
	next, isMine := l.Older.Update(cmds, msg)
	if !isMine {
		return nil
	}
	l.rebuild()
	if len(msg.Value.Found) > 0 {
		l.list.SetCursor(max(backend.RowOf(l.Rows(), msg.Value.Found[0].ID), 0)) // the matches are the first rows
	}
	return next
}

// onOrdersSearched lists the orders that the service has found, with the cursor on the first of them.
func (l *lookup) onOrdersSearched(msg backend.OrdersSearched) {
	if l.Orders.Update(msg) {
		l.rebuild()
		l.list.GotoTop()
	}
}

// openLookupRow does what the row under the cursor offers. add tells the console to open the form of a new customer.
func (p *Pane) openLookupRow() (cmd tea.Cmd, add bool) {
	l := &p.lookup
	if l.choosing = l.IsWaiting(); l.choosing || l.list.Cursor() >= len(l.rows) {
		return nil, false
	}
	switch row := l.rows[l.list.Cursor()]; {
	case row.add:
		return nil, true
	case row.goOn:
		return p.choose(p.lookup.typedCaller()), false
	case row.IsOlder:
		return p.lookup.searchOlder(p.cmds), false
	case row.ID != 0:
		return p.choose(caller{id: row.ID}), false
	case row.Orders != "":
		return l.Orders.Start(p.cmds, row.Orders), false
	case !row.Ticket.IsZero():
		p.tickets.keep = row.Ticket
		return p.choose(caller{ticket: row.Ticket}), false
	default:
		return p.chooseFound(row.Match), false
	}
}
