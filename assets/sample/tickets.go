package sample

import (
	"fmt"
	"slices"
	"strconv"
	"time"
)

// draft is a ticket while it is made, with what it was made of.
type draft struct {
	Ticket
	dice     rng
	problem  *problem
	customer *Customer
	order    *Order // nil when it is about none
	original *draft // the ticket that this one repeats, or nil
	pace     pace
}

// tickets makes the tickets: who writes what when, what was done about it, and how late it is.
func (b *builder) tickets() []Ticket {
	problems, letters, asides := readProblems(), readLetters(), b.readAsides()
	bags := newBag(newDice(b.seed, "problems", 0), len(problems))
	var drafts []*draft
	for i, at := range b.arrivals() {
		t := &draft{dice: newDice(b.seed, "ticket", i)}
		t.TaskID, t.Date = int64(48210001+i), at
		for t.problem == nil || t.problem.duplicate && !t.repeat(drafts) {
			t.problem = problems[bags.next()]
		}
		t.pace = paces[t.problem.priority]
		b.ask(t)
		b.compose(t, letters, asides)
		b.handle(t)
		drafts = append(drafts, t)
	}
	nameTickets(drafts)
	b.scheduleCallbacks(drafts)
	b.measure(drafts)
	b.finish(drafts)
	out := make([]Ticket, len(drafts))
	for i, t := range drafts {
		out[i] = t.Ticket
	}
	return out
}

// ask finds who writes, and about which order and product.
func (b *builder) ask(t *draft) {
	p := t.problem
	if t.original == nil {
		t.customer = b.customerFor(t)
		t.order = b.orderFor(t)
	}
	person := t.customer.Contacts[0]
	t.CustomerID, t.ContactID, t.Email, t.Phone, t.TicketEmail = t.customer.ID, person.ID, person.Email, person.Phone, person.Email
	t.Type, t.TypeName = p.typ[:1], p.typ
	t.Priority, t.PriorityLevel = p.priority, t.pace.level
	t.Disposition, t.Escalated = p.disposition, p.escalated
	b.moveTo(t, p.queue)
	if o := t.order; o != nil {
		t.OrderID, t.ERPOrderID = strconv.FormatInt(o.ID, 10), o.ERPOrderID
		t.ProductID, t.ProductName, t.SKUCode = o.product.id, o.product.name, o.product.sku
	}
}

// repeat makes a ticket the second message about an earlier one of its queue that knows its order, and
// says whether there is one.
func (t *draft) repeat(drafts []*draft) bool {
	for _, old := range slices.Backward(drafts) {
		if old.problem.queue == t.problem.queue && old.order != nil && old.original == nil && t.Date.Sub(old.Date) > 8*time.Hour {
			t.original, t.order, t.customer = old, old.order, old.customer
			return true
		}
	}
	return false
}

// moveTo puts a ticket into a queue and its folder.
func (b *builder) moveTo(t *draft, key string) {
	q := b.queue(key)
	t.QueueKey, t.QueueName, t.FolderID, t.FolderColor = q.Key, q.Name, q.FolderID, q.Color
}

// compose writes title and detail in the customer's way.
func (b *builder) compose(t *draft, letters []letter, say smallTalk) {
	p, values := t.problem, t.values()
	l := letter{source: "E-mail", form: "{body}", escape: 1}
	if len(p.sources) > 0 {
		l.source = pick(t.dice, p.sources)
	}
	body := p.bodies[p.used%len(p.bodies)]
	if !p.verbatim {
		for l = pick(t.dice, letters); !l.suits(t); l = pick(t.dice, letters) {
		}
		body = say.around(body, l.source, t.customer, p.used >= len(p.bodies))
	}
	t.PrimarySource, t.LastSource = l.source, l.source
	t.Title = escape(fill(p.titles[p.used%len(p.titles)], values), l.escape)
	t.Detail = l.write(fill(body, values), values)
	p.used++
	if l.source == "Phone" {
		agent := b.agentOf(t.dice, t.QueueKey)
		t.CreatorID, t.CreatorName = agent.ID, agent.Name
	} else {
		t.CreatorName = t.customer.Contacts[0].Name
	}
}

// nameTickets gives the ids that agents quote: a prefix and the second of creation, each once.
func nameTickets(drafts []*draft) {
	last := int64(0)
	for _, t := range drafts {
		last = max(last+1, t.Date.Unix()%100_000_000)
		t.TicketID = fmt.Sprintf("7135%08d", last)
		t.URL = "/ticket.html?id=" + t.TicketID
	}
}
