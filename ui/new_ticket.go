package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/editor"
)

// caller is the person a new ticket is for, as far as known.
type caller struct {
	customer    int64 // 0 if unknown
	name, phone string
	email       safetext.Line
}

// newTicket opens the form for a new ticket. Beside a shown customer it is for that customer; in the ticket pane, the
// caller is taken from the current ticket. After a search in the ticket it goes to the next match, as n does in pagers.
func (c *Console) newTicket() tea.Cmd {
	t := c.reading()
	if t != nil && c.ticket.HasMatches() {
		c.ticket.NextMatch(1)
		return nil
	}
	if c.at.detail == keymap.Customer {
		if who := c.customer.Target().Customer; who != nil {
			return c.forms.openRecord(newTicketOptions(callerOf(who)))
		}
		t = c.customer.SourceTicket()
	}
	var from caller
	if t != nil {
		from = caller{customer: t.CustomerID, email: t.Email, phone: t.Phone.String()}
	}
	return c.forms.openRecord(newTicketOptions(from))
}

// callerOf returns the caller for a customer.
func callerOf(who *desk.Customer) caller {
	from := caller{customer: who.ID, name: who.Name.String(), email: backend.PrimaryEmail(who)}
	if contact := backend.Reachable(who); contact != nil {
		from.phone = contact.FullPhone().String()
	}
	return from
}

// newTicketOptions returns the form for a new ticket of a caller. The draft is stored per customer, so that the text
// for another customer is not loaded. A masked address is not filled in. The service links tickets to customers by
// e-mail only: without an address the form shows a warning, and the details name the caller so that the ticket can be
// found.
func newTicketOptions(from caller) editor.Options {
	o := editor.Options{Kind: backend.KindAdd, Record: desk.NumericID(from.customer)}
	if from.name != "" {
		o.Subject = "for " + from.name
	}
	switch {
	case !from.email.IsEmpty() && !desk.IsMasked(from.email.String()):
		o.Values = map[string]string{backend.FieldEmail: from.email.String()}
	case from != caller{}:
		o.Hints = map[string]string{backend.FieldEmail: "none: the ticket names no customer"}
		o.Warnings = map[string]string{backend.FieldEmail: from.notLinked()}
		if details := from.details(); details != "" {
			o.Values = map[string]string{backend.FieldDetails: details}
		}
	}
	return o
}

// notLinked returns the warning that the ticket will not be linked to a customer, with the reason.
func (from caller) notLinked() string {
	who := "a customer"
	switch {
	case from.name != "":
		who = from.name
	case from.customer != 0:
		who = backend.CustomerLabel(from.customer)
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

// details returns the details that name the caller; a masked phone number is left out.
func (from caller) details() string {
	var lines []string
	number := desk.NumericID(from.customer).Display().String()
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
