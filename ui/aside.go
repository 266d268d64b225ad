package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
)

// failedSubmit is the form that could not be sent, which the outbox may take.
type failedSubmit struct {
	form backend.DraftKey
	lost bool // it is not known whether it arrived
	why  string
}

// outboxDisabledReason is why the form does not go into the outbox.
func (c *Console) outboxDisabledReason() string {
	switch {
	case c.editor.IsSubmitting():
		return "the form is being sent: wait for the answer"
	case c.outbox.unsent.why == "" || c.outbox.unsent.form != c.editor.DraftForm():
		return "the outbox takes what could not be sent: " + c.Keys.KeyLabel(keymap.Form, keymap.Send) + " sends it"
	}
	return ""
}

// moveToOutbox puts the form into the outbox.
func (c *Console) moveToOutbox() tea.Cmd {
	return c.cmds.MoveToOutbox(c.editor.Draft(), c.outbox.unsent.lost, c.outbox.unsent.why)
}

// onMovedToOutbox closes the form that is in the outbox now.
func (c *Console) onMovedToOutbox(msg backend.MovedToOutboxMsg) {
	if msg.Err != nil {
		c.notify(levelError, "not put into the outbox: "+backend.ErrorText(msg.Err))
		return
	}
	delete(c.drafts, msg.Form)
	if c.editor != nil && c.editor.DraftForm() == msg.Form {
		c.closeForm()
	}
	c.outbox.unsent = failedSubmit{}
	c.notifyWithLink(listOutbox, levelWarning, "put into the outbox: "+c.Keys.KeyLabel(keymap.Global, keymap.Outbox)+" lists it")
	c.setOutbox(msg.Outbox)
}
