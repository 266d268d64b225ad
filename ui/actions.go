package ui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/command"
	"frontdesk/ui/keymap"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// perform does what a key or the palette asks for, or says why it cannot be done now.
func (c *Console) perform(id keymap.Action) tea.Cmd {
	a, ok := pane.Find(c.actions(), id)
	switch {
	case !ok:
		return nil
	case a.Off != "":
		c.say(noted, a.Off)
		return nil
	}
	return a.Do()
}

// actions are what can be done where the keys go: the form's, or the pane's and then the console's own.
func (c *Console) actions() []pane.Action {
	if c.inForm {
		return append(c.formActions(), c.everywhere()...)
	}
	acts := c.focus.Actions()
	if a, ok := pane.Find(acts, keymap.Back); ok && a.Off != "" && c.focus.Place() == keymap.Inbox && c.person.shown {
		acts = append([]pane.Action{{ID: keymap.Back, Do: c.showInbox}}, acts...) // no filter to take away: then the customer
	}
	switch c.focus.Place() {
	case keymap.FAQ:
		acts = append(acts, c.faqActions()...)
	case keymap.Inbox:
		acts = append(append(acts, c.inboxActions()...), c.ticketActions(c.inbox.Selected())...)
	case keymap.Customer:
		acts = append(acts, c.customerActions()...)
	case keymap.Ticket:
		acts = append(append(acts, c.readingActions()...), c.ticketActions(c.ticket.Row())...)
	}
	return append(acts, c.everywhere()...)
}

// items are those actions with their keys, for help and palette.
func (c *Console) items() []overlay.Item {
	acts := c.actions()
	var items []overlay.Item
	for _, place := range []keymap.Place{c.place(), keymap.Everywhere} {
		for _, b := range c.Keys.In(place) {
			if a, ok := pane.Find(acts, b.Action); ok && (place != keymap.Everywhere || !c.inForm) {
				items = append(items, overlay.Item{Binding: b, Off: a.Off})
			}
		}
	}
	return items
}

// act makes an action of something that answers nothing.
func act(id keymap.Action, f func()) pane.Action {
	return pane.Action{ID: id, Do: func() tea.Cmd { f(); return nil }}
}

// everywhere is what works in every place.
func (c *Console) everywhere() []pane.Action {
	suspend := pane.Action{ID: keymap.Suspend, Do: func() tea.Cmd { return tea.Suspend }}
	if c.Hosted {
		suspend.Off = "the console runs on another machine: it cannot be put into the background there"
	}
	return []pane.Action{
		{ID: keymap.ShowFAQ, Do: c.lookUp},
		{ID: keymap.FindCustomer, Do: c.findCustomer},
		{ID: keymap.ShowInbox, Do: c.showInbox},
		{ID: keymap.NewCustomer, Do: c.newCustomer},
		{ID: keymap.Focus, Do: c.otherPane},
		{ID: keymap.Refresh, Do: c.refresh},
		act(keymap.Palette, func() { c.open(overlay.NewPalette(c.items())) }),
		act(keymap.Help, func() {
			c.open(overlay.NewHelp(c.place(), c.items(), c.Keys, c.cmds.Zones.Note(c.cmds.Now())))
		}),
		{ID: keymap.Drafts, Do: func() tea.Cmd { return c.showList(listDrafts) }},
		{ID: keymap.Outbox, Do: func() tea.Cmd { return c.showList(listOutbox) }},
		{ID: keymap.Journal, Do: func() tea.Cmd { return c.showList(listJournal) }},
		suspend,
		{ID: keymap.Quit, Do: c.quitOrBack},
		{ID: keymap.Leave, Do: c.leave},
	}
}

// quitOrBack leaves frontdesk from the list, and elsewhere goes back: a ticket that is done with is left, not the day's
// work.
func (c *Console) quitOrBack() tea.Cmd {
	if c.focus == pane.Pane(c.inbox) && !c.inForm {
		return c.leave()
	}
	return c.perform(keymap.Back)
}

func (c *Console) inboxActions() []pane.Action {
	return []pane.Action{
		{ID: keymap.Open, Do: c.read, Off: unless(c.inbox.Selected() != nil, "no ticket is listed")},
		act(keymap.Dates, func() {
			c.open(overlay.NewDates(c.inbox.Span(), c.cmds.Today(), c.cmds.Zones.Note(c.cmds.Now()), c.th))
		}),
		{ID: keymap.New, Do: c.newTicket},
	}
}

func (c *Console) readingActions() []pane.Action {
	return []pane.Action{
		{ID: keymap.Next, Do: func() tea.Cmd { return c.neighbour(1) }},
		{ID: keymap.Previous, Do: func() tea.Cmd { return c.neighbour(-1) }},
		{ID: keymap.New, Do: c.newTicket},
		{ID: keymap.Back, Do: c.leaveTicket},
	}
}

// ticketActions are what can be done to a ticket.
func (c *Console) ticketActions(t *desk.Ticket) []pane.Action {
	off := unless(t != nil, "no ticket is chosen")
	one := off
	if off == "" && c.focus == pane.Pane(c.inbox) {
		one = c.inbox.OneTicketReason(c.Keys.Key(keymap.Inbox, keymap.Back))
	}
	form := func(field string, values map[string]string) func() tea.Cmd {
		return func() tea.Cmd { return c.openUpdate(t, field, values) }
	}
	return []pane.Action{
		{ID: keymap.EditCustomer, Do: func() tea.Cmd { return c.wantForm(command.KindUpdateCustomer, t) }, Off: one},
		{ID: keymap.AddOrder, Do: func() tea.Cmd { return c.wantForm(command.KindAddOrder, t) }, Off: one},
		{ID: keymap.Update, Do: form(command.FieldSubStatus, nil), Off: one},
		{ID: keymap.Comment, Do: form(command.FieldComment, nil), Off: one},
		{ID: keymap.CallBack, Do: form(command.FieldCallback, nil), Off: one},
		{ID: keymap.Close, Do: func() tea.Cmd { return c.openClosing(t) }, Off: one},
		{ID: keymap.ShowCustomer, Do: func() tea.Cmd { return c.showCustomer(t) }, Off: off},
		{ID: keymap.Copy, Do: func() tea.Cmd { return c.copyNumbers(t) }, Off: off},
	}
}

// copyNumbers copies the numbers of the marked tickets, or of one when none is marked.
func (c *Console) copyNumbers(t *desk.Ticket) tea.Cmd {
	ids := c.inbox.Marked()
	if len(ids) == 0 || c.focus != pane.Pane(c.inbox) {
		ids = []desk.Key{t.ID}
	}
	numbers := make([]string, len(ids))
	for i, id := range ids {
		numbers[i] = id.Line().String()
	}
	say := "copied " + numbers[0]
	if len(ids) > 1 {
		say = "copied " + strconv.Itoa(len(ids)) + " ticket numbers"
	}
	c.say(done, say)
	return tea.SetClipboard(strings.Join(numbers, "\n"))
}

// unless gives the reason when a condition does not hold.
func unless(holds bool, why string) string {
	if holds {
		return ""
	}
	return why
}
