package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/pane"
)

var theirChangesReason = off(
	func(c *Console, _ pane.Target) bool {
		_, known := c.editor.Theirs()
		return known && !c.editor.IsSubmitting()
	},
	"no change by others is known here",
)

// followTicket reads the ticket of the open form when the list shows it changed, also beside the form.
func (c *Console) followTicket() tea.Cmd {
	if c.editor == nil || c.editor.Kind != backend.KindUpdate || c.editor.IsSubmitting() {
		c.followed = desk.Ticket{}
		return nil
	}
	t := c.cmds.CachedTicket(c.editor.Record)
	was := c.followed
	if t == nil || *t == was {
		return nil
	}
	c.followed = *t
	switch shown := c.ticket.Summary(); {
	case was.ID != t.ID: // opening the form has asked for it
		c.cmds.Cache.Watch(t.ID)
		return nil
	case shown != nil && shown.ID == t.ID:
		return c.ticket.Show(t, true)
	}
	return c.cmds.ReadTicket(t.ID)
}

// noteTheirs says in the open form what others have changed on its ticket, as it was just read, or read before where it
// cannot be read now.
func (c *Console) noteTheirs(msg backend.TicketLoadedMsg) {
	detail := msg.Detail
	if detail == nil && msg.Err != nil {
		detail = c.ticket.Known(msg.ID)
	}
	if detail == nil || !c.editor.IsOf(backend.KindUpdate, msg.ID) || c.editor.IsSubmitting() {
		return
	}
	was, _ := c.editor.Theirs()
	theirs, changed := c.cmds.CompareTicket(c.editor.Submission(), detail)
	if !changed {
		c.editor.ForgetTheirs()
		return
	}
	key := c.Keys.KeyLabel(keymap.Form, keymap.TheirChanges)
	said := "changed by " + theirs.By + " " + theirs.At + ", " + key + " compares: " + theirs.Brief()
	c.editor.SetTheirs(theirs, said)
	if was.Brief() != theirs.Brief() {
		c.sayNotice(said)
	}
}

// showTheirChanges asks what to do about what others have changed.
func (c *Console) showTheirChanges() {
	theirs, _ := c.editor.Theirs()
	c.askConflict(theirs.SubmitResultMsg)
}
