package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/keymap"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// person is where the customer stands: in the ticket's place beside the list, alone, or nowhere.
type person struct {
	shown bool      // in the ticket's place
	alone bool      // over the whole width
	back  pane.Pane // where esc leads to from there
	from  pane.Pane // what had the keys when the customer went from the ticket's place to the whole width; nil when they did not
}

// side is what stands beside the list or a form.
func (c *Console) side() pane.Pane {
	if c.person.shown {
		return c.customer
	}
	return c.ticket
}

// showCustomer puts a ticket's customer in the ticket's place, and over the whole width when it stands there already
// or there is no room beside the list.
func (c *Console) showCustomer(t *desk.Ticket) tea.Cmd {
	switch {
	case c.focus == pane.Pane(c.customer): // perhaps not a ticket's at all
		return c.aloneCustomer()
	case c.person.shown, !c.wide():
		show := c.customer.ShowOf(t, true)
		return tea.Batch(show, c.aloneCustomer())
	}
	c.person.shown = true
	if c.focus == pane.Pane(c.ticket) {
		c.enterCustomer()
	}
	return c.customer.ShowOf(t, true)
}

// enterCustomer gives the keys to the customer.
func (c *Console) enterCustomer() {
	if c.focus != pane.Pane(c.customer) {
		c.person.back = c.focus
	}
	c.person.shown, c.focus = true, c.customer
}

// aloneCustomer shows the customer over the whole width.
func (c *Console) aloneCustomer() tea.Cmd {
	if c.person.shown && !c.person.alone {
		c.person.from = c.focus
	}
	c.enterCustomer()
	c.person.alone = true
	return nil
}

// leaveCustomer goes back: from the whole width to beside the list when the customer stood there, else to where the
// agent came from.
func (c *Console) leaveCustomer() {
	if from := c.person.from; from != nil && c.person.alone && c.wide() {
		c.person.alone, c.person.from = false, nil
		c.goTo(from)
		return
	}
	back := c.person.back
	c.person = person{}
	if back == nil || back == pane.Pane(c.customer) {
		back = c.inbox
	}
	c.goTo(back)
}

// openCustomer shows a customer that was found, over the whole width: by id, or else a ticket's.
func (c *Console) openCustomer(id int64, t *desk.Ticket) tea.Cmd {
	c.inForm = false
	show := c.aloneCustomer()
	if id == 0 {
		return tea.Batch(show, c.customer.ShowOf(t, true))
	}
	return tea.Batch(show, c.customer.Show(id))
}

// findCustomer opens the finder; for a ticket whose customer is not known it looks for who wrote it.
func (c *Console) findCustomer() tea.Cmd {
	typed := ""
	if c.person.shown {
		typed = c.customer.Lost()
	}
	f := overlay.NewFind(c.cmds, c.Keys, typed)
	c.open(f)
	return f.Search()
}

func (c *Console) customerActions() []pane.Action {
	alone := unless(!c.person.alone, "nothing else is on the screen: "+c.Keys.Key(keymap.Customer, keymap.Back)+" goes back")
	below := ": " + c.Keys.Key(keymap.Customer, keymap.Down) + " goes to one"
	nothing := unless(!c.customer.Ticket().IsZero() || c.customer.Order() != nil, "no ticket or order is under the cursor"+below)
	who, order := c.customer.Record(), c.customer.Order()
	unknown := unless(who != nil, "the customer is not known yet")
	return []pane.Action{
		{ID: keymap.Open, Do: c.openUnder, Off: nothing},
		{ID: keymap.ShowCustomer, Do: func() tea.Cmd { return c.showCustomer(c.customer.Row()) }, Off: alone},
		{ID: keymap.EditCustomer, Do: func() tea.Cmd { return c.editCustomer(who) }, Off: unknown},
		{ID: keymap.New, Do: func() tea.Cmd { return c.newTicketFor(callerOf(who)) }, Off: unknown},
		{ID: keymap.AddOrder, Do: func() tea.Cmd { return c.newOrder(who.ID, who.Name, desk.Key{}) }, Off: unknown},
		{ID: keymap.EditOrder, Do: func() tea.Cmd { return c.editOrder(order) }, Off: unless(order != nil, "no order is under the cursor"+below)},
		{ID: keymap.Copy, Do: c.copyCustomer, Off: unless(len(c.customer.Copyable()) > 0, "there is nothing to copy")},
		act(keymap.Back, c.leaveCustomer),
	}
}

// openUnder opens the ticket under the cursor, or unfolds the order.
func (c *Console) openUnder() tea.Cmd {
	id := c.customer.Ticket()
	if id.IsZero() {
		c.customer.Unfold()
		return nil
	}
	return c.openFrom(source{"this customer", c.customer.TicketKeys()}, id)
}

// copyCustomer copies the one thing that there is to copy, or asks which.
func (c *Console) copyCustomer() tea.Cmd {
	things := c.customer.Copyable()
	if len(things) == 1 {
		return c.copyThing(things[0])
	}
	rows := make([]overlay.Thing, len(things))
	for i, t := range things {
		rows[i] = overlay.Thing{Label: t[0], Value: t[1]}
	}
	c.open(overlay.NewPick(c.Keys, "Copy", rows))
	return nil
}

func (c *Console) copyThing(thing [2]string) tea.Cmd {
	c.say(done, "copied "+thing[1])
	return tea.SetClipboard(thing[1])
}
