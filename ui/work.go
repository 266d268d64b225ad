package ui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/command"
	"frontdesk/ui/keymap"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

func (c *Console) formActions() []pane.Action {
	idle := unless(!c.sheet.IsBusy(), "the form is being sent: wait for the answer")
	narrow := unless(c.wide(), "only in a window of "+strconv.Itoa(wideFrom)+" columns or more")
	return []pane.Action{
		{ID: keymap.Send, Do: c.send, Off: idle},
		act(keymap.NextField, func() { c.sheet.Next(1) }),
		act(keymap.PrevField, func() { c.sheet.Next(-1) }),
		{ID: keymap.LookUp, Do: c.lookUp, Off: idle},
		{ID: keymap.Unfold, Do: func() tea.Cmd { c.sheet.Unfold(); return nil }, Off: unless(c.sheet.HasTail(), "every field of this form is shown")},
		{ID: keymap.HalfUp, Do: func() tea.Cmd { return c.scrollBeside(keymap.HalfUp) }, Off: narrow},
		{ID: keymap.HalfDown, Do: func() tea.Cmd { return c.scrollBeside(keymap.HalfDown) }, Off: narrow},
		{ID: keymap.PutAside, Do: c.putAside, Off: c.cannotPutAside()},
		{ID: keymap.Discard, Do: c.askDiscard, Off: idle},
		{ID: keymap.Back, Do: c.leaveForm, Off: idle},
	}
}

// scrollBeside moves what stands beside the form, so that it can be read while a comment is written.
func (c *Console) scrollBeside(id keymap.Action) tea.Cmd {
	if a, ok := pane.Find(c.besideForm().Actions(), id); ok {
		return a.Do()
	}
	return nil
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
	if _, kept := c.drafts[c.sheet.DraftForm()]; kept {
		c.say(noted, "✎ kept as a draft")
	}
	c.closeForm()
	return nil
}

func (c *Console) closeForm() { c.sheet, c.inForm = nil, false }

func (c *Console) askDiscard() tea.Cmd {
	if !c.sheet.Changed() {
		c.say(noted, "nothing was typed")
		return nil
	}
	c.ask("Throw away what was typed?",
		overlay.Paragraphs("The form goes back to what the record holds. This cannot be taken back."),
		overlay.Reply{Action: keymap.Discard, Label: "throw it away", What: sayDiscard})
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
	c.ask("What you typed could not be saved", overlay.Paragraphs(command.Reason(msg.err)),
		overlay.Reply{Action: keymap.Quit, Label: "leave all the same", What: sayLeave})
	return nil
}

// hearOfForms is what the root does about drafts and writes.
func (c *Console) hearOfForms(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case command.DraftsMsg:
		c.takeDrafts(msg)
	case command.SavedMsg:
		return c.saved(msg)
	case command.DiscardedMsg:
		if msg.Err != nil {
			c.say(failed, command.Reason(msg.Err))
		}
	case command.SubjectMsg:
		return c.heardOf(msg)
	case command.WrittenMsg:
		return c.written(msg)
	}
	return nil
}
