package pane

import (
	"fmt"
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
)

// tickets are the customer's tickets that are known here, the newest first.
func (s *customerRenderer) tickets() {
	if s.id == 0 {
		return
	}
	all := s.Customer.tickets
	if !all.Has {
		return
	}
	s.heading(counted("Tickets known here", len(all.Value)))
	if len(all.Value) == 0 {
		s.writeText(s.th.Muted.Render, "None among the days that are loaded; "+s.keys.KeyLabel(keymap.Inbox, keymap.Dates)+" in the inbox loads others.")
	}
	states := 0
	for i := range all.Value {
		states = max(states, safetext.Width(all.Value[i].SubStatus.Label()))
	}
	for i := range all.Value {
		s.ticket(&all.Value[i], states)
	}
}

func counted(title string, n int) string {
	if n < 2 {
		return title
	}
	return title + " · " + strconv.Itoa(n)
}

// ticketWideFrom is the width from which a ticket's number stands in its line.
const ticketWideFrom = 60

// The columns of a ticket's state, of which its title leaves as many as it can spare.
const (
	leastState = 11
	spareTitle = 24
)

// ticket is one line of the timeline: its age, state and title, and its number where there is room; states is the width
// of the longest state.
func (s *customerRenderer) ticket(t *desk.Ticket, states int) {
	mark, ink := "●", s.th.Accent
	if t.Marks.Has(desk.Closed) {
		mark, ink = "○", s.th.Muted
	}
	lead := " " + mark + " "
	age := safetext.Pad(Age(t.Created, s.doc.at.now), 4) + " "
	number := ""
	if s.width() >= ticketWideFrom {
		number = safetext.Pad(t.ID.Display().String(), 13) + " "
	}
	states = max(min(states, s.width()-safetext.Width(lead+age+number)-spareTitle), leastState)
	state := safetext.Pad(t.SubStatus.Label(), states) + " "
	sla, tone := slaCell(t, s.doc.at)
	if tone != bad && tone != warn {
		sla = ""
	}
	end := 0
	if sla != "" {
		end = safetext.Width(sla) + 1
	}
	title := safetext.Pad(t.Title.String(), max(s.width()-safetext.Width(lead+age+number+state)-end, 1))
	plain := lead + age + number + state + title
	drawn := ink.Render(lead) + s.th.Muted.Render(age+number) + state + title
	if t.Marks.Has(desk.Closed) {
		drawn = s.th.Muted.Render(plain)
	}
	if sla != "" {
		plain, drawn = plain+" "+sla, drawn+" "+tone.ink(s.th).Render(sla)
	}
	s.lines = append(s.lines, line{drawn: drawn, plain: plain, opens: lineTarget{ticket: t.ID}})
}

// orders are the customer's orders, or why they are not known.
func (s *customerRenderer) orders() {
	o := s.Customer.orders
	if s.id == 0 || !o.Has && !o.Busy && o.Err == nil {
		return
	}
	s.heading(counted("Orders", len(o.Value.Orders)))
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
	for i := range o.Value.Orders {
		s.order(i+1, &o.Value.Orders[i])
	}
}

// order is an order as one line, with all of its members below when it is unfolded. One whose shape says nothing that
// fits a line is always unfolded.
func (s *customerRenderer) order(n int, o *desk.Order) {
	head := joined(o.ID.Display().String(), o.Delivery.String(), o.Created.String(), o.ERPOrder.String(), o.Payment.String())
	isOpen := s.open[n] || head == ""
	mark := "▸"
	if isOpen {
		mark = "▾"
	}
	if head == "" {
		head = "Order " + strconv.Itoa(n)
	}
	plain := safetext.Pad(" "+mark+" "+head, s.width())
	drawn := s.th.Accent.Render(" "+mark+" ") + strings.TrimPrefix(plain, " "+mark+" ")
	s.lines = append(s.lines, line{drawn: drawn, plain: plain, opens: lineTarget{order: n}})
	if !isOpen {
		return
	}
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
