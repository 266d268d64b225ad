package backend

import (
	"cmp"
	"regexp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
)

// Caller is what is known of somebody on the phone.
type Caller = cache.Caller

// CallerTickets is the known tickets of a caller, newest first.
type CallerTickets struct {
	Tickets []desk.Ticket
	Days    desk.DateRange // the days whose tickets are known, without a gap
	IsKnown bool           // Days are known at all
}

// LoadCallerTickets lists the known tickets of a caller without a request; an earlier list of the slot is dropped.
func (c *Backend) LoadCallerTickets(s *Slot, who Caller, take func(CallerTickets) tea.Cmd) tea.Cmd {
	return Do(s.Begin(c.Context), func() Then {
		if who.Customer != 0 {
			c.subscription.ShowCustomer(who.Customer)
		}
		known := CallerTickets{Tickets: c.Cache.Snapshot().CallerTickets(who)}
		known.Days, known.IsKnown = c.Cache.KnownDays(c.Today())
		return func() tea.Cmd { return take(known) }
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
