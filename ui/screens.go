package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	callpane "frontdesk/ui/call"
	"frontdesk/ui/layout"
	"frontdesk/ui/pane"
)

// screen is a part of the console that can have the focus: a pane or the form. Its row says what it does in a way of
// its own; what is nil or empty there it does not do.
type screen struct {
	scope keymap.Scope
	slot  layout.Slot // that shows it; the detail slot shows the one that the route names
	pane  pane.Screen // nil for the form

	first   func(tea.KeyPressMsg) (tea.Cmd, bool) // takes a key before the actions; false if it does not
	input   func(tea.Msg) tea.Cmd                 // takes keys that no action is bound to, and what is pasted
	typed   func() map[string]string              // what is typed into it
	refresh func() tea.Cmd                        // reloads it; nil for everything that is shown
	ticket  func() *desk.Ticket                   // that it shows or lets choose, or whose customer it shows
	legend  func() string                         // what its help adds at the end
	left    string                                // what becomes of what was typed into it when the agent leaves it

	isList  bool // tickets are chosen in it; everything else is left to get back to it
	isWhole bool // nothing has a place beside it
}

// makeScreens makes the panes and the table of what can have the focus.
func (c *Console) makeScreens(d pane.Deps) {
	c.makeInbox(d)
	c.ticket, c.customer = pane.NewTicket(d, !c.OldestFirst), pane.NewCustomer(d)
	c.faq, c.figures = pane.NewFAQ(d), pane.NewBoard(d, c.Charts, c.board.request)
	c.suggestions = pane.NewSuggestions(d, c.faq)
	c.call = callpane.New(d, callpane.Console{
		OpenTicket: c.calls.openTicket, OpenCustomer: c.calls.openCaller, AddCaller: c.calls.addCaller,
		InsertAnswer: c.calls.insert,
	})
	c.table = []screen{
		{
			scope: keymap.Inbox, slot: layout.List, pane: c.inbox, isList: true, ticket: c.inbox.Selected,
			input: c.inputInList, refresh: c.sync.refreshList,
			legend: func() string { return pane.SymbolLegend(c.cmds.IsShared()) },
		},
		{scope: keymap.Ticket, slot: layout.Detail, pane: c.ticket, ticket: c.ticket.Summary},
		{scope: keymap.Customer, slot: layout.Detail, pane: c.customer, ticket: c.customer.SourceTicket},
		{
			scope: keymap.FAQ, slot: layout.Answers, pane: c.faq, refresh: c.faq.Refresh,
			input: ofDigit(c.insertSection),
		},
		{
			scope: keymap.Board, slot: layout.Detail, pane: c.figures, isWhole: true,
			input: ofDigit(c.board.countView),
		},
		{
			scope: keymap.Call, slot: layout.Detail, pane: c.call, isWhole: true,
			first: c.inputInCall, input: c.call.Update, typed: c.call.Typed, left: "and the call goes on",
		},
		{
			scope: keymap.Form, slot: layout.Editor, first: c.forms.takesOffer, input: c.forms.input,
			typed: c.forms.typed, left: "which keeps it as a draft",
		},
	}
	for _, s := range c.table {
		if s.pane != nil {
			c.panes = append(c.panes, s.pane)
		}
	}
}

// makeInbox makes the inbox, and shows what was remembered of it.
func (c *Console) makeInbox(d pane.Deps) {
	days := desk.LastDays(c.RangeDays, c.cmds.Today())
	c.inbox = pane.NewInbox(d, days, c.views(c.Views), c.FirstView, pane.TicketLookups{
		FindNumber: func(typed string) tea.Cmd { return c.lookups.find(typed) },
		SaveView:   func() tea.Cmd { return c.own.askViewName() },
		HasDraft: func(id desk.ID) bool {
			return len(c.drafts.of(backend.DraftKey{Kind: backend.KindUpdate, Record: id.Raw()})) > 0
		},
		HasUpdate: func(id desk.ID) bool { return c.hold.find(backend.KindUpdate, id) != nil },
		InOutbox:  func(id desk.ID) bool { return c.outbox.tickets[id.Raw()] },
		Claim:     func(id desk.ID) (backend.Claim, bool) { return c.presence.claims.On(id, c.cmds) },
		IsSnoozed: c.reminders.isSnoozed,
	})
	c.inbox.SetColumns(c.Columns)
	c.inbox.SetTicketLines(c.TicketLines)
	c.inbox.SetOwn(c.Agent, c.drafts.tickets)
	c.inbox.SetReminded(c.reminders.remindedFilter())
	c.inbox.Restore(c.cmds.Inbox.State(), c.FirstView != "")
	c.inbox.SetCovered(func() bool { return len(c.overlays) > 0 })
}

// shownIn returns what a slot shows.
func (s *screens) shownIn(slot layout.Slot) *screen {
	for i := range s.table {
		if t := &s.table[i]; t.slot == slot && (slot != layout.Detail || t.scope == s.at.detail) {
			return t
		}
	}
	return nil
}

// screen returns what has the focus.
func (s *screens) screen() *screen { return s.shownIn(s.at.focus) }

// focusedPane returns the focused pane; nil while the form has the focus.
func (s *screens) focusedPane() pane.Screen { return s.screen().pane }

// paneBesideForm returns the pane that can be read while a form is filled in.
func (s *screens) paneBesideForm() pane.Screen {
	if s.at.answers {
		return s.faq
	}
	return s.shownIn(layout.Detail).pane
}

// typingPane returns the focused pane if a text input of it has the focus; else nil.
func (s *screens) typingPane() pane.Screen {
	p := s.focusedPane()
	if t, ok := p.(pane.TextEntry); ok && t.CapturesText() {
		return p
	}
	return nil
}
