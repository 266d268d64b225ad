package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// findCustomer opens the customer search; for a ticket without a known customer the initial query is the ticket's
// contact.
func (c *Console) findCustomer() tea.Cmd {
	typed := ""
	if c.at.detail == keymap.Customer {
		typed = c.customer.SearchHint()
	}
	f := overlay.NewFind(c.cmds, c.Keys, typed)
	c.open(f)
	return f.Search()
}

func (c *Console) customerActions() []pane.Action {
	alone := disabledUnless(!c.at.zoom, "nothing else is on the screen: "+c.Keys.KeyLabel(keymap.Customer, keymap.Back)+" goes back")
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
		{ID: keymap.Back, Run: c.goBack},
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
