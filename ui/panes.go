package ui

import (
	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	callpane "frontdesk/ui/call"
	"frontdesk/ui/layout"
	"frontdesk/ui/pane"
)

// paneSpec registers a pane: its scope, the slot that shows it, and its constructor.
type paneSpec struct {
	id   keymap.Scope
	slot layout.Slot
	make func(*Console, pane.Deps) pane.Pane
}

// paneSpecs holds every pane. The detail slot shows the one that the route names.
var paneSpecs = []paneSpec{
	{keymap.Inbox, layout.List, func(c *Console, d pane.Deps) pane.Pane {
		days := desk.LastDays(c.RangeDays, c.cmds.Today())
		c.inbox = pane.NewInbox(d, days, c.views(c.Views), c.FirstView, pane.TicketLookups{
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
		return c.inbox
	}},
	{
		keymap.Ticket,
		layout.Detail,
		func(c *Console, d pane.Deps) pane.Pane {
			c.suggestions = pane.NewSuggestions(d)
			c.ticket = pane.NewTicket(d, !c.OldestFirst)
			return c.ticket
		},
	},
	{
		keymap.Customer,
		layout.Detail,
		func(c *Console, d pane.Deps) pane.Pane { c.customer = pane.NewCustomer(d); return c.customer },
	},
	{keymap.FAQ, layout.Answers, func(c *Console, d pane.Deps) pane.Pane { c.faq = pane.NewFAQ(d); return c.faq }},
	{keymap.Board, layout.Detail, func(c *Console, d pane.Deps) pane.Pane {
		c.figures = pane.NewBoard(d, c.Charts, c.board.request)
		return c.figures
	}},
	{keymap.Call, layout.Detail, func(c *Console, d pane.Deps) pane.Pane { c.call = callpane.New(d); return c.call }},
}

// paneIn returns the pane of a scope; nil for a form.
func (s *screens) paneIn(scope keymap.Scope) pane.Pane {
	for _, p := range s.panes {
		if p.ID() == scope {
			return p
		}
	}
	return nil
}

// focusedPane returns the focused pane; nil while the form has the focus.
func (s *screens) focusedPane() pane.Pane { return s.paneIn(s.scope()) }

// paneBesideForm returns the pane that can be read while a form is filled in.
func (s *screens) paneBesideForm() pane.Pane {
	if s.at.answers {
		return s.faq
	}
	return s.paneIn(s.at.detail)
}

// paneAt returns the pane that a slot shows.
func (s *screens) paneAt(slot layout.Slot) pane.Pane {
	for i, spec := range paneSpecs {
		if spec.slot == slot && (slot != layout.Detail || spec.id == s.at.detail) {
			return s.panes[i]
		}
	}
	return nil
}

// typingPane returns the focused pane if a text input of it has the focus; else nil.
func (s *screens) typingPane() pane.Pane {
	p := s.focusedPane()
	if t, ok := p.(pane.TextEntry); ok && t.CapturesText() {
		return p
	}
	return nil
}
