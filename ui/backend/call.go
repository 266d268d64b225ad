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

// Calls reads what the agent on the phone needs to know of a caller.
type Calls struct {
	c                                 *Backend
	stopCaller, stopOrders, stopOlder canceller
}

// CallerTicketsMsg holds the known tickets of a caller, newest first.
type CallerTicketsMsg struct {
	Seq     int // of the request
	Tickets []desk.Ticket
	Days    desk.DateRange // the days whose tickets are known, without a gap
	IsKnown bool           // Days are known at all
}

// LoadTickets lists the known tickets of a caller without a request.
func (k *Calls) LoadTickets(who Caller, seq int) tea.Cmd {
	return func() tea.Msg {
		if who.Customer != 0 {
			k.c.subscription.ShowCustomer(who.Customer)
		}
		msg := CallerTicketsMsg{Seq: seq, Tickets: k.c.Cache.Snapshot().CallerTickets(who)}
		msg.Days, msg.IsKnown = k.c.Cache.KnownDays(k.c.Today())
		return msg
	}
}

// OlderTicketsMsg is the end of Calls.PullOlder.
type OlderTicketsMsg struct {
	Days desk.DateRange
	Err  error // joined from the days that failed
}

// PullOlder pulls the tickets of older days for a call, and cancels an earlier such pull. The inbox keeps the
// days that it shows.
func (k *Calls) PullOlder(days desk.DateRange) tea.Cmd {
	return k.c.latest(&k.stopOlder, func(ctx context.Context) tea.Msg {
		return OlderTicketsMsg{Days: days, Err: k.c.Cache.Pull(ctx, days)}
	})
}

// CancelOlder cancels PullOlder; the days that have arrived stay known.
func (k *Calls) CancelOlder() { k.stopOlder.cancel() }

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
func (k *Calls) LoadCaller(of CustomerRef, seq int, again bool) tea.Cmd {
	return k.c.latest(&k.stopCaller, func(ctx context.Context) tea.Msg {
		msg := CallerLoadedMsg{Seq: seq}
		msg.ID, msg.Customer, msg.At, msg.Err = k.c.customer(ctx, of, again)
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

// LoadOrders pulls the orders of the customer who calls, and cancels an earlier such pull.
func (k *Calls) LoadOrders(id int64, seq int, again bool) tea.Cmd {
	return k.c.latest(&k.stopOrders, func(ctx context.Context) tea.Msg {
		msg := CallerOrdersMsg{Seq: seq}
		msg.Page, msg.Sorted, msg.At, msg.Err = k.c.orders(ctx, id, again)
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
