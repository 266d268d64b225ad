package overlay

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// Lookup is a list of the people who may be meant by what is typed into its field, for the finder and for a call: those
// in the cache with every key, then on request those of the service.
type Lookup struct {
	backend.CustomerSearch
	LookupSpec
	list    *List
	cmds    *backend.Backend
	rows    []backend.SearchRow // the listed ones, without those of More
	opening bool                // what is under the cursor is taken once the matches of the query have arrived
}

// LookupSpec describes a Lookup.
type LookupSpec struct {
	// Take returns what is done with a person, or with the number of a customer or a ticket that is not known.
	Take   func(backend.SearchRow) Act
	More   func() []Row  // what can be done with what is typed without one of them; nil for nothing
	Asked  func(say Say) // says what else the service is asked for; nil for nothing
	Digits int           // of the longest number that is rather a customer's than a phone's
	Stops  string        // stands before what is being searched
}

// Say adds a text to the lines below a list.
type Say func(ink func(*theme.Theme) theme.Style, words string)

// maxMatches is how many matches are listed.
const maxMatches = 200

// NewLookup returns a look-up in a screen that draws its field and its rows.
func NewLookup(cmds *backend.Backend, field string, s LookupSpec) *Lookup {
	return newLookup(cmds, ListSpec{Field: field, isBare: true, Careful: true}, s)
}

func newLookup(cmds *backend.Backend, list ListSpec, s LookupSpec) *Lookup {
	l := &Lookup{LookupSpec: s, cmds: cmds}
	list.Columns, list.Find, list.Typed = people, l.listed, l.retyped
	list.Below, list.Say = l.below, l.Words
	l.list = newList(list)
	return l
}

// people are the columns of the matches.
var people = []Column{
	{Width: 5, Ink: func(th *theme.Theme) theme.Style { return th.Warning }},
	{},
	{Width: 17, Ink: muted},
	{Width: 30, Ink: muted, MinWidth: 100},
	{Width: 19, Ink: muted, MinWidth: 90},
	{Width: 11, Ink: muted, MinWidth: 90},
	{Width: 22, Ink: muted},
}

// reasons names the fields in which a match was found.
var reasons = map[backend.MatchField]string{
	backend.ByTicket: "ticket", backend.ByPhone: "phone", backend.ByEmail: "e-mail", backend.ByOrder: "order",
	backend.ByCustomer: "number", backend.ByCode: "code", backend.ByCreator: "wrote", backend.ByTitle: "title",
}

// reason says in which field a match was found; of a number also which one.
func reason(f *backend.Match) string {
	switch f.By {
	case backend.ByTicket, backend.ByOrder, backend.ByCode, backend.ByTitle:
		return reasons[f.By] + " " + f.Value.String()
	}
	if f.LastDigits {
		return "last digits"
	}
	return reasons[f.By]
}

// personRow returns the row of a match. One of whom only a ticket is known is muted.
func personRow(r backend.SearchRow) Row {
	p, mark := backend.PersonOf(r.Match), ""
	if p.IsPossible {
		mark = "maybe"
	}
	why, by := reason(r.Match), ""
	if why != "" {
		by = "found by " + why
	}
	return Row{
		Cells: []string{mark, p.Name, p.Phone, p.Email, p.Number, p.Tickets, why},
		Faint: r.Match.Record == nil,
		Said: accessible.Join(
			p.Doubt(), cmp.Or(p.Name, "without a name"), p.Phone, p.Email, p.Number, p.Tickets, by,
		),
	}
}

// rowID names what a row is of.
func rowID(r backend.SearchRow) string {
	switch m := r.Match; {
	case m == nil:
		return fmt.Sprint(r.ID, r.IsOlder, r.Ticket.Raw(), r.Orders)
	case m.ID == 0 && m.Ticket != nil:
		return "of ticket " + m.Ticket.ID.Raw()
	default:
		return fmt.Sprint("customer ", m.ID)
	}
}

// listed returns the matches first, then the ways to ask the service, one request before many, with what can be done
// without them between. The number of a customer comes last if it is as long as that of a phone.
func (l *Lookup) listed(string) []Row {
	first, last := l.Doors()
	id, isLong := l.TypedID(), len(l.Typed) > l.Digits
	if id != 0 && !isLong {
		first = append(first, backend.SearchRow{ID: id})
	}
	if l.Older.DisabledReason() == "" {
		last = append(last, backend.SearchRow{IsOlder: true})
	}
	if id != 0 && isLong && !l.Known.Value.IsLikeTicket {
		last = append(last, backend.SearchRow{ID: id})
	}
	l.rows = append(l.Rows(), first...)
	rows := l.drawn(l.rows)
	if l.More != nil && l.Typed != "" {
		rows = append(rows, l.More()...)
	}
	l.rows = append(l.rows, last...)
	return append(rows, l.drawn(last)...)
}

func (l *Lookup) drawn(found []backend.SearchRow) []Row {
	rows := make([]Row, len(found))
	for i, r := range found {
		if rows[i] = (Row{Across: l.Label(r), Said: l.CustomerSearch.Words(r)}); r.Match != nil {
			rows[i] = personRow(r)
		}
		rows[i].ID, rows[i].Does = rowID(r), []Act{l.act(r)}
	}
	return rows
}

// act returns what enter does on a row. While the matches of the query have not arrived it waits for them.
func (l *Lookup) act(r backend.SearchRow) Act {
	does := func(run func() tea.Cmd) Act { return Act{Action: keymap.Open, Label: "open", Run: run} }
	switch {
	case l.IsWaiting():
		return does(func() tea.Cmd { l.opening = true; return nil })
	case r.IsOlder:
		return does(l.SearchOlder)
	case r.Orders != "":
		return does(func() tea.Cmd { return l.SearchOrders(r.Orders) })
	}
	return l.Take(r)
}

// retyped searches for what is typed, if that is another text.
func (l *Lookup) retyped() tea.Cmd {
	if strings.TrimSpace(l.list.words.Value()) == l.Typed {
		return nil
	}
	return l.Find()
}

// Find searches the cache for what is typed now and drops the results of the query before.
func (l *Lookup) Find() tea.Cmd {
	search := l.Search(l.cmds, strings.TrimSpace(l.list.words.Value()), maxMatches)
	l.opening, l.list.touched = false, false
	l.list.Reload()
	return search
}

// SearchOrders searches the service for the orders of a code.
func (l *Lookup) SearchOrders(code string) tea.Cmd { return l.Orders.Start(l.cmds, code) }

// SearchOlder starts the day-by-day search at the service, or continues it where it paused.
func (l *Lookup) SearchOlder() tea.Cmd {
	cmd := l.Older.Start(l.cmds)
	l.list.Reload()
	return cmd
}

// Update handles results. opens tells that what is under the cursor now was chosen before they had arrived.
func (l *Lookup) Update(msg tea.Msg) (cmd tea.Cmd, opens bool) {
	switch msg := msg.(type) {
	case backend.LookedUp:
		if msg.Of == l.Typed {
			l.Known = msg
			l.list.Reload()
			opens, l.opening = l.opening, false
		}
	case backend.StoreChangedMsg:
		cmd = l.Again(l.cmds, maxMatches)
	case backend.DaysSearched:
		cmd = l.onDaysSearched(msg)
	case backend.OrdersSearched:
		if l.Orders.Update(msg) { // the cursor is on the first of them
			l.list.touched = false
			l.list.Reload()
		}
	}
	return cmd, opens
}

// onDaysSearched lists what the day-by-day search has found, with the cursor on the first of it.
func (l *Lookup) onDaysSearched(msg backend.DaysSearched) tea.Cmd {
	next, isMine := l.Older.Update(l.cmds, msg)
	if !isMine {
		return nil
	}
	l.list.Reload()
	if len(msg.Value.Found) > 0 {
		if row := backend.RowOf(l.rows, msg.Value.Found[0].ID); row >= 0 {
			l.list.list.SetCursor(row) // the matches are the first rows
			l.list.touched = true
		}
	}
	return next
}

// IsSearching reports whether the service is asked for something.
func (l *Lookup) IsSearching() bool { return l.Older.Busy() || l.Orders.Busy }

// Stop ends what runs at the service.
func (l *Lookup) Stop() {
	l.cmds.CancelSearches()
	l.Older.Stop(l.cmds)
	l.Orders.Stop()
	l.opening = false
	l.list.Reload()
}
