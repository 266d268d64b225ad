package call

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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
	words     *textedit.Input
	query     string // the last one
	found     backend.LookedUpMsg
	older     backend.DaySearch
	rows      []lookupRow
	list      widget.ListWindow
	isOpen    bool // its results are shown in the place of tickets, orders and answers
	takesOnly bool // a caller that alone fits is taken at once
	choosing  bool // enter was pressed before the results had arrived
}

// lookupRow is a row that can be chosen: a match, or what can be done without one.
type lookupRow struct {
	found *backend.Match
	ask   int64 // the customer's number to ask the service for
	older bool  // search day by day
	add   bool  // add this caller
	goOn  bool  // go on with the call without a customer
}

const (
	// maxFound is how many matches are listed.
	maxFound = 60
	// maxIDDigits is the number of digits up to which a number may be that of a customer.
	maxIDDigits = 9
)

func newLookup(th *theme.Theme) lookup {
	l := lookup{words: textedit.NewInput("phone, name, e-mail, order or ticket number of the caller", 200)}
	l.words.SetTheme(th)
	return l
}

// closeLookup hides the results; what was typed stays.
func (p *Pane) closeLookup() {
	p.lookup.older.Stop(p.cmds)
	p.lookup.isOpen, p.lookup.choosing = false, false
}

// looksUp reports whether the results of the look-up are shown.
func (p *Pane) looksUp() bool { return p.lookup.isOpen && p.at == partLookup }

func (p *Pane) retype(msg tea.Msg) tea.Cmd {
	p.lookup.words.Update(msg)
	if p.typed() == p.lookup.query && p.lookup.isOpen == (p.typed() != "") {
		return nil
	}
	p.lookup.takesOnly = false
	return p.search()
}

// search looks for what is typed now among everything known, and drops the results of the query before.
func (p *Pane) search() tea.Cmd {
	l := &p.lookup
	p.cmds.CancelSearches()
	l.query, l.choosing = p.typed(), false
	l.isOpen = l.query != ""
	l.older = p.cmds.NewDaySearch(l.query)
	l.list.GotoTop()
	if l.query == "" {
		l.found = backend.LookedUpMsg{}
	}
	l.rebuild()
	return p.cmds.Lookup(l.query, maxFound)
}

// rebuild lists the matches first, then what can be done without one.
func (l *lookup) rebuild() {
	l.rows = nil
	for i := range l.found.Found.Matches {
		l.rows = append(l.rows, lookupRow{found: &l.found.Found.Matches[i]})
	}
	older := l.older.Found()
	for i := range older {
		if f := &older[i]; !l.lists(f.ID) {
			l.rows = append(l.rows, lookupRow{found: f})
		}
	}
	if l.query != "" {
		if id, _ := strconv.ParseInt(l.query, 10, 64); id > 0 && len(l.query) <= maxIDDigits && !l.lists(id) {
			l.rows = append(l.rows, lookupRow{ask: id})
		}
		if l.olderReason() == "" {
			l.rows = append(l.rows, lookupRow{older: true})
		}
		l.rows = append(l.rows, lookupRow{goOn: true}, lookupRow{add: true})
	}
	l.list.SetCount(len(l.rows))
}

func (l *lookup) lists(id int64) bool {
	return slices.ContainsFunc(
		l.found.Found.Matches,
		func(c backend.Match) bool { return c.ID == id && c.Record != nil },
	)
}

// olderReason returns why the service cannot be asked day by day now; empty if it can.
func (l *lookup) olderReason() string {
	switch {
	case len(l.query) < backend.MinDaySearch:
		return fmt.Sprintf("type at least %d characters first", backend.MinDaySearch)
	case l.older.Busy():
		return "a search is running"
	}
	return ""
}

func (p *Pane) onFound(msg backend.LookedUpMsg) tea.Cmd {
	l := &p.lookup
	if msg.Typed != l.query {
		return nil
	}
	l.found = msg
	l.rebuild()
	if l.choosing {
		cmd, _ := p.openLookupRow()
		return cmd
	}
	if found := msg.Found.Matches; l.takesOnly && len(found) == 1 && found[0].Level == desk.ExactMatch {
		return p.chooseFound(&found[0])
	}
	return nil
}

// chooseFound takes the person of a match as the caller.
func (p *Pane) chooseFound(f *backend.Match) tea.Cmd {
	who := caller{id: f.ID, phone: p.typedPhone(), email: p.typedEmail()}
	if t := f.Ticket; t != nil {
		if f.ID == 0 { // a customer's record holds the name and the ways to reach them
			who.ticket = t.ID
			if t.Creator != t.Assignee { // not the agent who took the call
				who.name = safetext.LineFromText(t.Creator.String())
			}
			who.phone, who.email = firstLine(t.Phone, who.phone), firstLine(t.Email, who.email)
		}
		if p.isTicketNumber(t.ID) {
			p.tickets.keep = t.ID
		}
	}
	return p.choose(who)
}

func firstLine(a, b safetext.Line) safetext.Line {
	if a.IsEmpty() {
		return b
	}
	return a
}

// isTicketNumber reports whether the number of a ticket was typed, to begin with that one.
func (p *Pane) isTicketNumber(id desk.ID) bool {
	return strings.EqualFold(p.typed(), id.Raw())
}

// searchOlder asks the service day by day, or goes on where the search has paused.
func (p *Pane) searchOlder() tea.Cmd {
	cmd := p.lookup.older.Start(p.cmds)
	p.lookup.rebuild()
	return cmd
}

// onDaysSearched lists who was found day by day, with the cursor on the first of them.
func (p *Pane) onDaysSearched(msg backend.DaysSearchedMsg) tea.Cmd {
	l := &p.lookup
	next, isMine := l.older.Update(p.cmds, msg)
	if !isMine {
		return nil
	}
	l.rebuild()
	if len(msg.Found) > 0 {
		first := msg.Found[0].ID
		at := slices.IndexFunc(l.rows, func(r lookupRow) bool { return r.found != nil && r.found.ID == first })
		l.list.SetCursor(max(at, 0))
	}
	return next
}

// openLookupRow does what the row under the cursor offers. add tells the console to open the form of a new customer.
func (p *Pane) openLookupRow() (cmd tea.Cmd, add bool) {
	l := &p.lookup
	if l.choosing = l.found.Typed != l.query && l.found.Err == nil; l.choosing || l.list.Cursor() >= len(l.rows) {
		return nil, false
	}
	switch row := l.rows[l.list.Cursor()]; {
	case row.add:
		return nil, true
	case row.goOn:
		return p.choose(caller{name: p.typedName(), phone: p.typedPhone(), email: p.typedEmail()}), false
	case row.older:
		return p.searchOlder(), false
	case row.ask != 0:
		return p.choose(caller{id: row.ask}), false
	default:
		return p.chooseFound(row.found), false
	}
}
