package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/pane"
)

// visit is where the agent was when a ticket was opened from there; back leads to it.
type visit struct {
	focus  pane.Pane
	person person
	ticket *desk.Ticket // that was in the ticket's pane
	source source
}

// source is what a ticket was opened from: next and previous are the tickets beside it there.
type source struct {
	name string    // for people
	keys []desk.ID // nil for the inbox, which has an order of its own
}

// openSelected opens the ticket under the cursor.
func (c *Console) openSelected() tea.Cmd {
	c.visits, c.source = nil, source{}
	if c.customerView.shown {
		c.visits = []visit{{focus: c.inbox, person: c.customerView}}
	}
	c.focus, c.customerView = c.ticket, person{}
	c.inbox.StartReading()
	return c.ticket.Show(c.inbox.Selected(), true)
}

// openFrom opens a ticket that something else than the inbox names; back leads to where the agent is now.
func (c *Console) openFrom(from source, id desk.ID) tea.Cmd {
	c.leaveFor(from)
	c.focus, c.customerView, c.editorFocused = c.ticket, person{}, false
	return c.ticket.Show(c.cmds.CachedTicket(id), true)
}

// leaveFor remembers where the agent is before a ticket of another source is shown.
func (c *Console) leaveFor(to source) {
	c.visits = append(c.visits, visit{c.focus, c.customerView, c.ticket.Summary(), c.source})
	c.source = to
}

// leaveTicket goes back to where the ticket was opened.
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
		return nil // the list shows what is under its cursor
	}
	return c.ticket.Show(v.ticket, true)
}

// goTo gives the keys to a pane, and to the form when that stands in the list's place.
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

// openNeighbour shows the next or previous ticket of what the agent works through, without leaving the ticket's pane.
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

// focusNextPane gives the keys to the pane beside, or on a narrow screen behind.
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

// showInbox goes back to the list with the ticket beside it. A form that stands in the list's place is left, and what
// was typed into it is kept as a draft.
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

// besideList is the ticket that is shown, or whose customer is, beside the list while the agent reads there; zero while
// the agent moves in the list.
func (c *Console) besideList() desk.ID {
	switch {
	case c.focus == pane.Pane(c.ticket) && c.ticket.Summary() != nil:
		return c.ticket.Summary().ID
	case c.focus == pane.Pane(c.customer) && c.customer.SourceTicket() != nil:
		return c.customer.SourceTicket().ID
	}
	return desk.ID{}
}

// besideForm is the pane that stands beside a form.
func (c *Console) besideForm() pane.Pane {
	if c.focus == pane.Pane(c.faq) {
		return c.faq
	}
	return c.detailPane()
}
