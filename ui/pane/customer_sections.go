package pane

import (
	"fmt"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
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
	s.heading(titleWithCount("Tickets known here", len(all.Value)))
	if len(all.Value) == 0 {
		s.writeText(
			s.th.Muted.Render,
			"None among the days that are loaded; "+s.keys.KeyLabel(
				keymap.Inbox,
				keymap.Dates,
			)+" in the inbox loads others.",
		)
	}
	states := 0
	for i := range all.Value {
		states = max(states, termwidth.Width(s.ticketState(&all.Value[i])))
	}
	for i := range all.Value {
		s.ticket(&all.Value[i], states)
	}
}

func titleWithCount(title string, n int) string {
	if n < 2 {
		return title
	}
	return title + " · " + strconv.Itoa(n)
}

// ticketWideFrom is the minimum width for showing a ticket's number.
const ticketWideFrom = 60

// subStatusFrom is the minimum width for showing a ticket's sub-status rather than open or done.
const subStatusFrom = 50

// ticketState returns how a ticket stands, in as many words as there is room for.
func (s *customerRenderer) ticketState(t *desk.Ticket) string {
	switch {
	case s.width() >= subStatusFrom:
		return t.SubStatus.Label()
	case t.Marks.Has(desk.Closed):
		return "done"
	}
	return "open"
}

// The minimum width of a ticket's state, and the width reserved for its title before the state becomes wider.
const (
	minStateWidth      = 11
	reservedTitleWidth = 24
)

// ticket writes one line with a ticket's age, state and title, and its number if there is room; states is the width
// of the longest state.
func (s *customerRenderer) ticket(t *desk.Ticket, states int) {
	mark, ink := "●", s.th.Accent
	if t.Marks.Has(desk.Closed) {
		mark, ink = "○", s.th.Muted
	}
	lead := " " + mark + " "
	age := termwidth.Pad(Age(t.Created, s.doc.at.now), 4) + " "
	number := ""
	if s.width() >= ticketWideFrom {
		number = termwidth.Pad(t.ID.Display().String(), 13) + " "
	}
	states = max(min(states, s.width()-termwidth.Width(lead+age+number)-reservedTitleWidth), minStateWidth)
	if s.width() < subStatusFrom {
		states = len("open")
	}
	state := termwidth.Pad(s.ticketState(t), states) + " "
	sla, tone := clockCell(t, s.doc.at)
	sla = strings.TrimSpace(sla)
	if s.width() < subStatusFrom {
		sla = strings.TrimSuffix(sla, " SLA")
	}
	if tone != bad && tone != warn {
		sla = ""
	}
	end := 0
	if sla != "" {
		end = termwidth.Width(sla) + 1
	}
	title := termwidth.Pad(t.Title.String(), max(s.width()-termwidth.Width(lead+age+number+state)-end, 1))
	plain := lead + age + number + state + title
	drawn := ink.Render(lead) + s.th.Muted.Render(age+number) + state + title
	if t.Marks.Has(desk.Closed) {
		drawn = s.th.Muted.Render(plain)
	}
	if sla != "" {
		plain, drawn = plain+" "+sla, drawn+" "+tone.themeStyle(s.th).Render(sla)
	}
	s.lines = append(s.lines, line{drawn: drawn, plain: plain, opens: lineTarget{ticket: t.ID}})
}

// maxDateWidth is the width of the dates of orders; one that is no date may be longer.
const maxDateWidth = 11

// orders writes the customer's orders, or why they are not available.
func (s *customerRenderer) orders() {
	o := s.Customer.orders
	if s.id == 0 || !o.Has && !o.Busy && o.Err == nil {
		return
	}
	s.heading(titleWithCount("Orders", len(o.Value.Orders)))
	switch {
	case backend.IsNotConfigured(o.Err):
		s.writeText(s.th.Warning.Render, "Not asked for: "+backend.ErrorText(o.Err))
	case o.Err != nil:
		s.writeText(s.th.Error.Render, "✗ "+backend.ErrorText(o.Err))
		s.hint(s.keys.KeyLabel(keymap.Customer, keymap.Refresh) + " asks again")
	}
	switch n := len(o.Value.Orders); {
	case !o.Has && o.Busy:
		s.hint("Fetching the orders…")
	case o.Has && n == 0:
		s.hint("There are none.")
	case o.Value.Total > n:
		s.writeText(s.th.Warning.Render, fmt.Sprintf("%d of %d; the others were not asked for.", n, o.Value.Total))
	}
	s.orderCards(o.Value.Orders)
}

// orderCards writes the orders below each other, their dates in a column.
func (s *customerRenderer) orderCards(all []desk.Order) {
	if n := len(all); n > 1 && !s.sorted {
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

// order writes one order as a card: the date, what was bought and its price, then the state; when it is unfolded all of
// its members. An order that says none of these is always unfolded.
func (s *customerRenderer) order(n int, o *desk.Order, dates int) {
	sum := SummarizeOrder(o)
	what := sum.Title()
	state := joinNonEmpty(sum.State, o.Payment.String(), o.ERPOrder.String())
	if what == "" {
		what, state = state, ""
	}
	date := OrderDate(o, desk.DateOf(s.doc.at.now))
	saysNothing := what == "" && date == ""
	isOpen := s.open[n] || saysNothing
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
	what = termwidth.Pad(what, room)
	plain := termwidth.Truncate(mark+date+what+amount, s.width())
	drawn := s.th.Key.Render(mark) + s.th.Muted.Render(date) + what + s.th.Emphasis.Render(amount)
	s.lines = append(s.lines, line{
		drawn: termwidth.Truncate(drawn, s.width()), plain: plain, opens: lineTarget{order: n, isOpen: saysNothing},
	})
	if state != "" {
		s.writeLines(s.th.Muted.Render(strings.Repeat(" ", indent) + termwidth.Truncate(state, max(s.width()-indent, 1))))
	}
	if isOpen {
		s.orderRecord(o)
	}
}

// orderRecord writes all members of an order.
func (s *customerRenderer) orderRecord(o *desk.Order) {
	var pairs []field
	for _, f := range o.Fields {
		pairs = append(pairs, field{f.Label.String(), s.doc.at.zones.FormatField(f).String()})
	}
	s.doc.pairs(pairs, "   ")
	for _, g := range o.Groups {
		for _, row := range g.Rows {
			s.doc.compactRow(g.Title.String(), row, "   ")
		}
	}
	s.flush()
}
