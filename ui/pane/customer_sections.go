package pane

import (
	"fmt"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
)

// tickets writes the customer's loaded tickets, newest first.
func (s *customerRenderer) tickets() {
	if s.id == 0 {
		return
	}
	all := s.Customer.tickets
	if !all.Has {
		return
	}
	s.heading(titleWithCount("Loaded tickets", len(all.Value)))
	if len(all.Value) == 0 {
		s.hint("None in the loaded days; " + s.keys.KeyLabel(keymap.Inbox, keymap.Dates) + " in the inbox loads others.")
	}
	s.ticketRows(all.Value)
}

func titleWithCount(title string, n int) string {
	if n < 2 {
		return title
	}
	return title + " " + strconv.Itoa(n)
}

// maxDateWidth is the width of the dates of orders; one that is no date may be longer.
const maxDateWidth = 11

// orders writes the customer's orders, or why they are not available.
func (s *customerRenderer) orders() {
	o := s.Customer.orders
	if s.id == 0 || !o.Has && !o.Busy && o.Err == nil {
		return
	}
	if !s.ofCall {
		s.heading(titleWithCount("Orders", len(o.Value.Orders)))
	}
	s.orderNotes()
	s.orderCards(o.Value.Orders)
}

// orderNotes writes why there are no orders, or not all of them.
func (s *customerRenderer) orderNotes() {
	o := s.Customer.orders
	switch {
	case backend.IsNotConfigured(o.Err):
		s.writeText(s.th.Warning.Render, "Not loaded: "+backend.ErrorText(o.Err))
	case o.Err != nil:
		s.writeText(s.th.Error.Render, "✗ "+backend.ErrorText(o.Err))
		s.hint(s.hintOf(keymap.Customer, keymap.Refresh, "retries"))
	}
	switch n := len(o.Value.Orders); {
	case !o.Has && o.Busy:
		s.hint("Loading the orders…")
	case o.Has && n == 0:
		s.hint(s.noOrders())
	case o.Value.Total > n:
		s.writeText(s.th.Warning.Render, fmt.Sprintf("%d of %d; the rest were not loaded.", n, o.Value.Total))
	}
}

// noOrders says that there are none, and which key adds one where the agent is.
func (s *customerRenderer) noOrders() string {
	if !s.usable.Letters || !s.usable.Writes {
		return "No orders."
	}
	from := keymap.Ticket
	if s.focused {
		from = keymap.Customer
	}
	return "No orders. " + s.keys.KeyLabel(from, keymap.AddOrder) + " adds one."
}

// orderCards writes the orders below each other, their dates in a column.
func (s *customerRenderer) orderCards(all []desk.Order) {
	if n := len(all); n > 1 && !s.Customer.orders.Value.Sorted {
		s.hint("In the order of the service: not all have a date.")
	}
	dates := 0
	for i := range all {
		dates = max(dates, termwidth.Width(OrderDate(&all[i], desk.DateOf(s.doc.at.now))))
	}
	for i := range all {
		s.order(i+1, &all[i], min(dates, maxDateWidth))
	}
}

// order writes one order as a card: date, products and price, then the state; when it is unfolded all of
// its members. An order that says none of these is always unfolded.
func (s *customerRenderer) order(n int, o *desk.Order, dates int) {
	sum := SummarizeOrder(o)
	what := sum.Title()
	states := []string{sum.State, o.Payment.String(), o.ERPOrder.String()}
	if what == "" {
		what, states = phrase.Join(" · ", states...), nil
	}
	for i := range states {
		states[i] = s.th.Muted.Render(states[i])
	}
	date := OrderDate(o, desk.DateOf(s.doc.at.now))
	saysNothing := what == "" && date == ""
	isOpen := s.isOrderOpen(n) || saysNothing
	mark := " ▸ "
	if isOpen {
		mark = " ▾ "
	}
	if saysNothing {
		what = "Order " + strconv.Itoa(n)
	}
	if dates > 0 {
		date = termwidth.Pad(date, dates) + "  "
	}
	amount := sum.Price()
	if amount != "" {
		amount = "  " + amount
	}
	indent := termwidth.Width(mark + date)
	room := max(s.width()-indent-termwidth.Width(amount), 1)
	bought := termwidth.Wrap(what, room)
	what = termwidth.Pad(bought[0], room)
	plain := termwidth.Truncate(mark+date+what+amount, s.width())
	drawn := s.th.Key.Render(mark) + s.th.Muted.Render(date) + what + s.th.Emphasis.Render(amount)
	s.lines = append(s.lines, line{
		drawn: termwidth.Truncate(drawn, s.width()), plain: plain, opens: lineTarget{order: n, isOpen: saysNothing},
	})
	below := bought[1:]
	if len(states) > 0 {
		below = append(below, flow(states, s.th, max(s.width()-indent, 1))...)
	}
	for _, l := range below {
		s.writeLines(strings.Repeat(" ", indent) + l)
	}
	if isOpen {
		s.orderRecord(o)
	}
}

// orderRecord writes all members of an order, its dates as they stand above it.
func (s *customerRenderer) orderRecord(o *desk.Order) {
	var pairs []field
	for _, f := range o.Fields {
		value := s.doc.at.field(f)
		if f.Time.IsZero() && strings.HasSuffix(member(f), "date") {
			value = dayOf(value, desk.DateOf(s.doc.at.now))
		}
		pairs = append(pairs, field{f.Label.String(), value})
	}
	s.doc.pairs(pairs, "   ")
	for _, g := range o.Groups {
		for _, row := range g.Rows {
			s.doc.compactRow(g.Title.String(), row, "   ")
		}
	}
	s.flush()
}
