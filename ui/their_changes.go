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
func (f *forms) followTicket() tea.Cmd {
	if f.editor == nil || f.editor.Kind != backend.KindUpdate || f.editor.IsSubmitting() {
		f.followed = desk.Ticket{}
		return nil
	}
	t := f.cmds.CachedTicket(f.editor.Record)
	was := f.followed
	if t == nil || *t == was {
		return nil
	}
	f.followed = *t
	switch shown := f.ticket.Summary(); {
	case was.ID != t.ID: // opening the form has asked for it
		f.cmds.Cache.Watch(t.ID)
		return nil
	case shown != nil && shown.ID == t.ID:
		return f.ticket.Show(t, true)
	}
	return f.cmds.ReadTicket(t.ID)
}

// noteTheirs says in the open form what others have changed on its ticket, as it was just read, or read before where it
// cannot be read now.
func (f *forms) noteTheirs(msg backend.TicketLoaded) {
	detail := msg.Value
	if detail == nil && msg.Err != nil {
		detail = f.ticket.Known(msg.Of)
	}
	if detail == nil || !f.editor.IsOf(backend.KindUpdate, msg.Of) || f.editor.IsSubmitting() {
		return
	}
	was, _ := f.editor.Theirs()
	theirs, changed := f.cmds.CompareTicket(f.editor.Submission(), detail)
	if !changed {
		f.editor.ForgetTheirs()
		return
	}
	key := f.Keys.KeyLabel(keymap.Form, keymap.TheirChanges)
	said := "changed by " + theirs.By + " " + theirs.At + ", " + key + " compares: " + theirs.Brief()
	f.editor.SetTheirs(theirs, said)
	if was.Brief() != theirs.Brief() {
		f.sayNotice(said)
	}
}

// showTheirChanges asks what to do about what others have changed.
func (s *sending) showTheirChanges() {
	theirs, _ := s.editor.Theirs()
	s.askConflict(theirs.SubmitResultMsg)
}
