package ui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/command"
	"frontdesk/ui/keymap"
	"frontdesk/ui/overlay"
)

// written shows how a write ended. Only success closes the form and deletes the draft.
func (c *Console) written(msg command.WrittenMsg) tea.Cmd {
	c.notice.fade() // that the form is being sent is over
	form := command.DraftForm{Kind: msg.Kind, Record: msg.Record.Raw(), Copy: msg.Copy}
	ours := c.sheet != nil && c.sheet.IsSending(msg)
	if ours {
		form = c.sheet.DraftForm()
	}
	if msg.Outcome == command.Stored {
		return tea.Batch(c.stored(form, msg), c.reread(msg), c.welcome(msg, ours))
	}
	if !ours {
		return c.endedUnseen(form, msg)
	}
	kind, _ := command.KindOf(msg.Kind)
	why := command.Reason(msg.Err)
	switch msg.Outcome {
	case command.Moved:
		c.askMoved(msg, kind.Noun)
	case command.Unknown:
		c.outbox.unsent = unsent{c.sheet.DraftForm(), true, "it was sent, and the answer was lost: " + why}
		c.sheet.Fail("it is not known whether this arrived: " + why)
		c.askLost(msg, why)
	case command.Refused:
		c.sheet.Refuse(msg.Field, why)
	default:
		c.outbox.unsent = unsent{c.sheet.DraftForm(), false, why}
		c.sheet.Fail("not sent: " + why + " · " + c.Keys.Key(keymap.Form, keymap.Send) + " tries again · " +
			c.Keys.Key(keymap.Form, keymap.PutAside) + " puts it into the outbox")
		return nil
	}
	return c.reread(msg)
}

// askLost asks what is to become of a form of which nobody knows whether it was carried out.
func (c *Console) askLost(msg command.WrittenMsg, why string) {
	replies := []overlay.Reply{
		{Action: keymap.PutAside, Label: "put it into the outbox, to look for it later", What: sayAside},
		{Action: keymap.SendAnyway, Label: "send again", What: sayAgain},
	}
	if len(msg.Similar) > 0 {
		replies = append(replies, overlay.Reply{Action: keymap.Discard, Label: "it is there: throw this form away", What: sayDiscard})
	}
	c.ask("Was it carried out? That is not known",
		overlay.Paragraphs("It was sent, and the answer was lost: "+why+".", msg.Found), replies...)
}

// endedUnseen says how a form has ended that is not open any more. What may have arrived goes into the outbox, where it is
// looked for before it can be sent again.
func (c *Console) endedUnseen(form command.DraftForm, msg command.WrittenMsg) tea.Cmd {
	kind, _ := command.KindOf(msg.Kind)
	what := strings.TrimSpace(kind.Noun + " " + msg.Record.Line().String())
	switch why := command.Reason(msg.Err); msg.Outcome {
	case command.Unknown:
		c.say(failed, what+": not known whether it arrived: "+why)
		if d, kept := c.drafts[form]; kept {
			return c.cmds.PutAside(d, true, "it was sent, and the answer was lost: "+why)
		}
	case command.Moved:
		c.say(failed, what+": not sent, kept as a draft: it has changed meanwhile")
	default:
		c.say(failed, what+": "+msg.Outcome.String()+", kept as a draft: "+why)
	}
	return nil
}

// reread shows a ticket as it is now, when it is the one beside the form.
func (c *Console) reread(msg command.WrittenMsg) tea.Cmd {
	if t := c.ticket.Row(); msg.Kind == command.KindUpdate && t != nil && t.ID == msg.Record {
		return c.ticket.Show(c.cmds.Row(msg.Record), true)
	}
	return nil
}

// welcome shows a customer who was added by the form on screen: what one is called about comes next.
func (c *Console) welcome(msg command.WrittenMsg, onScreen bool) tea.Cmd {
	id, err := strconv.ParseInt(msg.Made.Raw(), 10, 64)
	if !onScreen || msg.Kind != command.KindAddCustomer || err != nil {
		return nil
	}
	return c.openCustomer(id, nil)
}

// stored closes the form of what the service has taken, and shows the record as it is now.
func (c *Console) stored(form command.DraftForm, msg command.WrittenMsg) tea.Cmd {
	says := "saved " + c.cmds.Now().Format("15:04") + " ✓"
	switch kind, _ := command.KindOf(msg.Kind); {
	case msg.Kind == command.KindAdd:
		says = "opened " + msg.Made.Line().String() + " ✓"
	case kind.Adds:
		says = strings.TrimSpace(kind.Noun+" "+msg.Made.Line().String()) + " added ✓"
	}
	closed := c.accepted(form, says)
	if msg.Kind == command.KindAdd {
		c.inbox.SetCursor(msg.Made)
	}
	if msg.Warning != "" {
		c.ask("Saved, but look at this", overlay.Paragraphs(msg.Warning),
			overlay.Reply{Action: keymap.Accept, Label: "understood", What: sayGoOn})
	}
	return closed
}

// accepted closes the form that the service has taken, and deletes its draft.
func (c *Console) accepted(form command.DraftForm, says string) tea.Cmd {
	delete(c.drafts, form)
	if c.sheet != nil && c.sheet.DraftForm() == form {
		c.closeForm()
	}
	c.say(done, says)
	return c.cmds.Discard(form)
}
