package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/pane"
)

// visit is where the agent was when a ticket was opened; going back restores it.
type visit struct {
	focus  pane.Pane
	person person
	ticket *desk.Ticket // the ticket in the ticket pane
	source source
}

// source is what a ticket was opened from; next and previous move within it.
type source struct {
	name string    // for display
	keys []desk.ID // nil for the inbox, which has its own order
}

// openSelected opens the ticket under the cursor of the inbox.
func (c *Console) openSelected() tea.Cmd {
	c.visits, c.source = nil, source{}
	if c.customerView.shown {
		c.visits = []visit{{focus: c.inbox, person: c.customerView}}
	}
	c.focus, c.customerView = c.ticket, person{}
	c.inbox.StartReading()
	return c.ticket.Show(c.inbox.Selected(), true)
}

// openFrom opens a ticket from another source than the inbox; back returns to the current place.
func (c *Console) openFrom(from source, id desk.ID) tea.Cmd {
	c.leaveFor(from)
	c.focus, c.customerView, c.editorFocused = c.ticket, person{}, false
	return c.ticket.Show(c.cmds.CachedTicket(id), true)
}

// leaveFor records the current place before a ticket of another source is shown.
func (c *Console) leaveFor(to source) {
	c.visits = append(c.visits, visit{c.focus, c.customerView, c.ticket.Summary(), c.source})
	c.source = to
}

// leaveTicket returns to where the ticket was opened from.
func (c *Console) leaveTicket() tea.Cmd {
	last := len(c.visits) - 1
	if last < 0 {
		c.goTo(c.inbox)
		return nil
	}
	v := c.visits[last]
	c.visits = c.visits[:last]
	c.customerView, c.source = v.person, v.source
	c.goTo(v.focus)
	if v.ticket == nil || c.focus == pane.Pane(c.inbox) && c.editor == nil {
		return nil // the list shows the ticket under its cursor
	}
	return c.ticket.Show(v.ticket, true)
}

// goTo moves the focus to a pane, or to the form when that is in the list's place.
func (c *Console) goTo(p pane.Pane) {
	c.focus = p
	switch p {
	case pane.Pane(c.inbox):
		c.visits, c.source, c.editorFocused = nil, source{}, c.editor != nil
		c.inbox.StopReading()
	case pane.Pane(c.customer):
		c.customerView.shown = true
	}
}

// openNeighbour shows the next or previous ticket of the source, without leaving the ticket pane.
func (c *Console) openNeighbour(by int) tea.Cmd {
	if c.source.keys == nil {
		if t := c.inbox.Step(by); t != nil {
			return c.ticket.Show(t, false)
		}
		c.sayEnd("the list", by)
		return nil
	}
	for i, id := range c.source.keys {
		if to := i + by; c.ticket.Summary() != nil && id == c.ticket.Summary().ID && to >= 0 && to < len(c.source.keys) {
			return c.ticket.Show(c.cmds.CachedTicket(c.source.keys[to]), false)
		}
	}
	c.sayEnd(c.source.name, by)
	return nil
}

func (c *Console) sayEnd(of string, by int) {
	end := "last"
	if by < 0 {
		end = "first"
	}
	c.notify(levelTransient, "this is the "+end+" ticket of "+of)
}

// focusNextPane moves the focus to the pane beside the current one, or in a narrow window to the hidden one.
func (c *Console) focusNextPane() tea.Cmd {
	switch c.focus {
	case pane.Pane(c.inbox):
		if c.inbox.Selected() == nil {
			c.notify(levelTransient, "no ticket is listed")
			return nil
		}
		if c.customerView.shown {
			c.focusCustomer()
			return nil
		}
		return c.openSelected()
	case pane.Pane(c.faq):
		c.returnFromFAQ()
	default:
		c.customerView.alone = false
		c.goTo(c.inbox)
	}
	return nil
}

// showInbox returns to the list with the ticket beside it. A form in the list's place is closed and kept as a draft.
func (c *Console) showInbox() tea.Cmd {
	var closed tea.Cmd
	if c.editor != nil && c.editor.IsSubmitting() {
		c.notify(levelTransient, "the form is being sent: wait for the answer")
	} else if c.editor != nil {
		closed = c.leaveForm()
	}
	c.customerView = person{}
	c.goTo(c.inbox)
	return closed
}

// besideList returns the ticket that is shown beside the list, itself or as its customer, while that pane has the
// focus; zero otherwise.
func (c *Console) besideList() desk.ID {
	switch {
	case c.focus == pane.Pane(c.ticket) && c.ticket.Summary() != nil:
		return c.ticket.Summary().ID
	case c.focus == pane.Pane(c.customer) && c.customer.SourceTicket() != nil:
		return c.customer.SourceTicket().ID
	}
	return desk.ID{}
}

// besideForm returns the pane beside the form.
func (c *Console) besideForm() pane.Pane {
	if c.focus == pane.Pane(c.faq) {
		return c.faq
	}
	return c.detailPane()
}
