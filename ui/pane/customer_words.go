package pane

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/accessible"
	"frontdesk/ui/backend"
)

// Describe describes the customer: contacts, then tickets and orders as numbered rows, and the record.
func (p *Customer) Describe(do Do) accessible.Place {
	place := accessible.Place{Name: "customer", Title: p.wordsTitle(), Text: p.wordsText()}
	rows := p.wordsRows()
	find := func(id string) lineTarget {
		i := slices.IndexFunc(rows, func(r customerRow) bool { return r.ID == id })
		if i < 0 {
			return lineTarget{}
		}
		return rows[i].opens
	}
	place.Items = accessible.Items{
		Len:    len(rows),
		At:     func(i int) accessible.Item { return rows[i].Item },
		Select: func(id string) { p.putCursor(find(id)) },
		Choose: func(id string) tea.Cmd {
			p.putCursor(find(id))
			return do(keymap.Open)
		},
	}
	if p.record.Has {
		place.Commands = []accessible.Command{{
			Name: "record", Help: "Read the whole record, or leave it out again",
			Run: func() tea.Cmd { p.open[wholeOpen] = !p.open[wholeOpen]; return nil },
		}}
	}
	return place
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

// putCursor moves the cursor to the ticket or the order of a row.
func (p *Customer) putCursor(to lineTarget) {
	p.at = slices.IndexFunc(p.lines, func(l line) bool { return l.plain != "" && l.opens == to })
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
	var said []string
	switch {
	case backend.IsNotFound(p.record.Err):
		said = append(said, accessible.Sentence("The service has no such customer; find-customer finds one"))
	case p.record.Err != nil:
		said = append(said, accessible.Sentence(backend.ErrorText(p.record.Err)+"; refresh retries"))
	case p.id == 0 && !p.record.Busy && !p.record.Has:
		said = append(said, "This ticket names no customer; find-customer finds one.")
	}
	said = append(said, p.openOrderWords()...)
	if !p.record.Has {
		return said
	}
	c := p.record.Value.Customer
	since := ""
	if !c.Created.IsZero() {
		since = "customer since " + newClockContext(p.cmds).zones.LocalUnix(c.Created).Format("Jan 2006")
	}
	facts := append([]string{since}, factsWithCountry(c)...)
	facts = append(facts, addressOf(c), strings.TrimSpace(c.Remarks.String()))
	if words := accessible.Join(facts...); words != "" {
		said = append(said, accessible.Sentence(words))
	}
	if c.Deleted {
		said = append(said, "This customer is deleted.")
	}
	for i := range c.Contacts {
		said = append(said, contactWords(&c.Contacts[i]))
	}
	if p.orders.Err != nil {
		said = append(said, accessible.Sentence("orders: "+backend.ErrorText(p.orders.Err)))
	}
	if p.open[wholeOpen] {
		said = append(said, p.recordWords()...)
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
		for _, g := range o.Groups {
			for _, row := range g.Rows {
				said = append(said, fieldWords(row, at)...)
			}
		}
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

// customerRow is a ticket or an order of the customer.
type customerRow struct {
	accessible.Item
	opens lineTarget
}

func (p *Customer) wordsRows() []customerRow {
	var rows []customerRow
	at := newClockContext(p.cmds)
	for i := range p.tickets.Value {
		t := &p.tickets.Value[i]
		rows = append(rows, customerRow{
			accessible.Item{ID: "ticket " + t.ID.Raw(), Text: "Ticket: " + ticketWords(t, at)},
			lineTarget{ticket: t.ID},
		})
	}
	for i := range p.orders.Value.Orders {
		o := &p.orders.Value.Orders[i]
		rows = append(rows, customerRow{
			accessible.Item{ID: "order " + strconv.Itoa(i+1), Text: OrderWords(o, p.cmds.Today())}, lineTarget{order: i + 1},
		})
	}
	return rows
}
