package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/ui/command"
	"frontdesk/ui/keymap"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

func (c *Console) formActions() []pane.Action {
	idle := unless(!c.sheet.IsBusy(), "the form is being sent: wait for the answer")
	return []pane.Action{
		{ID: keymap.Send, Do: func() tea.Cmd { return c.send(false) }, Off: idle},
		act(keymap.NextField, func() { c.sheet.Next(1) }),
		act(keymap.PrevField, func() { c.sheet.Next(-1) }),
		{ID: keymap.LookUp, Do: c.lookUp, Off: idle},
		act(keymap.HalfUp, func() { c.scrollTicket(keymap.HalfUp) }),
		act(keymap.HalfDown, func() { c.scrollTicket(keymap.HalfDown) }),
		{ID: keymap.Discard, Do: c.askDiscard, Off: idle},
		{ID: keymap.Back, Do: c.leaveForm, Off: idle},
	}
}

// scrollTicket moves the ticket beside the form, so that it can be read while a comment is written.
func (c *Console) scrollTicket(id keymap.Action) {
	if a, ok := pane.Find(c.ticket.Actions(), id); ok && c.wide() {
		a.Do()
	}
}

// openUpdate opens the update form of a ticket with what was typed into it before, and values over that.
func (c *Console) openUpdate(t *desk.Ticket, field string, values map[string]string) tea.Cmd {
	c.inbox.Hold()
	var opened map[string]string
	fetch := c.ticket.Show(t, true)
	if d := c.ticket.Detail(); d != nil {
		opened = c.cmds.Opened(d)
	}
	now := c.cmds.Clock()
	c.sheet = overlay.NewUpdate(t, opened, c.inbox.Last().Vocabulary, now, c.th)
	c.restore()
	if values != nil {
		c.sheet.Fill(values)
	}
	c.sheet.FocusOn(field)
	c.inForm = true
	return fetch
}

// openClosing opens the update form with the account's sub-status for closed tickets.
func (c *Console) openClosing(t *desk.Ticket) tea.Cmd {
	for _, code := range c.inbox.Last().Vocabulary.SubStatuses {
		if isClosing(code) {
			return c.openUpdate(t, command.FieldComment, map[string]string{command.FieldSubStatus: code.Key().Raw()})
		}
	}
	c.say(warned, "no sub-status is known to mean closed: choose one")
	return c.openUpdate(t, command.FieldSubStatus, nil)
}

// isClosing knows the sub-status of closed tickets by its usual key or name (decisions.md, status for a sub-status).
func isClosing(code desk.Code) bool {
	label := text.Fold(code.Label())
	return code.Key().Raw() == "CL" || strings.HasPrefix(label, "closed") || label == "complete"
}

// newTicket opens the form of a new ticket; the customer's address is taken over from the ticket that is shown.
func (c *Console) newTicket() tea.Cmd {
	email := ""
	if t := c.ticket.Row(); t != nil && c.focus == pane.Pane(c.ticket) {
		email = t.Email.String()
	}
	c.sheet = overlay.NewTicket(email, c.th)
	c.restore()
	c.inForm = true
	return nil
}

// openNewestDraft goes on with what was typed last and not sent.
func (c *Console) openNewestDraft() tea.Cmd {
	var newest command.Draft
	for _, d := range c.drafts {
		if d.Saved.After(newest.Saved) || newest.Kind == "" {
			newest = d
		}
	}
	if newest.Kind == command.KindAdd {
		return c.newTicket()
	}
	t := c.cmds.Row(desk.NewKey(newest.Record))
	return c.openUpdate(t, command.FieldComment, nil)
}

// typed gives input to the form and keeps what it holds.
func (c *Console) typed(msg tea.Msg) tea.Cmd {
	return tea.Batch(c.sheet.Update(msg), c.keep())
}

// keep saves what the form holds, when it differs from what is kept.
func (c *Console) keep() tea.Cmd {
	form := c.sheet.DraftForm()
	kept, has := c.drafts[form]
	d := c.sheet.Draft()
	switch {
	case !c.sheet.Changed() && has:
		delete(c.drafts, form)
		return c.cmds.Discard(form)
	case !c.sheet.Changed() || has && sameValues(kept.Values, d.Values):
		return nil
	}
	d.Saved = c.cmds.Now()
	c.drafts[form] = d
	return c.cmds.Keep(d)
}

func sameValues(a, b map[string]string) bool {
	for k, v := range b {
		if a[k] != v {
			return false
		}
	}
	return true
}

// learn tells an open form what its ticket holds, when it was opened before that was known.
func (c *Console) learn(msg command.TicketMsg) {
	if c.sheet != nil && msg.Detail != nil && c.sheet.Record == msg.ID {
		c.sheet.Learn(c.cmds.Opened(msg.Detail))
	}
}

// leaveForm closes the form; what was typed stays a draft.
func (c *Console) leaveForm() tea.Cmd {
	if c.sheet.Changed() {
		c.say(noted, "✎ kept as a draft")
	}
	c.closeForm()
	return nil
}

func (c *Console) closeForm() { c.sheet, c.inForm = nil, false }

// send checks the form and sends it, once.
func (c *Console) send(anyway bool) tea.Cmd {
	s := c.sheet
	if !s.Ready() {
		return nil
	}
	kind, _ := command.KindOf(s.Kind)
	s.Busy(kind.Busy)
	return c.cmds.Write(command.Write{Kind: s.Kind, Record: s.Record, Values: s.Values(), Opened: s.Opened(), Anyway: anyway})
}

// What the questions are answered with.
const (
	sayAnyway  = "send although it moved"
	sayAgain   = "send again"
	sayDiscard = "discard"
	sayLeave   = "leave although drafts are not saved"
	sayGoOn    = "go on"
)

// replied does what a question was answered with.
func (c *Console) replied(what string) tea.Cmd {
	switch what {
	case sayAnyway, sayAgain:
		if c.sheet != nil {
			return c.send(true)
		}
	case sayDiscard:
		return c.discard()
	case sayLeave:
		return tea.Quit
	}
	return nil
}

func (c *Console) askDiscard() tea.Cmd {
	if !c.sheet.Changed() {
		c.say(noted, "nothing was typed")
		return nil
	}
	c.open(overlay.NewQuestion("Throw away what was typed?",
		overlay.Paragraphs("The form goes back to what the ticket holds. This cannot be taken back."),
		overlay.Reply{Key: "x", Label: "throw it away", What: sayDiscard}))
	return nil
}

func (c *Console) discard() tea.Cmd {
	form := c.sheet.DraftForm()
	delete(c.drafts, form)
	c.closeForm()
	c.say(noted, "draft thrown away")
	return c.cmds.Discard(form)
}

// leavingMsg says that what was typed is on disk, or why it is not.
type leavingMsg struct{ err error }

// leave saves what still waits and quits.
func (c *Console) leave() tea.Cmd {
	return func() tea.Msg { return leavingMsg{c.cmds.Flush()} }
}

func (c *Console) left(msg leavingMsg) tea.Cmd {
	if msg.err == nil {
		return tea.Quit
	}
	c.open(overlay.NewQuestion("What you typed could not be saved", overlay.Paragraphs(command.Reason(msg.err)),
		overlay.Reply{Key: "q", Label: "leave all the same", What: sayLeave}))
	return nil
}
