package ui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// dispatch runs an action, or shows why it is disabled.
func (c *Console) dispatch(id keymap.Action) tea.Cmd {
	a, ok := pane.FindAction(c.actions(), id)
	switch {
	case !ok:
		return nil
	case a.DisabledReason != "":
		c.notify(levelTransient, a.DisabledReason)
		return nil
	}
	return a.Run()
}

// actions returns the actions of the focused part, followed by those of the console.
func (c *Console) actions() []pane.Action {
	if c.scope() == keymap.Form {
		return append(c.formActions(), c.globalActions()...)
	}
	acts := c.paneIn(c.scope()).Actions()
	if a, ok := pane.FindAction(acts, keymap.Back); ok && a.DisabledReason != "" && c.scope() == keymap.Inbox && c.at.detail == keymap.Customer {
		acts = append([]pane.Action{{ID: keymap.Back, Run: c.showInbox}}, acts...) // no filter to clear: close the customer
	}
	switch c.scope() {
	case keymap.FAQ:
		acts = append(acts, c.faqActions()...)
	case keymap.Inbox:
		acts = append(append(acts, c.inboxActions()...), c.ticketActions(c.inbox.Selected())...)
	case keymap.Customer:
		acts = append(acts, c.customerActions()...)
	case keymap.Ticket:
		acts = append(append(acts, c.ticketNavActions()...), c.ticketActions(c.ticket.Summary())...)
	}
	return append(acts, c.globalActions()...)
}

// items returns those actions with their keys, for help and palette.
func (c *Console) items() overlay.KeyList {
	return c.keyList(func(keymap.Binding) bool { return true })
}

// keyList returns the actions whose bindings are wanted, with their keys.
func (c *Console) keyList(wanted func(keymap.Binding) bool) overlay.KeyList {
	acts := c.actions()
	var items overlay.KeyList
	for _, place := range []keymap.Scope{c.scope(), keymap.Global} {
		if place == keymap.Global && c.scope() == keymap.Form {
			continue
		}
		for _, b := range c.Keys.ForScope(place) {
			if a, ok := pane.FindAction(acts, b.Action); ok && wanted(b) {
				items = append(items, overlay.NewMenuItem(b, a.DisabledReason))
			}
		}
	}
	return items
}

// newAction returns an action for a function without a command.
func newAction(id keymap.Action, f func()) pane.Action {
	return pane.Action{ID: id, Run: func() tea.Cmd { f(); return nil }}
}

// globalActions returns the actions that are available everywhere.
func (c *Console) globalActions() []pane.Action {
	suspend := pane.Action{ID: keymap.Suspend, Run: func() tea.Cmd { return tea.Suspend }}
	if c.Remote {
		suspend.DisabledReason = "the console runs on another machine: it cannot be put into the background there"
	}
	return []pane.Action{
		{ID: keymap.ShowFAQ, Run: c.openFAQ},
		{ID: keymap.FindCustomer, Run: c.findCustomer},
		{ID: keymap.ShowInbox, Run: c.showInbox},
		{ID: keymap.NewCustomer, Run: c.newCustomer},
		{ID: keymap.Focus, Run: c.focusNextPane},
		{ID: keymap.Refresh, Run: c.refresh},
		newAction(keymap.Palette, func() { c.open(overlay.NewPalette(c.items())) }),
		newAction(keymap.Help, func() {
			c.open(overlay.NewHelp(c.scope(), c.items(), c.Keys, c.cmds.Zones.Explain(c.cmds.Now())))
		}),
		{ID: keymap.Drafts, Run: func() tea.Cmd { return c.showList(listDrafts) }},
		{ID: keymap.Outbox, Run: func() tea.Cmd { return c.showList(listOutbox) }},
		{ID: keymap.Journal, Run: func() tea.Cmd { return c.showList(listJournal) }},
		suspend,
		{ID: keymap.Quit, Run: c.quitOrBack},
		{ID: keymap.ForceQuit, Run: c.quit},
	}
}

// quitOrBack quits from the list, and goes back elsewhere, so that leaving a ticket does not end the session.
func (c *Console) quitOrBack() tea.Cmd {
	if c.scope() == keymap.Inbox {
		return c.quit()
	}
	return c.dispatch(keymap.Back)
}

func (c *Console) inboxActions() []pane.Action {
	return []pane.Action{
		{ID: keymap.Open, Run: c.openSelected, DisabledReason: disabledUnless(c.inbox.Selected() != nil, "no ticket is listed")},
		newAction(keymap.Dates, func() {
			c.open(overlay.NewDates(c.inbox.Span(), c.cmds.Today(), c.cmds.Zones.Explain(c.cmds.Now()), c.th))
		}),
		{ID: keymap.New, Run: c.newTicket},
	}
}

func (c *Console) ticketNavActions() []pane.Action {
	return []pane.Action{
		{ID: keymap.Next, Run: func() tea.Cmd { return c.openNeighbour(1) }},
		{ID: keymap.Previous, Run: func() tea.Cmd { return c.openNeighbour(-1) }},
		{ID: keymap.New, Run: c.newTicket},
		{ID: keymap.Back, Run: c.goBack},
	}
}

// ticketActions returns the actions on a ticket.
func (c *Console) ticketActions(t *desk.Ticket) []pane.Action {
	off := disabledUnless(t != nil, "no ticket is chosen")
	one := off
	if off == "" && c.scope() == keymap.Inbox {
		one = c.inbox.OneTicketReason(c.Keys.KeyLabel(keymap.Inbox, keymap.Back))
	}
	form := func(field string, values map[string]string) func() tea.Cmd {
		return func() tea.Cmd { return c.openUpdate(t, field, values) }
	}
	return []pane.Action{
		{ID: keymap.EditCustomer, Run: func() tea.Cmd { return c.loadCustomerForForm(backend.KindUpdateCustomer, t) }, DisabledReason: one},
		{ID: keymap.AddOrder, Run: func() tea.Cmd { return c.loadCustomerForForm(backend.KindAddOrder, t) }, DisabledReason: one},
		{ID: keymap.Update, Run: form(backend.FieldSubStatus, nil), DisabledReason: one},
		{ID: keymap.Comment, Run: form(backend.FieldComment, nil), DisabledReason: one},
		{ID: keymap.CallBack, Run: form(backend.FieldCallback, nil), DisabledReason: one},
		{ID: keymap.Close, Run: func() tea.Cmd { return c.openCloseForm(t) }, DisabledReason: one},
		{ID: keymap.ShowCustomer, Run: func() tea.Cmd { return c.showCustomer(t) }, DisabledReason: off},
		{ID: keymap.Copy, Run: func() tea.Cmd { return c.copyNumbers(t) }, DisabledReason: off},
	}
}

// copyNumbers copies the numbers of the marked tickets, or of t when none is marked.
func (c *Console) copyNumbers(t *desk.Ticket) tea.Cmd {
	ids := c.inbox.Marked()
	if len(ids) == 0 || c.scope() != keymap.Inbox {
		ids = []desk.ID{t.ID}
	}
	numbers := make([]string, len(ids))
	for i, id := range ids {
		numbers[i] = id.Display().String()
	}
	say := "copied " + numbers[0]
	if len(ids) > 1 {
		say = "copied " + strconv.Itoa(len(ids)) + " ticket numbers"
	}
	c.notify(levelSuccess, say)
	return tea.SetClipboard(strings.Join(numbers, "\n"))
}

// disabledUnless returns why unless the condition holds.
func disabledUnless(holds bool, why string) string {
	if holds {
		return ""
	}
	return why
}
