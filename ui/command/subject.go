package command

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
)

// SubjectMsg is the customer whom a form is wanted for.
type SubjectMsg struct {
	Form     string // the name of a Kind
	Ticket   desk.Key
	Customer *desk.Customer
	Err      error
}

// Subject fetches the customer of a ticket, as they are now, for a form that is to be opened.
func (c *Commands) Subject(form string, t *desk.Ticket) tea.Cmd {
	id, ticket := numbered(t.Customer), t.ID
	return func() tea.Msg {
		msg := SubjectMsg{Form: form, Ticket: ticket}
		now, err := c.customerNow(c.Context, id)
		if msg.Err = err; err == nil {
			msg.Customer = &now
		}
		return msg
	}
}
