package overlay

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
)

// OpenCustomer opens a customer by id, or the customer of a ticket if the id is not known.
type OpenCustomer func(id int64, t *desk.Ticket) tea.Cmd

// Finder finds a customer: in the cache with every key press, then on request from the service, by id in one
// request or by anything else day by day.
type Finder struct {
	*Box
	people *Lookup
	cmds   *backend.Backend
	open   OpenCustomer
	ticket func(desk.ID) tea.Cmd // opens a ticket by its number
	asked  idLookup
}

// idLookup is the state of a lookup by customer id.
type idLookup struct {
	typed string // the query; what became of it is of no interest once another one is typed
	id    int64
	busy  bool
	err   error
}

// NewFinder returns the customer finder; typed is the initial query and may be empty.
func NewFinder(
	cmds *backend.Backend, keys keymap.Keymap, typed string, open OpenCustomer, ticket func(desk.ID) tea.Cmd,
) *Finder {
	f := &Finder{cmds: cmds, open: open, ticket: ticket}
	f.people = newLookup(cmds, ListSpec{
		Spec: Spec{
			Name: "find", Title: func() string { return "Find a customer" }, Scope: keymap.Finder, Width: 150,
			Said: "Find a customer by phone, e-mail, name, code or number",
			Acts: f.offers, Leave: f.leaves, Takes: f.takes, Waiting: f.waiting,
		},
		Field: "phone, e-mail, name, code, or number of a customer, order or ticket",
	}, LookupSpec{Take: f.choosing, Asked: f.sayAsked, Digits: 6})
	f.people.list.words.SetValue(typed)
	f.Box = f.people.list.box(keys)
	return f
}

// takes handles search results, and going back from a search that runs.
func (f *Finder) takes(msg tea.Msg) (*Result, tea.Cmd, bool) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if f.resolve(msg) != keymap.Back || !f.isBusy() {
			return nil, nil, false
		}
		f.asked.busy = false
		f.people.Stop()
	case backend.CustomerLookedUp:
		return f.onCustomerLookup(msg), nil, true
	case backend.LookedUp, backend.StoreChangedMsg, backend.DaysSearched, backend.OrdersSearched:
		cmd, opens := f.people.Update(msg)
		if opens {
			return f.do(keymap.Open), cmd, true
		}
		return nil, cmd, true
	default:
		return nil, nil, false
	}
	return nil, nil, true
}

// isBusy reports whether the service is asked for something.
func (f *Finder) isBusy() bool { return f.people.IsSearching() || f.isAsking() }

// isAsking reports whether the customer with the typed number is being read.
func (f *Finder) isAsking() bool { return f.asked.busy && f.asked.typed == f.people.Typed }

func (f *Finder) leaves() (string, func() tea.Cmd) {
	if f.isBusy() {
		return "stop", nil
	}
	return "close", func() tea.Cmd { f.cmds.CancelSearches(); return nil }
}

// Search searches the cache for what is typed now.
func (f *Finder) Search() tea.Cmd { return f.people.Find() }

// SearchOrders searches the service for the orders of a code.
func (f *Finder) SearchOrders(code string) tea.Cmd { return f.people.SearchOrders(code) }

// offers returns what can be done with what is typed, and with what is not listed yet.
func (f *Finder) offers() []Act {
	older := Act{
		Action: keymap.SearchOlder, Label: "search older", Off: f.people.Older.DisabledReason(), Run: f.people.SearchOlder,
	}
	if len(f.people.rows) > 0 {
		return []Act{older}
	}
	open := Act{Action: keymap.Open, Label: "open", Run: f.people.Open}
	if !f.people.IsWaiting() {
		open.Off = "no customer is listed"
	}
	return []Act{open, older}
}

// choosing returns what is done with a person, or with the number of one or of a ticket.
func (f *Finder) choosing(row backend.SearchRow) Act {
	open := Act{Action: keymap.Open, Label: "open", Closes: true}
	switch {
	case row.ID != 0:
		open.Closes = false
		open.Run = func() tea.Cmd {
			f.asked = idLookup{typed: f.people.Typed, id: row.ID, busy: true}
			return f.cmds.LookupCustomer(row.ID)
		}
	case !row.Ticket.IsZero():
		open.Run = func() tea.Cmd { f.cmds.CancelSearches(); return f.ticket(row.Ticket) }
	default:
		open.Run = func() tea.Cmd { f.cmds.CancelSearches(); return f.open(row.Match.ID, row.Match.Ticket) }
	}
	return open
}

// onCustomerLookup returns the customer that was looked up by id, or nil after an error.
func (f *Finder) onCustomerLookup(msg backend.CustomerLookedUp) *Result {
	if int64(msg.Of) != f.asked.id || !f.isAsking() {
		return nil
	}
	f.asked.busy, f.asked.err = false, msg.Err
	if msg.Err != nil {
		return nil
	}
	return chosen(func() tea.Cmd { return f.open(int64(msg.Of), nil) })
}

// sayAsked says how the lookup by id stands, unless another number was typed since.
func (f *Finder) sayAsked(say Say) {
	switch {
	case f.asked.typed != f.people.Typed:
	case f.asked.busy:
		say(info, fmt.Sprintf("Loading customer %d…", f.asked.id))
	case backend.IsNotFound(f.asked.err):
		say(warning, fmt.Sprintf("The service has no customer %d.", f.asked.id))
	case f.asked.err != nil:
		say(failure, "✗ "+backend.ErrorText(f.asked.err))
	}
}

// waiting returns what the search waits for; empty for nothing.
func (f *Finder) waiting() string {
	switch {
	case f.isAsking():
		return fmt.Sprintf("loading customer %d", f.asked.id)
	case f.people.Typed != "" && f.people.IsWaiting():
		return "searching the loaded customers"
	}
	return ""
}
