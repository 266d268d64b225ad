package pane

import (
	"cmp"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
)

// Shown returns the customer: contacts, then tickets and orders as numbered rows, and the record.
func (p *Customer) Shown() Shown {
	s := Shown{Place: accessible.Place{Name: "customer", Title: p.wordsTitle(), Text: p.wordsText()}, Rows: p.Rows()}
	if p.record.Has {
		s.Commands = []accessible.Command{{
			Name: "record", Help: "Read the whole record, or leave it out again",
			Run: func() tea.Cmd { p.open[wholeOpen] = !p.open[wholeOpen]; return nil },
		}}
	}
	return s
}

// Rows returns the tickets and the orders; of who calls the orders alone.
func (p *Customer) Rows() Rows {
	tickets := func() int {
		if p.ofCall {
			return 0
		}
		return len(p.tickets.Value)
	}
	at := func(i int) lineTarget {
		if i < tickets() {
			return lineTarget{ticket: p.tickets.Value[i].ID}
		}
		return lineTarget{order: i - tickets() + 1}
	}
	return Rows{
		Len: func() int { return tickets() + len(p.orders.Value.Orders) },
		ID:  func(i int) string { return at(i).id() },
		Words: func(i int) string {
			if i < tickets() {
				return "Ticket: " + TicketWords(&p.tickets.Value[i], p.cmds)
			}
			return OrderWords(&p.orders.Value.Orders[i-tickets()], p.cmds.Today())
		},
		Point: func(i int) { p.pointTo(at(i)) },
		Opens: keymap.Open,
	}
}

// id tells a target from the others.
func (t lineTarget) id() string {
	if t.order > 0 {
		return "order " + strconv.Itoa(t.order)
	}
	return "ticket " + t.ticket.Raw()
}

// Waiting says what is being read of the customer.
func (p *Customer) Waiting() string {
	switch {
	case p.record.Busy && !p.record.Has:
		return "loading the customer"
	case p.orders.Busy && !p.orders.Has:
		return "loading the orders"
	}
	return ""
}

func (p *Customer) wordsTitle() string {
	number := ""
	if p.id != 0 {
		number = "number " + strconv.FormatInt(p.id, 10)
	}
	if !p.record.Has {
		return accessible.Join("Customer", number)
	}
	return accessible.Join("Customer "+cmp.Or(p.record.Value.Customer.Name.String(), "without a name"), number)
}

func (p *Customer) wordsText() []string {
	said, s := p.openOrderWords(), p.newRenderer(wholeLine)
	switch {
	case p.record.Has:
	case p.record.Busy:
		return said
	default:
		s.head()
		return append(said, s.words()[min(1, len(s.lines)):]...) // the first line is the title
	}
	if p.record.Err != nil {
		said = append(said, accessible.Sentence(backend.ErrorText(p.record.Err)+"; refresh retries"))
	}
	c := p.record.Value.Customer
	facts := append([]string{s.since(c)}, CustomerLines(c, wholeLine)...)
	said = append(said, accessible.Sentences(accessible.Join(facts...))...)
	if c.Deleted {
		said = append(said, "This customer is deleted.")
	}
	for i := range c.Contacts {
		said = append(said, contactWords(&c.Contacts[i]))
	}
	said = append(said, s.orderWords()...)
	if p.open[wholeOpen] {
		said = append(said, p.recordWords()...)
	}
	return said
}

// orderWords says why there are no orders, or not all of them.
func (s *customerRenderer) orderWords() []string {
	o := s.Customer.orders
	if !o.Has && o.Err == nil {
		return nil
	}
	s.orderNotes()
	said := s.words()
	if len(said) > 0 && (o.Err != nil || len(o.Value.Orders) > 0) {
		said = append([]string{"Orders."}, said...)
	}
	return said
}

// words returns what was written as sentences.
func (s *customerRenderer) words() []string {
	var said []string
	for _, l := range s.lines {
		said = append(said, accessible.Sentences(l.drawn)...)
	}
	return said
}

// recordWords reads the whole record, a line for each group.
func (p *Customer) recordWords() []string {
	said := []string{"The whole record."}
	for _, g := range p.newRenderer(max(p.width, 1)).grouped() {
		facts := make([]string, len(g.pairs))
		for i, f := range g.pairs {
			facts[i] = f.label + ": " + f.value
		}
		if len(facts) == 1 && strings.HasPrefix(facts[0], g.title+": ") {
			g.title = ""
		}
		said = append(said, accessible.Sentence(strings.TrimPrefix(g.title+": "+strings.Join(facts, "; "), ": ")))
	}
	said = append(said, groupWords(blocksOf(p.record.Value.Customer), newClockContext(p.cmds))...)
	return append(said, "End of the record.")
}

func contactWords(c *desk.Contact) string {
	said := []string{"Contact " + cmp.Or(c.Name.String(), "without a name")}
	if c.Primary {
		said = append(said, "primary")
	}
	if !c.Active {
		said = append(said, "not active")
	}
	for _, m := range contactMethods(c) {
		value := m.label + " " + m.value
		if desk.IsMasked(m.value) {
			value += " (masked)"
		}
		said = append(said, value)
	}
	return accessible.Sentence(accessible.Join(said...))
}

// openOrderWords reads the orders that were chosen.
func (p *Customer) openOrderWords() []string {
	var said []string
	at := newClockContext(p.cmds)
	for i := range p.orders.Value.Orders {
		o := &p.orders.Value.Orders[i]
		if !p.isOrderOpen(i + 1) {
			continue
		}
		said = append(said, strings.TrimSuffix(OrderWords(o, p.cmds.Today()), ".")+":")
		said = append(said, fieldWords(o.Fields, at)...)
		said = append(said, groupWords(o.Groups, at)...)
		said = append(said, "End of the order. Its number closes it.")
	}
	return said
}

func orderWords(o *desk.Order, today desk.Date) string {
	sum := SummarizeOrder(o)
	return accessible.Join(
		"order "+o.ID.Display().String(), OrderDate(o, today), sum.Title(), sum.Price(), o.Delivery.String(),
		o.Payment.String(), o.ERPOrder.String(),
	)
}

// OrderWords describes an order in one sentence: its number, its day, what was bought and how it stands.
func OrderWords(o *desk.Order, today desk.Date) string {
	return accessible.Sentence(orderWords(o, today))
}
