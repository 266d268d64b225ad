package ui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// openForm opens the form of a kind of write, with what was typed into it before.
func (c *Console) openForm(o overlay.Options) {
	o.Vocabulary, o.Now, o.Zones, o.UnfoldKey = c.inbox.Snapshot().Vocabulary, c.cmds.Now, c.cmds.Zones, c.Keys.KeyLabel(keymap.Form, keymap.ToggleAdvanced)
	c.editor = overlay.NewSheet(o, c.th)
	if c.notification.mood == levelSuccess {
		c.notification = notice{} // of another form it would seem to speak of this one
	}
	c.restore()
	c.editorFocused = true
}

// openUpdate opens the update form of a ticket with what was typed into it before, and values over that.
func (c *Console) openUpdate(t *desk.Ticket, field string, values map[string]string) tea.Cmd {
	c.inbox.PinCursor()
	fetch := c.ticket.Show(t, true)
	var opened map[string]string
	if d := c.ticket.Detail(); d != nil {
		opened = c.cmds.TicketValues(d)
	}
	c.openForm(overlay.Options{
		Kind: backend.KindUpdate, Record: t.ID, About: t.ID.Display().String() + " · " + t.Title.String(), Opened: opened,
		Values: map[string]string{
			backend.FieldSubStatus: t.SubStatus.Key().Raw(), backend.FieldQueue: t.Queue.Key().Raw(), backend.FieldDisposition: opened[backend.FieldDisposition],
		},
	})
	if values != nil {
		c.editor.SetValues(values)
	}
	c.editor.FocusOn(field)
	return fetch
}

// openCloseForm opens the update form with the account's sub-status for closed tickets.
func (c *Console) openCloseForm(t *desk.Ticket) tea.Cmd {
	for _, code := range c.inbox.Snapshot().Vocabulary.SubStatuses {
		if isClosing(code) {
			return c.openUpdate(t, backend.FieldComment, map[string]string{backend.FieldSubStatus: code.Key().Raw()})
		}
	}
	c.notify(levelWarning, "no sub-status is known to mean closed: choose one")
	return c.openUpdate(t, backend.FieldSubStatus, nil)
}

// isClosing knows the sub-status of closed tickets by its usual key or name (PROTOCOL.md 3.10).
func isClosing(code desk.Code) bool {
	label := safetext.Fold(code.Label())
	return code.Key().Raw() == "CL" || strings.HasPrefix(label, "closed") || label == "complete"
}

// newCustomer opens the form of a new customer.
func (c *Console) newCustomer() tea.Cmd {
	c.openForm(overlay.Options{Kind: backend.KindAddCustomer})
	return nil
}

// editCustomer opens the form of a customer that is there.
func (c *Console) editCustomer(who *desk.Customer) tea.Cmd {
	opened := backend.CustomerValues(who)
	c.openForm(overlay.Options{
		Kind: backend.KindUpdateCustomer, Record: customerKey(who.ID), About: customerKey(who.ID).Display().String() + " · " + who.Name.String(),
		Values: opened, Opened: opened, Masked: backend.Masked(who),
	})
	return nil
}

// newOrder opens the form of a new order of a customer; ticket is the one that it belongs to, if any.
func (c *Console) newOrder(customer int64, name safetext.Line, ticket desk.ID) tea.Cmd {
	opened := backend.NewOrderValues(customer, name.String())
	values := map[string]string{backend.FieldCustomerName: name.String(), backend.FieldOrderTicket: ticket.Raw()}
	c.openForm(overlay.Options{
		Kind: backend.KindAddOrder, Record: customerKey(customer), About: "for " + name.String(), Values: values, Opened: opened,
	})
	return nil
}

// editOrder opens the form of an order that is there.
func (c *Console) editOrder(p *desk.Order) tea.Cmd {
	opened := backend.OrderValues(p)
	c.openForm(overlay.Options{
		Kind: backend.KindUpdateOrder, Record: p.ID, About: p.ID.Display().String() + " · " + p.CustomerName.String(), Values: opened, Opened: opened,
	})
	return nil
}

// openDraft goes on with what was typed and not sent, whatever it is for.
func (c *Console) openDraft(d backend.Draft) tea.Cmd {
	var cmd tea.Cmd
	if d.Kind == backend.KindUpdate {
		id := desk.NewKey(d.Record)
		if t := c.ticket.Summary(); c.focus == pane.Pane(c.ticket) && t != nil && t.ID != id {
			c.leaveFor(source{"what was kept", []desk.ID{id}})
		}
		cmd = c.openUpdate(c.cmds.CachedTicket(id), backend.FieldComment, nil)
	} else {
		kind, _ := backend.LookupKind(d.Kind)
		c.openForm(overlay.Options{
			Kind: d.Kind, Record: desk.NewKey(d.Record), About: safetext.LineFromText(kind.Describe(d.Values)).String(), Values: d.Original, Opened: d.Original,
		})
	}
	if d.Key != c.editor.DraftForm() { // another console's copy of it
		c.cmds.AdoptDraft(d)
		c.editor.LoadDraft(d)
	}
	return cmd
}

// customerKey is a customer's id as drafts and requests name it; zero when there is none.
func customerKey(id int64) desk.ID {
	if id == 0 {
		return desk.ID{}
	}
	return desk.NewKey(strconv.FormatInt(id, 10))
}

// loadCustomerForForm asks for a ticket's customer, for whom a form is to be opened.
func (c *Console) loadCustomerForForm(kind string, t *desk.Ticket) tea.Cmd {
	c.notify(levelTransient, "asking for the customer…")
	return c.cmds.LoadTicketCustomer(kind, t.ID)
}

// onCustomerForForm opens the form that a customer was asked for, unless the agent has begun something else meanwhile.
func (c *Console) onCustomerForForm(msg backend.TicketCustomerMsg) tea.Cmd {
	c.notification.clearTransient()
	switch {
	case msg.Err != nil:
		c.notify(levelError, "no form: "+backend.ErrorText(msg.Err))
	case c.editor != nil || len(c.overlays) > 0 || c.currentTicket() == nil || c.currentTicket().ID != msg.Ticket:
		return nil
	case msg.Form == backend.KindUpdateCustomer:
		return c.editCustomer(msg.Customer)
	case msg.Form == backend.KindAddOrder:
		return c.newOrder(msg.Customer.ID, msg.Customer.Name, msg.Ticket)
	}
	return nil
}

// currentTicket is the ticket that is worked with where the keys go; nil when there is none.
func (c *Console) currentTicket() *desk.Ticket {
	switch c.focus.ID() {
	case keymap.Inbox:
		return c.inbox.Selected()
	case keymap.Ticket:
		return c.ticket.Summary()
	}
	return nil
}
