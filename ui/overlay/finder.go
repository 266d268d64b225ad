package overlay

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// OpenCustomer opens a customer by id, or the customer of a ticket if the id is not known.
type OpenCustomer func(id int64, t *desk.Ticket) tea.Cmd

// Finder finds a customer: in the cache with every key press, then on request from the service, by id in one
// request or by anything else day by day.
type Finder struct {
	closes
	edges
	search backend.CustomerSearch
	cmds   *backend.Backend
	keys   keymap.Keymap
	open   OpenCustomer
	ticket func(desk.ID) tea.Cmd // opens a ticket by its number
	words  *textedit.Input
	asked  idLookup
	rows   []backend.SearchRow
	list   widget.ListWindow

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
	cmds *backend.Backend,
	keys keymap.Keymap,
	typed string,
	open OpenCustomer,
	ticket func(desk.ID) tea.Cmd,
) *Finder {
	f := &Finder{
		cmds:   cmds,
		keys:   keys,
		open:   open,
		ticket: ticket,
		words:  textedit.NewSearch("phone, e-mail, name, code, or number of a customer, order or ticket", 200),
	}
	f.words.Focus()
	f.words.SetValue(typed)
	return f
}

// Update handles keys and search results.
func (f *Finder) Update(msg tea.Msg) (*Result, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return f.press(msg)
	case tea.PasteMsg:
		return nil, f.retype(msg)
	case backend.LookedUpMsg:
		if msg.Typed == f.search.Typed {
			f.search.Known = msg
			f.rebuildRows()
			if f.opening {
				f.opening = false
				return f.choose()
			}
		}
	case backend.StoreChangedMsg:
		return nil, f.search.Again(f.cmds, maxMatches)
	case backend.DaysSearchedMsg:
		return nil, f.onDaysSearched(msg)
	case backend.CustomerLookupMsg:
		return f.onCustomerLookup(msg), nil
	case backend.OrdersSearchedMsg:
		f.onOrders(msg)
	}
	return nil, nil
}

func (f *Finder) press(k tea.KeyPressMsg) (*Result, tea.Cmd) {
	switch action, _ := f.keys.Resolve(keymap.Finder, k.String()); action {
	case keymap.Back:
		if f.search.Older.Busy() || f.search.Orders.Busy || f.asked.busy {
			f.cmds.CancelSearches()
			f.search.Older.Stop(f.cmds)
			f.search.Orders.Stop()
			f.asked.busy = false
			f.rebuildRows()
			return nil, nil
		}
		f.cmds.CancelSearches()
		return &Result{}, nil
	case keymap.Up:
		f.list.Move(-1)
	case keymap.Down:
		f.list.Move(1)
	case keymap.Open:
		return f.choose()
	case keymap.Help:
		return withHelp(keymap.Finder, f.keys, f.offered), nil
	case keymap.SearchOlder:
		return nil, f.searchOlder()
	default:
		return nil, f.retype(k)
	}
	return nil, nil
}

func (f *Finder) retype(msg tea.Msg) tea.Cmd {
	if f.words.Update(msg); strings.TrimSpace(f.words.Value()) == f.search.Typed {
		return nil
	}
	return f.Search()
}

// Search searches the cache for what is typed now and drops the results of the previous query.
func (f *Finder) Search() tea.Cmd {
	search := f.search.Search(f.cmds, strings.TrimSpace(f.words.Value()), maxMatches)
	f.opening, f.asked = false, idLookup{}
	f.list.GotoTop()
	f.rebuildRows()
	return search
}

// rebuildRows lists the found customers first, then the ways to query the service, one request before many. The lookup
// by id comes last if the query is as long as a phone number.
func (f *Finder) rebuildRows() {
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
	was := f.rows
	f.rows = append(f.search.Rows(), ways...)
	f.list.SetRows(len(f.rows), func(before int) int { return slices.IndexFunc(f.rows, was[before].IsSame) })
}

// SearchOrders searches the service for the orders of a code.
func (f *Finder) SearchOrders(code string) tea.Cmd { return f.search.Orders.Start(f.cmds, code) }

// onOrders lists the orders that were found, with the cursor on the first of them.
func (f *Finder) onOrders(msg backend.OrdersSearchedMsg) {
	if f.search.Orders.Update(msg) {
		f.rebuildRows()
		f.list.GotoTop()
	}
}

// choose acts on the row under the cursor.
func (f *Finder) choose() (*Result, tea.Cmd) {
	if f.opening = f.search.IsWaiting(); f.opening || f.list.Cursor() >= len(f.rows) {
		return nil, nil
	}
	switch row := f.rows[f.list.Cursor()]; {
	case row.IsOlder:
		return nil, f.searchOlder()
	case row.ID != 0:
		f.asked = idLookup{id: row.ID, busy: true}
		return nil, f.cmds.LookupCustomer(row.ID)
	case row.Orders != "":
		return nil, f.SearchOrders(row.Orders)
	case !row.Ticket.IsZero():
		f.cmds.CancelSearches()
		return chosen(func() tea.Cmd { return f.ticket(row.Ticket) }), nil
	default:
		f.cmds.CancelSearches()
		return chosen(func() tea.Cmd { return f.open(row.Match.ID, row.Match.Ticket) }), nil
	}
}

// onCustomerLookup returns the customer that was looked up by id, or nil after an error.
func (f *Finder) onCustomerLookup(msg backend.CustomerLookupMsg) *Result {
	if msg.ID != f.asked.id || !f.asked.busy {
		return nil
	}
	f.asked.busy, f.asked.err = false, msg.Err
	if msg.Err != nil {
		return nil
	}
	return chosen(func() tea.Cmd { return f.open(msg.ID, nil) })
}

// Cursor returns the position in the query field.
func (f *Finder) Cursor() *tea.Cursor {
	return textedit.MoveCursor(f.words.Cursor(), 2, 1)
}

// searchOlder starts the day-by-day search at the service, or continues it where it paused.
func (f *Finder) searchOlder() tea.Cmd {
	cmd := f.search.Older.Start(f.cmds)
	f.rebuildRows()
	return cmd
}

// onDaysSearched lists what the day-by-day search has found, with the cursor on the first of it.
func (f *Finder) onDaysSearched(msg backend.DaysSearchedMsg) tea.Cmd {
	next, isMine := f.search.Older.Update(f.cmds, msg)
	if !isMine {
		return nil
	}
	before := len(f.rows)
	f.rebuildRows()
	if len(msg.Found) > 0 {
		row := backend.RowOf(f.rows, msg.Found[0].ID)
		if row < 0 {
			row = before
		}
		f.list.SetCursor(row)
	}
	return next
}

// state returns the lines below the rows: running requests and their results.
func (f *Finder) state(th *theme.Theme, width int) []string {
	var lines []string
	say := func(ink theme.Style, words string) {
		lines = append(lines, ink.RenderLines("", termwidth.Wrap(words, width))...)
	}
	switch {
	case f.asked.busy:
		say(th.Info, fmt.Sprintf("Loading customer %d…", f.asked.id))
	case backend.IsNotFound(f.asked.err):
		say(th.Warning, fmt.Sprintf("The service has no customer %d.", f.asked.id))
	case f.asked.err != nil:
		say(th.Error, "✗ "+backend.ErrorText(f.asked.err))
	}
	switch orders := &f.search.Orders; {
	case backend.IsNotConfigured(orders.Err()):
		say(th.Warning, "Not searched: "+backend.ErrorText(orders.Err()))
	case orders.Err() != nil:
		say(th.Error, "✗ orders: "+backend.ErrorText(orders.Err()))
	case orders.Progress(f.cmds.Today()) != "":
		say(th.Info, orders.Progress(f.cmds.Today()))
	}
	f.sayDays(say, th)
	return lines
}

// sayDays says how far the day-by-day search is.
func (f *Finder) sayDays(say func(theme.Style, string), th *theme.Theme) {
	b, today := &f.search.Older, f.cmds.Today()
	progress := b.Progress(today)
	switch {
	case b.Busy():
		say(th.Info, progress)
	case progress == "":
	case len(b.Found()) == 0:
		say(th.Warning, progress)
	default:
		say(th.Success, progress)
	}
	switch err := b.Err(); {
	case backend.IsNotConfigured(err):
		say(th.Warning, "Not searched: "+backend.ErrorText(err))
	case err != nil:
		say(th.Error, "✗ "+b.Next().WithYear()+": "+backend.ErrorText(err))
	}
}
