package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/layout"
)

// route says where the agent is: what the window shows and what has the focus.
type route struct {
	focus   layout.Slot
	detail  keymap.Scope // the pane in the detail slot
	answers bool         // the FAQ is open, beside the detail pane or the form
	zoom    bool         // the focused part fills the window
	source  source       // what the ticket was opened from

	// What the panes showed when the agent went on from here.
	ticket   desk.ID
	customer backend.CustomerRef
}

// source is what a ticket was opened from; next and previous move within it.
type source struct {
	name string    // for display; empty if it has one ticket by its nature
	keys []desk.ID // nil for the inbox, which has its own order
}

// single is the source of a ticket that was opened by itself, such as by its number or from its draft.
func single(id desk.ID) source { return source{keys: []desk.ID{id}} }

// home is the inbox with the ticket under its cursor.
var home = route{focus: layout.List, detail: keymap.Ticket}

// detailRoute returns the route of a focused detail pane.
func detailRoute(p keymap.Scope) route { return route{focus: layout.Detail, detail: p} }

// scope returns the keymap scope of the focused part.
func (r route) scope() keymap.Scope {
	switch r.focus {
	case layout.Editor:
		return keymap.Form
	case layout.List:
		return keymap.Inbox
	case layout.Answers:
		return keymap.FAQ
	}
	return r.detail
}

// scope returns the keymap scope of the focused part.
func (c *Console) scope() keymap.Scope { return c.at.scope() }

// here returns the route with what the panes show now.
func (c *Console) here() route {
	r := c.at
	r.customer = c.customer.Ref()
	if t := c.ticket.Summary(); t != nil {
		r.ticket = t.ID
	}
	return r
}

// goTo moves to a route; going back returns here.
func (c *Console) goTo(to route) {
	c.back = append(c.back, c.here())
	c.at = to
}

// visit shows a route with what its panes showed; going back returns here.
func (c *Console) visit(r route) tea.Cmd {
	c.back = append(c.back, c.here())
	return c.enter(r)
}

// goBack returns to the previous route that looks different.
func (c *Console) goBack() tea.Cmd {
	from, to := c.here(), home
	for n := len(c.back); n > 0; n = len(c.back) {
		to, c.back = c.back[n-1], c.back[:n-1]
		if c.wide() || to.scope() != from.scope() || to.customer != from.customer || !from.zoom && !from.answers {
			break
		}
	}
	return c.enter(to)
}

// enter shows a route with what its panes showed. The list itself shows what belongs to the ticket under its cursor.
func (c *Console) enter(r route) tea.Cmd {
	now := c.here()
	c.at = r
	switch {
	case r.focus == layout.List:
		c.inbox.StopReading()
	case r.detail == keymap.Board:
		return c.figures.Count()
	case r.detail == keymap.Ticket && !r.ticket.IsZero() && r.ticket != now.ticket:
		return c.ticket.Show(c.cmds.CachedTicket(r.ticket), true)
	case r.detail == keymap.Customer && r.customer != (backend.CustomerRef{}) && r.customer != now.customer:
		return c.customer.ShowRef(r.customer)
	}
	return nil
}

// goHome returns to the inbox, and keeps the pane beside it.
func (c *Console) goHome(detail keymap.Scope) tea.Cmd {
	c.back = nil
	return c.enter(route{focus: layout.List, detail: detail})
}

// showInbox returns to the list with the ticket beside it. A form in the list's place is closed and kept as a draft.
func (c *Console) showInbox() tea.Cmd {
	if c.forms.editor.IsSubmitting() {
		c.notify(levelTransient, "the form is being sent: wait for the answer")
		return c.backToForm()
	}
	if c.forms.editor != nil {
		c.forms.noteDraft()
		c.forms.closed.keep(c.forms.editor)
		c.forms.editor = nil
	}
	return c.goHome(keymap.Ticket)
}

// focusNextPane moves the focus to the pane beside the current one, or in a narrow window to the hidden one.
func (c *Console) focusNextPane() tea.Cmd {
	switch {
	case c.at.focus == layout.List && c.inbox.Selected() == nil:
		c.notify(levelTransient, "no ticket is listed")
		return nil
	case c.at.focus == layout.List && c.at.answers:
		c.at.focus = layout.Detail
		return nil
	case c.at.focus == layout.List && c.at.detail == keymap.Customer:
		c.at.detail = keymap.Ticket // going back closes the customer
		c.goTo(detailRoute(keymap.Customer))
		return nil
	case c.at.focus == layout.List:
		return c.openSelected()
	case c.forms.editor != nil:
		return c.backToForm()
	case c.hasSide() && c.scope() == keymap.Ticket:
		c.goTo(detailRoute(keymap.Customer))
		return nil
	case c.at.answers && c.at.zoom:
		return c.goBack()
	case c.scope() == keymap.FAQ:
		c.at.focus = layout.Detail
		return nil
	case c.at.answers:
		c.at.focus = layout.Answers
		return nil
	}
	return c.goHome(c.at.detail)
}

// openSelected opens the ticket under the cursor of the inbox.
func (c *Console) openSelected() tea.Cmd {
	c.goTo(detailRoute(keymap.Ticket))
	c.inbox.StartReading()
	return c.ticket.Show(c.inbox.Selected(), true)
}

// openFrom opens a ticket from another source than the inbox.
func (c *Console) openFrom(from source, id desk.ID) tea.Cmd {
	c.goTo(route{focus: layout.Detail, detail: keymap.Ticket, source: from})
	return c.ticket.Show(c.cmds.CachedTicket(id), true)
}

// openNeighbour shows the next or previous ticket of the source, without leaving the ticket pane.
func (c *Console) openNeighbour(by int) tea.Cmd {
	from := c.at.source
	if from.keys == nil || c.at.focus == layout.List {
		t := c.inbox.Step(by)
		if t != nil && c.at.focus == layout.List {
			return nil // the list shows what is under its cursor
		}
		if t != nil {
			return c.ticket.Show(t, false)
		}
		from.name = "the list"
	} else if i := slices.Index(from.keys, c.here().ticket); i >= 0 && i+by >= 0 && i+by < len(from.keys) {
		return c.ticket.Show(c.cmds.CachedTicket(from.keys[i+by]), false)
	}
	end, beyond := "last", "next"
	if by < 0 {
		end, beyond = "first", "previous"
	}
	if from.name == "" {
		c.notify(levelTransient, "no "+beyond+" ticket here · "+c.Keys.KeyLabel(keymap.Ticket, keymap.Back)+" goes back")
		return nil
	}
	c.notify(levelTransient, "this is the "+end+" ticket of "+from.name)
	return nil
}

// showCustomer moves to the customer beside the ticket, or shows it in the ticket's place. It shows it over the whole
// width when it is there already or the window is too narrow.
func (c *Console) showCustomer(t *desk.Ticket) tea.Cmd {
	zoomed := route{focus: layout.Detail, detail: keymap.Customer, zoom: true}
	switch {
	case c.scope() == keymap.Customer: // may not be the customer of a ticket
		c.goTo(zoomed)
		return nil
	case c.hasSide():
		c.goTo(detailRoute(keymap.Customer))
	case c.at.detail == keymap.Customer, !c.wide():
		c.goTo(zoomed)
	case c.at.focus == layout.Detail:
		c.goTo(detailRoute(keymap.Customer))
	default:
		c.at.detail = keymap.Customer
	}
	return c.customer.ShowForTicket(t, true)
}

// openCustomer shows a found customer over the whole width, or beside the form: by id, or the customer of t if id is 0.
func (c *Console) openCustomer(id int64, t *desk.Ticket) tea.Cmd {
	to := route{focus: layout.Detail, detail: keymap.Customer, zoom: c.forms.editor == nil}
	if c.scope() == keymap.Customer && (c.at.zoom || c.forms.editor != nil) {
		c.at = to
	} else {
		c.goTo(to)
	}
	if id == 0 {
		return c.customer.ShowForTicket(t, true)
	}
	return c.customer.Show(id)
}

// backToForm returns to the open form. The ticket or the customer that was read beside it stays.
func (c *Console) backToForm() tea.Cmd {
	i := len(c.back) - 1
	for c.back[i].focus != layout.Editor {
		i--
	}
	to := c.back[i]
	c.back = c.back[:i]
	to.detail, to.ticket, to.customer = c.at.detail, desk.ID{}, backend.CustomerRef{}
	return c.enter(to)
}

// goToForm gives the form that was opened the focus.
func (c *Console) goToForm() {
	if c.at.focus == layout.Editor {
		return
	}
	to := c.here()
	to.focus, to.zoom = layout.Editor, false
	c.goTo(to)
}

// leaveForm returns to what had the focus before the form, which is closed.
func (c *Console) leaveForm() tea.Cmd {
	isForm := func(r route) bool { return r.focus == layout.Editor }
	c.back = slices.DeleteFunc(c.back, isForm)
	if isForm(c.at) {
		return c.goBack()
	}
	return nil
}

// besideList returns the ticket that is shown beside the list, itself or as its customer, while that pane has the
// focus; zero otherwise.
func (c *Console) besideList() desk.ID {
	switch t := c.customer.SourceTicket(); {
	case c.scope() == keymap.Ticket:
		return c.here().ticket
	case c.scope() == keymap.Customer && t != nil:
		return t.ID
	}
	return desk.ID{}
}
