package ui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/ui/command"
	"frontdesk/ui/keymap"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// openForm opens the form of a kind of write, with what was typed into it before.
func (c *Console) openForm(o overlay.Opening) {
	o.Vocabulary, o.Now, o.Zones, o.UnfoldKey = c.inbox.Last().Vocabulary, c.cmds.Now, c.cmds.Zones, c.Keys.Key(keymap.Form, keymap.Unfold)
	c.sheet = overlay.NewSheet(o, c.th)
	if c.notice.mood == done {
		c.notice = notice{} // of another form it would seem to speak of this one
	}
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

// isClosing knows the sub-status of closed tickets by its usual key or name (PROTOCOL.md 3.10).
func isClosing(code desk.Code) bool {
	label := text.Fold(code.Label())
	return code.Key().Raw() == "CL" || strings.HasPrefix(label, "closed") || label == "complete"
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
		id := desk.NewKey(d.Record)
		if t := c.ticket.Row(); c.focus == pane.Pane(c.ticket) && t != nil && t.ID != id {
			c.leaveFor(source{"what was kept", []desk.Key{id}})
		}
		cmd = c.openUpdate(c.cmds.Row(id), command.FieldComment, nil)
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

// wantForm asks for a ticket's customer, for whom a form is to be opened.
func (c *Console) wantForm(kind string, t *desk.Ticket) tea.Cmd {
	c.say(noted, "asking for the customer…")
	return c.cmds.Subject(kind, t.ID)
}

// heardOf opens the form that a customer was asked for, unless the agent has begun something else meanwhile.
func (c *Console) heardOf(msg command.SubjectMsg) tea.Cmd {
	c.notice.fade()
	switch {
	case msg.Err != nil:
		c.say(failed, "no form: "+command.Reason(msg.Err))
	case c.sheet != nil || len(c.stack) > 0 || c.ticketAt() == nil || c.ticketAt().ID != msg.Ticket:
		return nil
	case msg.Form == command.KindUpdateCustomer:
		return c.editCustomer(msg.Customer)
	case msg.Form == command.KindAddOrder:
		return c.newOrder(msg.Customer.ID, msg.Customer.Name, msg.Ticket)
	}
	return nil
}

// ticketAt is the ticket that is worked with where the keys go; nil when there is none.
func (c *Console) ticketAt() *desk.Ticket {
	switch c.focus.Place() {
	case keymap.Inbox:
		return c.inbox.Selected()
	case keymap.Ticket:
		return c.ticket.Row()
	}
	return nil
}
