package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// failedSubmit is the form that could not be sent and can be moved to the outbox.
type failedSubmit struct {
	form backend.DraftKey
	lost bool // it is unknown whether it arrived
	why  string
}

// sentBefore is the reason of a form that may have arrived with an earlier attempt.
const sentBefore = "it was sent before and not confirmed"

// sentElsewhere is the reason of a form that a console on another host may have sent without this host hearing of it.
const sentElsewhere = "another console may have saved it"

// mayHaveArrived reports whether the open form was sent before with an unknown outcome.
func (f *forms) mayHaveArrived() bool {
	return f.unsent.lost && f.unsent.form == f.editor.DraftKey()
}

// askSendAgain asks before a form is sent that may be saved already; look says how to look first.
func (p part) askSendAgain(why, look string, send func() tea.Cmd) {
	title, label := "Send it again? It may already be saved", "Send again"
	warning := "It was sent before and not confirmed. Sending again may save it twice: "
	if why == sentElsewhere { // whether it was ever sent is not known
		title, label = "Send it? It may already be saved", "Send"
		warning = "Another console may have saved it. Sending it may save it twice: "
	}
	p.confirm(title, overlay.Paragraphs(warning+look),
		overlay.Choice{Action: keymap.Overwrite, Label: label, Run: send})
}

// checksFirst says which key of the outbox looks whether a form has arrived.
func (c *Config) checksFirst() string {
	return c.Keys.KeyLabel(keymap.ListOverlay, keymap.Check) + " checks first."
}

// whyNoOutbox returns why the form cannot be moved to the outbox; empty if it can.
func (f *forms) whyNoOutbox() string {
	switch {
	case f.editor.IsSubmitting():
		return "the form is being sent: wait for the answer"
	case f.unsent.why == "" || f.unsent.form != f.editor.DraftKey():
		return "only forms that failed to send go to the outbox: " + f.Keys.KeyLabel(keymap.Form, keymap.Send) + " sends it"
	}
	return ""
}

// moveToOutbox moves the form to the outbox.
func (f *forms) moveToOutbox() tea.Cmd {
	state := backend.ItemWaiting
	if f.unsent.lost {
		state = backend.ItemUnknown
	}
	return f.cmds.MoveToOutbox(f.typedDraft(), state, f.unsent.why)
}

// onMovedToOutbox closes the form that was moved to the outbox.
func (f *forms) onMovedToOutbox(msg backend.MovedToOutboxMsg) tea.Cmd {
	if cmd, isHeld := f.hold.onMoved(msg); isHeld {
		return cmd
	}
	then := f.then
	f.then = nil
	if msg.Err != nil {
		f.notify(levelError, "not moved to the outbox: "+backend.ErrorText(msg.Err))
		return nil
	}
	delete(f.drafts.kept, msg.Form)
	f.unsent = failedSubmit{}
	f.notifyOfWork(levelWarning, "moved to the outbox: "+f.workKey()+" lists it", "")
	f.outbox.set(msg.Outbox)
	closed := f.closeOf(msg.Form)
	if then != nil {
		return tea.Batch(closed, then())
	}
	return closed
}

func outboxReason(c *Console, _ pane.Target) string { return c.forms.whyNoOutbox() }
