package ui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

// onSubmitResult shows how a write ended. Only success closes the form and deletes the draft.
func (c *Console) onSubmitResult(msg backend.SubmitResultMsg) tea.Cmd {
	c.notification.clearTransient() // that the form is being sent is over
	form := backend.DraftKey{Kind: msg.Kind, Record: msg.Record.Raw(), Conflict: msg.Copy}
	ours := c.editor != nil && c.editor.IsSending(msg)
	if ours {
		form = c.editor.DraftForm()
	}
	if msg.Outcome == backend.Saved {
		return tea.Batch(c.onSaved(form, msg), c.reloadTicket(msg), c.showCreatedCustomer(msg, ours))
	}
	if !ours {
		return c.endedUnseen(form, msg)
	}
	kind, _ := backend.LookupKind(msg.Kind)
	why := backend.ErrorText(msg.Err)
	switch msg.Outcome {
	case backend.Conflict:
		c.showConflict(msg, kind.Noun)
	case backend.Unconfirmed:
		c.outbox.unsent = failedSubmit{c.editor.DraftForm(), true, "it was sent, and the answer was lost: " + why}
		c.editor.SetError("it is not known whether this arrived: " + why)
		c.askLost(msg, why)
	case backend.Rejected:
		c.editor.SetFieldError(msg.Field, why)
	default:
		c.outbox.unsent = failedSubmit{c.editor.DraftForm(), false, why}
		c.editor.SetError("not sent: " + why + " · " + c.Keys.KeyLabel(keymap.Form, keymap.Send) + " tries again · " +
			c.Keys.KeyLabel(keymap.Form, keymap.ToOutbox) + " puts it into the outbox")
		return nil
	}
	return c.reloadTicket(msg)
}

// askLost asks what is to become of a form of which nobody knows whether it was carried out.
func (c *Console) askLost(msg backend.SubmitResultMsg, why string) {
	replies := []overlay.Choice{
		{Action: keymap.ToOutbox, Label: "put it into the outbox, to look for it later", Run: sayAside},
		{Action: keymap.Overwrite, Label: "send again", Run: sayAgain},
	}
	if len(msg.Similar) > 0 {
		replies = append(replies, overlay.Choice{Action: keymap.Discard, Label: "it is there: throw this form away", Run: sayDiscard})
	}
	c.confirm("Was it carried out? That is not known",
		overlay.Paragraphs("It was sent, and the answer was lost: "+why+".", msg.Evidence), replies...)
}

// endedUnseen says how a form has ended that is not open any more. What may have arrived goes into the outbox, where it is
// looked for before it can be sent again.
func (c *Console) endedUnseen(form backend.DraftKey, msg backend.SubmitResultMsg) tea.Cmd {
	kind, _ := backend.LookupKind(msg.Kind)
	what := strings.TrimSpace(kind.Noun + " " + msg.Record.Display().String())
	switch why := backend.ErrorText(msg.Err); msg.Outcome {
	case backend.Unconfirmed:
		c.notify(levelError, what+": not known whether it arrived: "+why)
		if d, kept := c.drafts[form]; kept {
			return c.cmds.MoveToOutbox(d, true, "it was sent, and the answer was lost: "+why)
		}
	case backend.Conflict:
		c.notify(levelError, what+": not sent, kept as a draft: it has changed meanwhile")
	default:
		c.notify(levelError, what+": "+msg.Outcome.String()+", kept as a draft: "+why)
	}
	return nil
}

// reloadTicket shows a ticket as it is now, when it is the one beside the form.
func (c *Console) reloadTicket(msg backend.SubmitResultMsg) tea.Cmd {
	if t := c.ticket.Summary(); msg.Kind == backend.KindUpdate && t != nil && t.ID == msg.Record {
		return c.ticket.Show(c.cmds.CachedTicket(msg.Record), true)
	}
	return nil
}

// showCreatedCustomer shows a customer who was added by the form on screen: what one is called about comes next.
func (c *Console) showCreatedCustomer(msg backend.SubmitResultMsg, onScreen bool) tea.Cmd {
	id, err := strconv.ParseInt(msg.CreatedID.Raw(), 10, 64)
	if !onScreen || msg.Kind != backend.KindAddCustomer || err != nil {
		return nil
	}
	return c.openCustomer(id, nil)
}

// onSaved closes the form of what the service has taken, and shows the record as it is now.
func (c *Console) onSaved(form backend.DraftKey, msg backend.SubmitResultMsg) tea.Cmd {
	says := "saved " + c.cmds.Now().Format("15:04") + " ✓"
	switch kind, _ := backend.LookupKind(msg.Kind); {
	case msg.Kind == backend.KindAdd:
		says = "opened " + msg.CreatedID.Display().String() + " ✓"
	case kind.Creates:
		says = strings.TrimSpace(kind.Noun+" "+msg.CreatedID.Display().String()) + " added ✓"
	}
	closed := c.closeSavedForm(form, says)
	if msg.Kind == backend.KindAdd {
		c.inbox.SelectWhenListed(msg.CreatedID)
	}
	if msg.Warning != "" {
		c.confirm("Saved, but look at this", overlay.Paragraphs(msg.Warning),
			overlay.Choice{Action: keymap.Accept, Label: "understood", Run: sayGoOn})
	}
	return closed
}

// closeSavedForm closes the form that the service has taken, and deletes its draft.
func (c *Console) closeSavedForm(form backend.DraftKey, says string) tea.Cmd {
	delete(c.drafts, form)
	if c.editor != nil && c.editor.DraftForm() == form {
		c.closeForm()
	}
	c.notify(levelSuccess, says)
	return c.cmds.DeleteDraft(form)
}
