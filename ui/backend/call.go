package backend

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
)

// Caller is what is known of somebody on the phone.
type Caller = cache.Caller

// CallerTicketsMsg holds the known tickets of a caller, newest first.
type CallerTicketsMsg struct {
	Seq     int // of the request
	Tickets []desk.Ticket
	Days    desk.DateRange // the days whose tickets are known, without a gap
	IsKnown bool           // Days are known at all
}

// LoadCallerTickets lists the known tickets of a caller without a request.
func (c *Backend) LoadCallerTickets(who Caller, seq int) tea.Cmd {
	return func() tea.Msg {
		if who.Customer != 0 {
			c.subscription.ShowCustomer(who.Customer)
		}
		msg := CallerTicketsMsg{Seq: seq, Tickets: c.Cache.Snapshot().CallerTickets(who)}
		msg.Days, msg.IsKnown = c.Cache.KnownDays(c.Today())
		return msg
	}
}

// OlderTicketsMsg is the end of PullOlderTickets.
type OlderTicketsMsg struct {
	Days desk.DateRange
	Err  error // joined from the days that failed
}

// PullOlderTickets pulls the tickets of older days for a call, and cancels an earlier such pull. The inbox keeps the
// days that it shows.
func (c *Backend) PullOlderTickets(days desk.DateRange) tea.Cmd {
	return c.latest(&c.stopOlder, func(ctx context.Context) tea.Msg {
		return OlderTicketsMsg{Days: days, Err: c.Cache.Pull(ctx, days)}
	})
}

// CancelOlderTickets cancels PullOlderTickets; the days that have arrived stay known.
func (c *Backend) CancelOlderTickets() { c.stopOlder.cancel() }

// CallerLoadedMsg holds the customer who calls. An ID of 0 without an error means that the ticket names no customer.
type CallerLoadedMsg struct {
	Seq      int // of the request
	ID       int64
	Customer *desk.Customer // the cached record when Err is set; nil when there is none
	At       time.Time
	Err      error
}

// LoadCaller fetches the customer who calls, by id or of a ticket, and cancels an earlier such fetch. A cached customer
// is fetched again only if again is set.
func (c *Backend) LoadCaller(of CustomerRef, seq int, again bool) tea.Cmd {
	return c.latest(&c.stopCaller, func(ctx context.Context) tea.Msg {
		msg := CallerLoadedMsg{Seq: seq, ID: of.ID}
		if of.ID == 0 {
			msg.ID, msg.Err = c.customerOf(ctx, of.Ticket, again)
		}
		if msg.ID != 0 {
			msg.Customer, msg.At, msg.Err = c.Cache.Customer(ctx, msg.ID, again)
		}
		return msg
	})
}

// CallerOrdersMsg holds the orders of the customer who calls.
type CallerOrdersMsg struct {
	Seq    int // of the request
	Page   desk.OrderPage
	Sorted bool // the newest first; otherwise as the service lists them
	At     time.Time
	Err    error
}

// LoadCallerOrders pulls the orders of the customer who calls, and cancels an earlier such pull.
func (c *Backend) LoadCallerOrders(id int64, seq int, again bool) tea.Cmd {
	return c.latest(&c.stopCallerOrders, func(ctx context.Context) tea.Msg {
		page, at, err := c.Cache.Orders(ctx, id, again)
		msg := CallerOrdersMsg{Seq: seq, Page: page, At: at, Err: err}
		msg.Page.Orders, msg.Sorted = newestFirst(page.Orders)
		return msg
	})
}

// isoDay is the beginning of a date that sorts as text. The interface defines no format of an order's date, and another
// one is not guessed.
var isoDay = regexp.MustCompile(`^\d{4}-\d\d-\d\d`)

// newestFirst returns the orders with the newest first if all of them have a date that can be compared; otherwise as
// they are, and false.
func newestFirst(orders []desk.Order) ([]desk.Order, bool) {
	if slices.ContainsFunc(orders, func(o desk.Order) bool { return !isoDay.MatchString(o.Created.String()) }) {
		return orders, len(orders) < 2
	}
	sorted := slices.Clone(orders)
	slices.SortStableFunc(sorted, func(x, y desk.Order) int {
		return cmp.Compare(y.Created.String(), x.Created.String())
	})
	return sorted, true
}
