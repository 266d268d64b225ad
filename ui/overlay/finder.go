package overlay

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// OpenCustomer opens a customer by id, or the customer of a ticket if the id is not known.
type OpenCustomer func(id int64, t *desk.Ticket) tea.Cmd

// Finder finds a customer: in the cache with every key press, then on request from the service, by id in one
// request or by anything else day by day.
type Finder struct {
	*Box
	list    *List
	search  backend.CustomerSearch
	cmds    *backend.Backend
	open    OpenCustomer
	ticket  func(desk.ID) tea.Cmd // opens a ticket by its number
	asked   idLookup
	rows    []backend.SearchRow
	opening bool // enter was pressed before the results of the query arrived
}

// idLookup is the state of a lookup by customer id.
type idLookup struct {
	id   int64
	busy bool
	err  error
}

// maxMatches is how many matches are listed.
const maxMatches = 200

// maxIDDigits is the number of digits up to which a number is more likely a customer id than a phone number.
const maxIDDigits = 6

// NewFinder returns the customer finder; typed is the initial query and may be empty.
func NewFinder(
	cmds *backend.Backend, keys keymap.Keymap, typed string, open OpenCustomer, ticket func(desk.ID) tea.Cmd,
) *Finder {
	f := &Finder{cmds: cmds, open: open, ticket: ticket}
	f.list = newList(ListSpec{
		Spec: Spec{
			Name: "find", Title: func() string { return "Find a customer" }, Scope: keymap.Finder, Width: 116,
			Said: "Find a customer by phone, e-mail, name, code or number",
			Acts: f.offers, Leave: f.leaves, Takes: f.takes, Waiting: f.waiting,
		},
		Field:   "phone, e-mail, name, code, or number of a customer, order or ticket",
		Find:    f.listed,
		Typed:   f.Search,
		Least:   maxMatches,
		Roomy:   true,
		Below:   f.below,
		Say:     f.stateWords,
		Columns: findColumns,
	})
	f.list.words.SetValue(typed)
	f.Box = f.list.box(keys)
	return f
}

// findColumns are the columns of the results.
var findColumns = []Column{
	{Width: 5, Fit: true, Ink: func(th *theme.Theme) theme.Style { return th.Warning }},
	{Width: 8, Share: 1},
	{Width: 17, Fit: true, Ink: muted},
	{Width: 30, Fit: true, Ink: muted, MinWidth: 100},
	{Width: 19, Fit: true, Ink: muted},
	{Width: 11, Fit: true, Ink: muted, MinWidth: 90},
}

// takes handles search results, and going back from a search that runs.
func (f *Finder) takes(msg tea.Msg) (*Result, tea.Cmd, bool) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if f.resolve(msg) != keymap.Back || !f.isBusy() {
			return nil, nil, false
		}
		f.stop()
	case backend.LookedUp:
		if msg.Of != f.search.Typed {
			return nil, nil, true
		}
		f.search.Known = msg
		f.list.Reload()
		if f.opening {
			f.opening = false
			return f.do(keymap.Open), nil, true
		}
	case backend.StoreChangedMsg:
		cmd = f.search.Again(f.cmds, maxMatches)
	case backend.DaysSearched:
		cmd = f.onDaysSearched(msg)
	case backend.CustomerLookedUp:
		return f.onCustomerLookup(msg), nil, true
	case backend.OrdersSearched:
		if f.search.Orders.Update(msg) { // the cursor is on the first of them
			f.list.touched = false
			f.list.Reload()
		}
	default:
		return nil, nil, false
	}
	return nil, cmd, true
}

// isBusy reports whether the service is asked for something.
func (f *Finder) isBusy() bool { return f.search.Older.Busy() || f.search.Orders.Busy || f.asked.busy }

// stop ends what runs at the service.
func (f *Finder) stop() {
	f.cmds.CancelSearches()
	f.search.Older.Stop(f.cmds)
	f.search.Orders.Stop()
	f.asked.busy = false
	f.list.Reload()
}

func (f *Finder) leaves() (string, func() tea.Cmd) {
	if f.isBusy() {
		return "stop", nil
	}
	return "close", func() tea.Cmd { f.cmds.CancelSearches(); return nil }
}

// Search searches the cache for what is typed now and drops the results of the previous query.
func (f *Finder) Search() tea.Cmd {
	search := f.search.Search(f.cmds, strings.TrimSpace(f.list.words.Value()), maxMatches)
	f.opening, f.asked, f.list.touched = false, idLookup{}, false
	f.list.Reload()
	return search
}

// SearchOrders searches the service for the orders of a code.
func (f *Finder) SearchOrders(code string) tea.Cmd { return f.search.Orders.Start(f.cmds, code) }

// listed returns the found customers first, then the ways to query the service, one request before many. The lookup by
// id comes last if the query is as long as a phone number.
func (f *Finder) listed(string) []Row {
	ways, last := f.search.Doors()
	id, isLong := f.search.TypedID(), len(f.search.Typed) > maxIDDigits
	if id != 0 && !isLong {
		ways = append(ways, backend.SearchRow{ID: id})
	}
	ways = append(ways, last...)
	if f.search.Older.DisabledReason() == "" {
		ways = append(ways, backend.SearchRow{IsOlder: true})
	}
	if id != 0 && isLong {
		ways = append(ways, backend.SearchRow{ID: id})
	}
	f.rows = append(f.search.Rows(), ways...)
	rows := make([]Row, len(f.rows))
	for i, r := range f.rows {
		if rows[i] = (Row{ID: rowID(r), Across: f.search.Label(r), Said: f.search.Words(r)}); r.Match != nil {
			rows[i] = personRow(r)
		}
		rows[i].Does = []Act{f.choosing(r)}
	}
	return rows
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

// personRow returns the row of a found customer. One of whom only a ticket is known is muted.
func personRow(r backend.SearchRow) Row {
	p, mark := backend.PersonOf(r.Match), ""
	if p.IsPossible {
		mark = "maybe"
	}
	return Row{
		ID: rowID(r), Cells: []string{mark, p.Name, p.Phone, p.Email, p.Number, p.Tickets},
		Faint: r.Match.Record == nil,
		Said:  accessible.Join(p.Doubt(), cmp.Or(p.Name, "without a name"), p.Phone, p.Email, p.Number, p.Tickets),
	}
}

// under returns the row under the cursor; false if there is none.
func (f *Finder) under() (backend.SearchRow, bool) {
	if i := f.list.list.Cursor(); i < len(f.rows) {
		return f.rows[i], true
	}
	return backend.SearchRow{}, false
}

// offers returns what can be done with what is typed, and with what is not listed yet.
func (f *Finder) offers() []Act {
	older := Act{
		Action: keymap.SearchOlder, Label: "search older", Off: f.search.Older.DisabledReason(), Run: f.searchOlder,
	}
	if len(f.rows) > 0 {
		return []Act{older}
	}
	open := f.choosing(backend.SearchRow{})
	if !f.search.IsWaiting() {
		open.Off = "no customer is listed"
	}
	return []Act{open, older}
}

// choosing returns what enter does on a row. While the matches of the query have not arrived it waits for them.
func (f *Finder) choosing(row backend.SearchRow) Act {
	does := func(closes bool, run func() tea.Cmd) Act {
		return Act{Action: keymap.Open, Label: "open", Closes: closes, Run: run}
	}
	switch {
	case f.search.IsWaiting():
		return does(false, func() tea.Cmd { f.opening = true; return nil })
	case row.IsOlder:
		return does(false, f.searchOlder)
	case row.ID != 0:
		return does(false, func() tea.Cmd {
			f.asked = idLookup{id: row.ID, busy: true}
			return f.cmds.LookupCustomer(row.ID)
		})
	case row.Orders != "":
		return does(false, func() tea.Cmd { return f.SearchOrders(row.Orders) })
	case !row.Ticket.IsZero():
		return does(true, func() tea.Cmd { f.cmds.CancelSearches(); return f.ticket(row.Ticket) })
	}
	return does(true, func() tea.Cmd { f.cmds.CancelSearches(); return f.open(row.Match.ID, row.Match.Ticket) })
}

// onCustomerLookup returns the customer that was looked up by id, or nil after an error.
func (f *Finder) onCustomerLookup(msg backend.CustomerLookedUp) *Result {
	if int64(msg.Of) != f.asked.id || !f.asked.busy {
		return nil
	}
	f.asked.busy, f.asked.err = false, msg.Err
	if msg.Err != nil {
		return nil
	}
	return chosen(func() tea.Cmd { return f.open(int64(msg.Of), nil) })
}

// searchOlder starts the day-by-day search at the service, or continues it where it paused.
func (f *Finder) searchOlder() tea.Cmd {
	cmd := f.search.Older.Start(f.cmds)
	f.list.Reload()
	return cmd
}

// onDaysSearched lists what the day-by-day search has found, with the cursor on the first of it.
func (f *Finder) onDaysSearched(msg backend.DaysSearched) tea.Cmd {
	next, isMine := f.search.Older.Update(f.cmds, msg)
	if !isMine {
		return nil
	}
	before := len(f.rows)
	f.list.Reload()
	if len(msg.Value.Found) > 0 {
		row := backend.RowOf(f.rows, msg.Value.Found[0].ID)
		if row < 0 {
			row = before
		}
		f.list.list.SetCursor(row)
		f.list.touched = true
	}
	return next
}
