package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// caller is whom a new ticket is for, as far as that is known.
type caller struct {
	customer    int64 // 0 when no customer is known
	name, phone string
	email       safetext.Line
}

// newTicket opens the form of a new ticket; who it is for is taken over from the ticket that is read.
func (c *Console) newTicket() tea.Cmd {
	if t := c.ticket.Summary(); t != nil && c.focus == pane.Pane(c.ticket) {
		return c.newTicketFor(caller{customer: t.CustomerID, email: t.Email, phone: t.Phone.String()})
	}
	return c.newTicketFor(caller{})
}

// callerOf is a customer as the one a new ticket is for.
func callerOf(who *desk.Customer) caller {
	from := caller{customer: who.ID, name: who.Name.String(), email: backend.PrimaryEmail(who)}
	if contact := backend.Reachable(who); contact != nil {
		from.phone = pane.Dialled(contact.CountryCode.String(), contact.Phone.String())
	}
	return from
}

// newTicketFor opens the form of a new ticket for somebody: with a draft of its own, so that no other customer's words
// come back in it. A masked address is not filled in. A service links tickets to customers by their e-mail alone: without
// one the form says so, and the details name the caller, who could not be found by the ticket otherwise.
func (c *Console) newTicketFor(from caller) tea.Cmd {
	o := overlay.Options{Kind: backend.KindAdd, Record: customerKey(from.customer)}
	if from.name != "" {
		o.About = "for " + from.name
	}
	switch {
	case !from.email.IsEmpty() && !desk.IsMasked(from.email.String()):
		o.Values = map[string]string{backend.FieldEmail: from.email.String()}
	case from != caller{}:
		o.Hints = map[string]string{backend.FieldEmail: "not known: without it no customer is named"}
		o.Warnings = map[string]string{backend.FieldEmail: from.notLinked()}
		if details := from.details(); details != "" {
			o.Values = map[string]string{backend.FieldDetails: details}
		}
	}
	c.openForm(o)
	return nil
}

// notLinked says that the ticket will belong to no customer, and why.
func (from caller) notLinked() string {
	who := "a customer"
	switch {
	case from.name != "":
		who = from.name
	case from.customer != 0:
		who = "customer " + customerKey(from.customer).Display().String()
	}
	said := "Not linked to " + who + ": tickets are linked by e-mail, and none is known."
	if !from.email.IsEmpty() {
		said = "Not linked to " + who + ": tickets are linked by e-mail, and this one is masked."
	}
	if from.details() != "" {
		said += " The details say who called."
	}
	return said
}

// details name the caller; a phone number that is masked tells nothing.
func (from caller) details() string {
	var lines []string
	number := customerKey(from.customer).Display().String()
	switch {
	case from.name != "" && number != "":
		lines = append(lines, "Customer: "+from.name+", "+number)
	case from.name+number != "":
		lines = append(lines, "Customer: "+from.name+number)
	}
	if from.phone != "" && !desk.IsMasked(from.phone) {
		lines = append(lines, "Phone: "+from.phone)
	}
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
