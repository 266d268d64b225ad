package ui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/ui/command"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// openForm opens the form of a kind of write, with what was typed into it before.
func (c *Console) openForm(o overlay.Opening) {
	o.Vocabulary, o.Now = c.inbox.Last().Vocabulary, c.cmds.Clock()
	c.sheet = overlay.NewSheet(o, c.th)
	c.restore()
	c.inForm = true
}

// openUpdate opens the update form of a ticket with what was typed into it before, and values over that.
func (c *Console) openUpdate(t *desk.Ticket, field string, values map[string]string) tea.Cmd {
	c.inbox.Hold()
	fetch := c.ticket.Show(t, true)
	var opened map[string]string
	if d := c.ticket.Detail(); d != nil {
		opened = c.cmds.Opened(d)
	}
	c.openForm(overlay.Opening{
		Kind: command.KindUpdate, Record: t.ID, About: t.ID.Line().String() + " · " + t.Title.String(), Opened: opened,
		Values: map[string]string{
			command.FieldSubStatus: t.SubStatus.Key().Raw(), command.FieldQueue: t.Queue.Key().Raw(), command.FieldDisposition: opened[command.FieldDisposition],
		},
	})
	if values != nil {
		c.sheet.Fill(values)
	}
	c.sheet.FocusOn(field)
	return fetch
}

// openClosing opens the update form with the account's sub-status for closed tickets.
func (c *Console) openClosing(t *desk.Ticket) tea.Cmd {
	for _, code := range c.inbox.Last().Vocabulary.SubStatuses {
		if isClosing(code) {
			return c.openUpdate(t, command.FieldComment, map[string]string{command.FieldSubStatus: code.Key().Raw()})
		}
	}
	c.say(warned, "no sub-status is known to mean closed: choose one")
	return c.openUpdate(t, command.FieldSubStatus, nil)
}

// isClosing knows the sub-status of closed tickets by its usual key or name (decisions.md, status for a sub-status).
func isClosing(code desk.Code) bool {
	label := text.Fold(code.Label())
	return code.Key().Raw() == "CL" || strings.HasPrefix(label, "closed") || label == "complete"
}

// newTicket opens the form of a new ticket; the customer's address is taken over from the ticket that is shown.
func (c *Console) newTicket() tea.Cmd {
	email := ""
	if t := c.ticket.Row(); t != nil && c.focus == pane.Pane(c.ticket) {
		email = t.Email.String()
	}
	c.openForm(overlay.Opening{Kind: command.KindAdd, Values: map[string]string{command.FieldEmail: email}})
	return nil
}

// newTicketFor opens the form of a new ticket for a customer: a draft of its own, so that no other customer's words
// come back in it.
func (c *Console) newTicketFor(who *desk.Customer) tea.Cmd {
	email := ""
	if p := who.Primary(); p != nil && command.Masked(who)[command.ContactPath(p, "contact_person_email")] == "" {
		email = p.Email.String()
	}
	c.openForm(overlay.Opening{
		Kind: command.KindAdd, Record: customerKey(who.ID), About: "for " + who.Name.String(), Values: map[string]string{command.FieldEmail: email},
	})
	return nil
}

// newCustomer opens the form of a new customer.
func (c *Console) newCustomer() tea.Cmd {
	c.openForm(overlay.Opening{Kind: command.KindAddCustomer})
	return nil
}

// editCustomer opens the form of a customer that is there.
func (c *Console) editCustomer(who *desk.Customer) tea.Cmd {
	opened := command.OpenedCustomer(who)
	c.openForm(overlay.Opening{
		Kind: command.KindUpdateCustomer, Record: customerKey(who.ID), About: customerKey(who.ID).Line().String() + " · " + who.Name.String(),
		Values: opened, Opened: opened, Masked: command.Masked(who),
	})
	return nil
}

// newOrder opens the form of a new order of a customer; ticket is the one that it belongs to, if any.
func (c *Console) newOrder(customer int64, name text.Line, ticket desk.Key) tea.Cmd {
	opened := command.ForCustomer(customer, name.String())
	values := map[string]string{command.FieldCustomerName: name.String(), command.FieldOrderTicket: ticket.Raw()}
	c.openForm(overlay.Opening{
		Kind: command.KindAddOrder, Record: customerKey(customer), About: "for " + name.String(), Values: values, Opened: opened,
	})
	return nil
}

// editOrder opens the form of an order that is there.
func (c *Console) editOrder(p *desk.Purchase) tea.Cmd {
	opened := command.OpenedOrder(p)
	c.openForm(overlay.Opening{
		Kind: command.KindUpdateOrder, Record: p.ID, About: p.ID.Line().String() + " · " + p.CustomerName.String(), Values: opened, Opened: opened,
	})
	return nil
}

// openDraft goes on with what was typed and not sent, whatever it is for.
func (c *Console) openDraft(d command.Draft) tea.Cmd {
	var cmd tea.Cmd
	if d.Kind == command.KindUpdate {
		cmd = c.openUpdate(c.cmds.Row(desk.NewKey(d.Record)), command.FieldComment, nil)
	} else {
		kind, _ := command.KindOf(d.Kind)
		c.openForm(overlay.Opening{
			Kind: d.Kind, Record: desk.NewKey(d.Record), About: text.PlainLine(kind.Names(d.Values)).String(), Values: d.Opened, Opened: d.Opened,
		})
	}
	if d.Form != c.sheet.DraftForm() { // another console's copy of it
		c.cmds.Take(d)
		c.sheet.Restore(d)
	}
	return cmd
}

// customerKey is a customer's id as drafts and requests name it; zero when there is none.
func customerKey(id int64) desk.Key {
	if id == 0 {
		return desk.Key{}
	}
	return desk.NewKey(strconv.FormatInt(id, 10))
}
