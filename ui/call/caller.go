package call

import (
	"strings"

	"frontdesk/ui/layout"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/pane"
)

// caller is the person who calls, as far as known.
type caller struct {
	Identity
	isChosen bool
	ticket   desk.ID // by which the caller was found; zero if by something else
	isGone   bool    // the service knows no customer with the number that was typed
}

// Identity identifies a caller, also in the forms of a new ticket and of a new customer.
type Identity struct {
	Customer           int64 // 0 if unknown
	Name, Phone, Email safetext.Line
	Record             *desk.Customer // nil if unknown
}

// Choose takes a customer as the caller, by number, such as one that was just added.
func (p *Pane) Choose(id int64) tea.Cmd {
	who := p.lookup.typedCaller()
	who.Customer = id
	return p.choose(caller{Identity: who})
}

// choose sets the caller and loads their record, tickets and orders.
func (p *Pane) choose(who caller) tea.Cmd {
	p.cmds.CancelSearches()
	who.isChosen = true
	p.caller = who
	before := p.tickets
	p.tickets = p.newTickets()
	p.tickets.keep, p.tickets.about, p.tickets.named = before.keep, before.about, before.named
	p.lookup.close()
	p.customer = pane.NewCaller(p.deps)
	var load tea.Cmd
	if who.Customer != 0 {
		load = p.customer.Show(who.Customer)
	} else if !who.ticket.IsZero() {
		load = p.customer.ShowForTicket(p.cmds.CachedTicket(who.ticket), true)
	}
	p.caller.nameFrom(p.record())
	p.focus(layout.CallerTickets)
	return tea.Batch(load, p.reloadTickets())
}

// record returns what is known of the caller as a customer; nil for nothing.
func (p *Pane) record() *desk.Customer {
	known, _, _ := p.customer.Record()
	return known
}

// isReading reports whether it is being read who calls.
func (p *Pane) isReading() bool {
	known, isReading, _ := p.customer.Record()
	return isReading && known == nil
}

// onCallerLoaded takes over who the caller is.
func (p *Pane) onCallerLoaded(msg backend.CustomerLoaded) tea.Cmd {
	if !p.caller.isChosen || msg.Of != p.customer.Ref() {
		return nil
	}
	found := p.caller.Customer == 0 && msg.Value.ID != 0
	p.caller.Customer = msg.Value.ID
	if backend.IsNotFound(msg.Err) && p.caller.ticket.IsZero() { // what was typed is another number, such as a phone's
		p.caller.Customer, p.caller.isGone, p.caller.Phone = 0, true, p.lookup.typedCaller().Phone
		p.customer = pane.NewCaller(p.deps)
		return p.reloadTickets()
	}
	p.caller.nameFrom(p.record())
	if found {
		return p.reloadTickets()
	}
	return nil
}

// Failed reports whether something of the caller could not be loaded although it may be there.
func (p *Pane) Failed() bool { return p.customer.Failed() || p.detail.Failed() }

// Refresh loads again what could not be loaded of the caller.
func (p *Pane) Refresh() tea.Cmd {
	var again tea.Cmd
	if p.customer.Failed() {
		again = p.customer.Refresh()
	}
	if p.detail.Failed() {
		again = tea.Batch(again, p.detail.Refresh())
	}
	return again
}

// nameFrom takes name and ways to reach the caller from the customer's record; nil if there is none.
func (c *caller) nameFrom(record *desk.Customer) {
	if record == nil {
		return
	}
	if !record.Name.IsEmpty() {
		c.Name = record.Name
	}
	if contact := record.PrimaryContact(); contact != nil {
		if !contact.Phone.IsEmpty() {
			c.Phone = contact.FullPhone()
		}
		if !contact.Email.IsEmpty() {
			c.Email = contact.Email
		}
	}
}

// known returns what tickets of the caller can be found by.
func (c *caller) known(record *desk.Customer) backend.Caller {
	who := backend.Caller{Customer: c.Customer}
	who.Phones = append(who.Phones, c.Phone.String())
	who.Emails = append(who.Emails, c.Email.String())
	if record != nil {
		for i := range record.Contacts {
			contact := &record.Contacts[i]
			who.Phones = append(who.Phones, contact.Phone.String(), contact.OtherPhone.String())
			who.Emails = append(who.Emails, contact.Email.String())
		}
	}
	return who
}

// Identity returns the identity of the chosen caller, or else the one that was typed into the look-up.
func (p *Pane) Identity() Identity {
	who := p.caller.Identity
	if !p.caller.isChosen {
		who = p.lookup.typedCaller()
	}
	who.Record = p.record()
	return who
}

func (l *lookup) typed() string { return strings.TrimSpace(l.List().Input().Value()) }

// typedCaller returns who and how to reach them, as typed: Erika Muster 030 123456. Beside a number that is no phone
// number, such as that of an order, nothing is a name.
func (l *lookup) typedCaller() (who Identity) {
	var name, number []string
	for _, word := range strings.Fields(l.typed()) {
		switch {
		case strings.Contains(word, "@"):
			who.Email = safetext.LineFromText(word)
		case strings.ContainsAny(word, "0123456789"), strings.Trim(word, "+-()./") == "":
			number = append(number, word)
		default:
			name = append(name, word)
		}
	}
	isPhone := desk.IsPhone(strings.Join(number, " "))
	if isPhone {
		who.Phone = safetext.LineFromText(strings.Join(number, " "))
	}
	if isPhone || len(number) == 0 {
		who.Name = safetext.LineFromText(strings.Join(name, " "))
	}
	return who
}
