package backend

import (
	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
)

// Person is what is shown of whom a look-up has found, as far as their record, ticket or order contains it.
type Person struct {
	Name, Phone, Email string
	Number             string // of the customer, and that it is one
	Tickets            string // how many known tickets there are of theirs
	IsPossible         bool   // the match is uncertain
}

// PersonOf returns what is shown of a match.
func PersonOf(m *Match) Person {
	p := Person{Number: CustomerLabel(m.ID), IsPossible: m.Level == desk.PossibleMatch}
	if t := m.Ticket; t != nil {
		p.Name, p.Phone, p.Email = TicketName(t), t.Phone.String(), t.Email.String()
		if !m.Writer.IsEmpty() { // may be an agent all the same
			p.Name = m.Writer.String() + ": " + p.Name
		}
	}
	if o := m.Order; o != nil && !o.CustomerName.IsEmpty() {
		p.Name = o.CustomerName.String()
	}
	if o := m.Order; o != nil && p.Name == "" {
		p.Name = "order " + o.ID.Display().String()
	}
	if m.Tickets > 0 {
		p.Tickets = phrase.Count(m.Tickets, "ticket")
	}
	if c := m.Record; c != nil {
		p.Name = c.Name.String()
		if contact := c.PrimaryContact(); contact != nil {
			p.Phone, p.Email = contact.FullPhone().String(), contact.Email.String()
		}
	}
	return p
}

// Doubt says that a match is uncertain; empty if it is not.
func (p Person) Doubt() string {
	if p.IsPossible {
		return "maybe"
	}
	return ""
}
