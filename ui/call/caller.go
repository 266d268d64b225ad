package call

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/pane"
)

// caller is the person who calls, as far as known.
type caller struct {
	isChosen bool
	id       int64   // of the customer; 0 if unknown
	ticket   desk.ID // by which the caller was found; zero if by something else
	name     safetext.Line
	phone    safetext.Line
	email    safetext.Line
	record   pane.Remote[backend.CustomerRef, backend.FoundCustomer]
}

// Choose takes a customer as the caller, by number, such as one that was just added.
func (p *Pane) Choose(id int64) tea.Cmd {
	who := p.lookup.typedCaller()
	who.id = id
	return p.choose(who)
}

// choose sets the caller and loads their record, tickets and orders.
func (p *Pane) choose(who caller) tea.Cmd {
	p.cmds.CancelSearches()
	who.isChosen = true
	p.caller, p.orders = who, orders{}
	p.tickets = tickets{keep: p.tickets.keep, about: p.tickets.about, named: p.tickets.named}
	p.lookup.close(p.cmds)
	if c, known := p.cmds.Cache.CachedCustomer(who.id); known && who.id != 0 {
		p.caller.record.Value.Customer, p.caller.record.Has = c, true
		p.caller.nameFromRecord()
	}
	p.focus(partTickets)
	return tea.Batch(p.loadCaller(false), p.reloadTickets())
}

func (p *Pane) loadCaller(again bool) tea.Cmd {
	if p.caller.id == 0 && p.caller.ticket.IsZero() {
		return nil
	}
	of := backend.CustomerRef{ID: p.caller.id, Ticket: p.caller.ticket}
	p.caller.record.Start(of)
	return p.cmds.LoadCustomer(&p.loads.record, of, true, again)
}

func (p *Pane) onCallerLoaded(msg backend.CustomerLoaded) tea.Cmd {
	if !p.caller.isChosen || !p.caller.record.Take(msg) {
		return nil
	}
	found := p.caller.id == 0 && msg.Value.ID != 0
	p.caller.id = msg.Value.ID
	if backend.IsNotFound(msg.Err) && p.caller.ticket.IsZero() { // what was typed is another number, such as a phone's
		p.caller.id, p.caller.phone = 0, p.lookup.typedCaller().phone
		return p.reloadTickets()
	}
	p.caller.nameFromRecord()
	if p.caller.id == 0 {
		return nil
	}
	more := p.readWords() // who has written them is known now
	if msg.Err == nil {
		more = tea.Batch(more, p.loadOrders(false))
	}
	if found {
		return tea.Batch(more, p.reloadTickets())
	}
	return more
}

// Failed reports whether something of the caller could not be loaded although it may be there.
func (p *Pane) Failed() bool {
	return p.caller.hasFailed() || p.orders.page.Err != nil || p.tickets.err != nil
}

// hasFailed reports whether the caller's record could not be loaded although it may be there.
func (c *caller) hasFailed() bool {
	return c.record.Err != nil && !backend.IsNotFound(c.record.Err)
}

// Refresh loads again what could not be loaded of the caller.
func (p *Pane) Refresh() tea.Cmd {
	again := p.loadOrdersAgain()
	if p.tickets.err != nil {
		again = tea.Batch(again, p.cmds.ReadTicket(p.tickets.asked))
	}
	return again
}

// nameFromRecord takes name and ways to reach the caller from the customer's record.
func (c *caller) nameFromRecord() {
	record := c.record.Value.Customer
	if record == nil {
		return
	}
	if !record.Name.IsEmpty() {
		c.name = record.Name
	}
	if contact := record.PrimaryContact(); contact != nil {
		if !contact.Phone.IsEmpty() {
			c.phone = contact.FullPhone()
		}
		if !contact.Email.IsEmpty() {
			c.email = contact.Email
		}
	}
}

// refreshIfStale loads the customer again if a local write has made the record stale.
func (p *Pane) refreshIfStale() tea.Cmd {
	if p.caller.id == 0 || p.caller.record.Busy || !p.cmds.Cache.IsCustomerStale(p.caller.id) {
		return nil
	}
	return p.loadCaller(false)
}

// known returns what tickets of the caller can be found by.
func (c *caller) known() backend.Caller {
	who := backend.Caller{Customer: c.id}
	who.Phones = append(who.Phones, c.phone.String())
	who.Emails = append(who.Emails, c.email.String())
	if record := c.record.Value.Customer; record != nil {
		for i := range record.Contacts {
			contact := &record.Contacts[i]
			who.Phones = append(who.Phones, contact.Phone.String(), contact.OtherPhone.String())
			who.Emails = append(who.Emails, contact.Email.String())
		}
	}
	return who
}

// Identity identifies the caller in the forms of a new ticket and of a new customer.
type Identity struct {
	Customer           int64 // 0 if unknown
	Name, Phone, Email safetext.Line
	Record             *desk.Customer // nil if unknown
}

// Identity returns the identity of the chosen caller, or else the one that was typed into the look-up.
func (p *Pane) Identity() Identity {
	c := p.caller
	if !c.isChosen {
		c = p.lookup.typedCaller()
	}
	return Identity{Customer: c.id, Name: c.name, Phone: c.phone, Email: c.email, Record: c.record.Value.Customer}
}

func (l *lookup) typed() string { return strings.TrimSpace(l.words.Value()) }

// typedCaller returns who and how to reach them, as typed: Erika Muster 030 123456. Beside a number that is no phone
// number, such as that of an order, nothing is a name.
func (l *lookup) typedCaller() (who caller) {
	var name, number []string
	for _, word := range strings.Fields(l.typed()) {
		switch {
		case strings.Contains(word, "@"):
			who.email = safetext.LineFromText(word)
		case strings.ContainsAny(word, "0123456789"), strings.Trim(word, "+-()./") == "":
			number = append(number, word)
		default:
			name = append(name, word)
		}
	}
	isPhone := desk.IsPhone(strings.Join(number, " "))
	if isPhone {
		who.phone = safetext.LineFromText(strings.Join(number, " "))
	}
	if isPhone || len(number) == 0 {
		who.name = safetext.LineFromText(strings.Join(name, " "))
	}
	return who
}
