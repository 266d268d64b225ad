package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/text"
	"frontdesk/ui/command"
	"frontdesk/ui/overlay"
	"frontdesk/ui/theme"
)

// updated shows how an update ended. Only success closes the form and deletes the draft.
func (c *Console) updated(msg command.UpdatedMsg) tea.Cmd {
	switch {
	case msg.Outcome == command.Stored:
		return c.stored(msg)
	case c.sheet == nil || c.sheet.Record != msg.ID:
		return nil
	case msg.Outcome == command.Moved:
		c.sheet.Fail("not sent: the ticket has changed since the form was opened")
		c.open(overlay.NewQuestion("The ticket has changed meanwhile", differences(msg.Moved),
			overlay.Reply{Key: "s", Label: "send mine all the same", What: sayAnyway}))
		return nil
	}
	c.unstored(msg.Outcome, msg.Err, "Was it carried out? That is not known",
		"The ticket was read again and does not show it. It may still be carried out. Sending again may write the comment twice.")
	return nil
}

// stored closes the form of an update that the service has taken.
func (c *Console) stored(msg command.UpdatedMsg) tea.Cmd {
	closed := c.accepted(command.DraftForm{Kind: command.KindUpdate, Record: msg.ID.Raw()}, "saved "+c.cmds.Clock()().Format("15:04")+" ✓")
	if msg.Warning != "" {
		c.open(overlay.NewQuestion("Saved, but look at this", overlay.Paragraphs(msg.Warning),
			overlay.Reply{Key: "enter", Label: "understood", What: sayGoOn}))
	}
	if t := c.ticket.Row(); t != nil && t.ID == msg.ID {
		return tea.Batch(closed, c.ticket.Show(c.cmds.Row(msg.ID), true))
	}
	return closed
}

// added shows how the opening of a ticket ended.
func (c *Console) added(msg command.AddedMsg) tea.Cmd {
	if msg.Outcome == command.Stored {
		c.inbox.SetCursor(msg.ID)
		return c.accepted(command.DraftForm{Kind: command.KindAdd}, "opened "+msg.ID.Line().String()+" ✓")
	}
	if c.sheet != nil && c.sheet.Kind == command.KindAdd {
		c.unstored(msg.Outcome, msg.Err, "Was the ticket opened? That is not known",
			"Look for it in the inbox first: r asks the service again. Sending again may open it twice.")
	}
	return nil
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

// unstored leaves the form with everything typed and says why nothing is stored, or asks when that is not known.
func (c *Console) unstored(outcome command.Outcome, err error, question, advice string) {
	why := command.Reason(err)
	switch outcome {
	case command.Unknown:
		c.sheet.Fail("it is not known whether this arrived: " + why)
		c.open(overlay.NewQuestion(question, overlay.Paragraphs("It was sent, and the answer was lost: "+why+".", advice),
			overlay.Reply{Key: "s", Label: "send again", What: sayAgain}))
	case command.Refused:
		c.sheet.Fail("refused: " + why)
	default:
		c.sheet.Fail("not sent: " + why + " · ctrl+s tries again")
	}
}

// differences are what moved on a ticket, each with what it was, is, and would be.
func differences(all []command.Difference) func(*theme.Theme, int) []string {
	return func(th *theme.Theme, width int) []string {
		column := max((width-13)/3, 8)
		cell := func(s string) string {
			if s == "" {
				s = "–"
			}
			return text.Pad(s, column-1) + " "
		}
		lines := []string{th.Heading.On(text.Pad("", 13) + cell("was") + cell("is now") + cell("yours"))}
		for _, d := range all {
			lines = append(lines, th.Heading.On(text.Pad(d.Label, 13))+cell(d.Then)+th.Warn.On(cell(d.Now))+cell(d.Yours))
		}
		return lines
	}
}
