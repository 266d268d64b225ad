package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// person is the state of the customer pane: in the ticket's place beside the list, alone, or hidden.
type person struct {
	shown bool      // in the ticket's place
	alone bool      // over the whole width
	back  pane.Pane // the pane that esc returns to
	from  pane.Pane // the focused pane when the customer was enlarged from the ticket's place to the whole width; else nil
}

// detailPane returns the pane beside the list or a form.
func (c *Console) detailPane() pane.Pane {
	if c.customerView.shown {
		return c.customer
	}
	return c.ticket
}

// showCustomer shows a ticket's customer in the ticket's place, or over the whole width when it is there already or
// the window is too narrow.
func (c *Console) showCustomer(t *desk.Ticket) tea.Cmd {
	switch {
	case c.focus == pane.Pane(c.customer): // may not be the customer of a ticket
		return c.zoomCustomer()
	case c.customerView.shown, !c.wide():
		show := c.customer.ShowForTicket(t, true)
		return tea.Batch(show, c.zoomCustomer())
	}
	c.customerView.shown = true
	if c.focus == pane.Pane(c.ticket) {
		c.focusCustomer()
	}
	return c.customer.ShowForTicket(t, true)
}

// focusCustomer moves the focus to the customer pane.
func (c *Console) focusCustomer() {
	if c.focus != pane.Pane(c.customer) {
		c.customerView.back = c.focus
	}
	c.customerView.shown, c.focus = true, c.customer
}

// zoomCustomer shows the customer over the whole width.
func (c *Console) zoomCustomer() tea.Cmd {
	if c.customerView.shown && !c.customerView.alone {
		c.customerView.from = c.focus
	}
	c.focusCustomer()
	c.customerView.alone = true
	return nil
}

// leaveCustomer goes back: from the whole width to beside the list if the customer was enlarged from there, else to
// the previous pane.
func (c *Console) leaveCustomer() {
	if from := c.customerView.from; from != nil && c.customerView.alone && c.wide() {
		c.customerView.alone, c.customerView.from = false, nil
		c.goTo(from)
		return
	}
	back := c.customerView.back
	c.customerView = person{}
	if back == nil || back == pane.Pane(c.customer) {
		back = c.inbox
	}
	c.goTo(back)
}

// openCustomer shows a found customer over the whole width: by id, or the customer of t if id is 0.
func (c *Console) openCustomer(id int64, t *desk.Ticket) tea.Cmd {
	c.editorFocused = false
	show := c.zoomCustomer()
	if id == 0 {
		return tea.Batch(show, c.customer.ShowForTicket(t, true))
	}
	return tea.Batch(show, c.customer.Show(id))
}

// findCustomer opens the customer search; for a ticket without a known customer the initial query is the ticket's
// contact.
func (c *Console) findCustomer() tea.Cmd {
	typed := ""
	if c.customerView.shown {
		typed = c.customer.SearchHint()
	}
	f := overlay.NewFind(c.cmds, c.Keys, typed)
	c.open(f)
	return f.Search()
}

func (c *Console) customerActions() []pane.Action {
	alone := disabledUnless(!c.customerView.alone, "nothing else is on the screen: "+c.Keys.KeyLabel(keymap.Customer, keymap.Back)+" goes back")
	below := ": " + c.Keys.KeyLabel(keymap.Customer, keymap.Down) + " goes to one"
	nothing := disabledUnless(!c.customer.Ticket().IsZero() || c.customer.Order() != nil, "no ticket or order is under the cursor"+below)
	who, order := c.customer.Record(), c.customer.Order()
	unknown := disabledUnless(who != nil, "the customer is not known yet")
	return []pane.Action{
		{ID: keymap.Open, Run: c.openSelectedRow, DisabledReason: nothing},
		{ID: keymap.ShowCustomer, Run: func() tea.Cmd { return c.showCustomer(c.customer.SourceTicket()) }, DisabledReason: alone},
		{ID: keymap.EditCustomer, Run: func() tea.Cmd { return c.editCustomer(who) }, DisabledReason: unknown},
		{ID: keymap.New, Run: func() tea.Cmd { return c.newTicketFor(callerOf(who)) }, DisabledReason: unknown},
		{ID: keymap.AddOrder, Run: func() tea.Cmd { return c.newOrder(who.ID, who.Name, desk.ID{}) }, DisabledReason: unknown},
		{ID: keymap.EditOrder, Run: func() tea.Cmd { return c.editOrder(order) }, DisabledReason: disabledUnless(order != nil, "no order is under the cursor"+below)},
		{ID: keymap.Copy, Run: c.copyCustomer, DisabledReason: disabledUnless(len(c.customer.CopyTargets()) > 0, "there is nothing to copy")},
		newAction(keymap.Back, c.leaveCustomer),
	}
}

// openSelectedRow opens the ticket under the cursor, or expands the order.
func (c *Console) openSelectedRow() tea.Cmd {
	id := c.customer.Ticket()
	if id.IsZero() {
		c.customer.ToggleOrder()
		return nil
	}
	return c.openFrom(source{"this customer", c.customer.TicketKeys()}, id)
}

// copyCustomer copies the only value there is to copy, or lets the agent choose one.
func (c *Console) copyCustomer() tea.Cmd {
	things := c.customer.CopyTargets()
	if len(things) == 1 {
		return c.copyValue(things[0])
	}
	rows := make([]overlay.PickerItem, len(things))
	for i, t := range things {
		rows[i] = overlay.PickerItem{Label: t[0], Value: t[1]}
	}
	c.open(overlay.NewPick(c.Keys, "Copy", rows))
	return nil
}

func (c *Console) copyValue(thing [2]string) tea.Cmd {
	c.notify(levelSuccess, "copied "+thing[1])
	return tea.SetClipboard(thing[1])
}
