package ui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

func (c *Console) formActions() []pane.Action {
	idle := disabledUnless(!c.editor.IsSubmitting(), "the form is being sent: wait for the answer")
	narrow := disabledUnless(c.wide(), "only in a window of "+strconv.Itoa(splitMinWidth)+" columns or more")
	return []pane.Action{
		{ID: keymap.Send, Run: c.send, DisabledReason: idle},
		newAction(keymap.NextField, func() { c.editor.Next(1) }),
		newAction(keymap.PrevField, func() { c.editor.Next(-1) }),
		{ID: keymap.InsertFromFAQ, Run: c.lookUp, DisabledReason: idle},
		{ID: keymap.ToggleAdvanced, Run: func() tea.Cmd { c.editor.Unfold(); return nil }, DisabledReason: disabledUnless(c.editor.HasTail(), "every field of this form is shown")},
		{ID: keymap.HalfPageUp, Run: func() tea.Cmd { return c.scrollBeside(keymap.HalfPageUp) }, DisabledReason: narrow},
		{ID: keymap.HalfPageDown, Run: func() tea.Cmd { return c.scrollBeside(keymap.HalfPageDown) }, DisabledReason: narrow},
		{ID: keymap.ToOutbox, Run: c.moveToOutbox, DisabledReason: c.outboxDisabledReason()},
		{ID: keymap.Discard, Run: c.askDiscard, DisabledReason: idle},
		{ID: keymap.Back, Run: c.leaveForm, DisabledReason: idle},
	}
}

// scrollBeside moves what stands beside the form, so that it can be read while a comment is written.
func (c *Console) scrollBeside(id keymap.Action) tea.Cmd {
	if a, ok := pane.FindAction(c.besideForm().Actions(), id); ok {
		return a.Run()
	}
	return nil
}

// handleEditorInput gives input to the form and keeps what it holds.
func (c *Console) handleEditorInput(msg tea.Msg) tea.Cmd {
	return tea.Batch(c.editor.Update(msg), c.saveDraft())
}

// saveDraft saves what the form holds, when it differs from what is kept.
func (c *Console) saveDraft() tea.Cmd {
	form := c.editor.DraftForm()
	kept, has := c.drafts[form]
	d := c.editor.Draft()
	switch {
	case !c.editor.IsDirty() && has:
		delete(c.drafts, form)
		return c.cmds.DeleteDraft(form)
	case !c.editor.IsDirty() || has && sameValues(kept.Values, d.Values):
		return nil
	}
	d.SavedAt = c.cmds.Now()
	c.drafts[form] = d
	return c.cmds.SaveDraft(d)
}

func sameValues(a, b map[string]string) bool {
	for k, v := range b {
		if a[k] != v {
			return false
		}
	}
	return true
}

// setOriginal tells an open form what its ticket holds, when it was opened before that was known.
func (c *Console) setOriginal(msg backend.TicketLoadedMsg) {
	if c.editor != nil && msg.Detail != nil && c.editor.Record == msg.ID {
		c.editor.SetOriginal(c.cmds.TicketValues(msg.Detail))
	}
}

// leaveForm closes the form; what was typed stays a draft.
func (c *Console) leaveForm() tea.Cmd {
	if _, kept := c.drafts[c.editor.DraftForm()]; kept {
		c.notify(levelTransient, "✎ kept as a draft")
	}
	c.closeForm()
	return nil
}

func (c *Console) closeForm() { c.editor, c.editorFocused = nil, false }

func (c *Console) askDiscard() tea.Cmd {
	if !c.editor.IsDirty() {
		c.notify(levelTransient, "nothing was typed")
		return nil
	}
	c.confirm("Throw away what was typed?",
		overlay.Paragraphs("The form goes back to what the record holds. This cannot be taken back."),
		overlay.Choice{Action: keymap.Discard, Label: "throw it away", Run: sayDiscard})
	return nil
}

func (c *Console) discard() tea.Cmd {
	form := c.editor.DraftForm()
	delete(c.drafts, form)
	c.closeForm()
	c.notify(levelTransient, "draft thrown away")
	return c.cmds.DeleteDraft(form)
}

// flushedMsg says that what was typed is on disk, or why it is not.
type flushedMsg struct{ err error }

// quit saves what still waits and quits.
func (c *Console) quit() tea.Cmd {
	return func() tea.Msg { return flushedMsg{c.cmds.FlushDrafts()} }
}

func (c *Console) onFlushed(msg flushedMsg) tea.Cmd {
	if msg.err == nil {
		return tea.Quit
	}
	c.confirm("What you typed could not be saved", overlay.Paragraphs(backend.ErrorText(msg.err)),
		overlay.Choice{Action: keymap.Quit, Label: "leave all the same", Run: sayLeave})
	return nil
}

// handleFormMsg is what the root does about drafts and writes.
func (c *Console) handleFormMsg(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.DraftsLoadedMsg:
		c.setDrafts(msg)
	case backend.DraftSavedMsg:
		return c.saved(msg)
	case backend.DraftDeletedMsg:
		if msg.Err != nil {
			c.notify(levelError, backend.ErrorText(msg.Err))
		}
	case backend.TicketCustomerMsg:
		return c.onCustomerForForm(msg)
	case backend.SubmitResultMsg:
		return c.onSubmitResult(msg)
	}
	return nil
}
