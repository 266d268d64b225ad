package backend

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
)

// TicketCustomerMsg is the customer of a ticket, for whom a form is wanted.
type TicketCustomerMsg struct {
	Form     string // the name of a Kind
	Ticket   desk.ID
	Customer *desk.Customer
	Err      error
}

var errNobody = errors.New("the ticket names no customer")

// LoadTicketCustomer fetches the customer of a ticket, as they are now, for a form that is to be opened.
func (c *Backend) LoadTicketCustomer(form string, ticket desk.ID) tea.Cmd {
	return func() tea.Msg {
		msg := TicketCustomerMsg{Form: form, Ticket: ticket}
		id, err := c.customerOf(c.Context, ticket, true)
		if err == nil && id == 0 {
			err = errNobody
		}
		if msg.Err = err; err == nil {
			msg.Customer, _, msg.Err = c.Book.Customer(c.Context, id, true)
		}
		return msg
	}
}
