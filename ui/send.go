package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/command"
	"frontdesk/ui/keymap"
	"frontdesk/ui/overlay"
	"frontdesk/ui/theme"
)

// What the questions are answered with.
const (
	sayReviewed    = "send what was looked at"
	sayAnyway      = "send although it moved"
	sayTheirs      = "take theirs"
	sayCommentOnly = "send the comment only"
	sayAgain       = "send again"
	sayDiscard     = "discard"
	sayAside       = "put into the outbox"
	sayResend      = "send the item again"
	sayRemove      = "throw the item away"
	sayThrow       = "throw the draft away"
	sayLeave       = "leave although drafts are not saved"
	sayGoOn        = "go on"
)

// send checks the form, shows what will be sent where the kind wants that, and sends it, once.
func (c *Console) send() tea.Cmd {
	switch {
	case !c.sheet.Ready():
		return nil
	case c.sheet.Reviewed():
		c.ask("This will be sent", c.review(),
			overlay.Reply{Action: keymap.Accept, Label: "send it", What: sayReviewed})
		return nil
	}
	return c.dispatch(false)
}

// review shows what the form will send: of a new record all of it, because nothing takes it back.
func (c *Console) review() func(*theme.Theme, int) []string {
	all := c.cmds.Changes(c.sheet.Write())
	if c.sheet.Adds() {
		return additions(c.sheet.Title()+". It cannot be deleted afterwards.", all)
	}
	return changes(all)
}

// dispatch sends what is filled in.
func (c *Console) dispatch(anyway bool) tea.Cmd {
	w := c.sheet.Write()
	w.Anyway = anyway
	c.outbox.unsent = unsent{}
	c.sheet.Busy()
	return c.cmds.Write(w)
}

// replied does what a question was answered with.
func (c *Console) replied(what string) tea.Cmd {
	switch what {
	case sayDiscard:
		return c.discard()
	case sayLeave:
		return tea.Quit
	case sayAside:
		return c.putAside()
	case sayResend:
		return c.sendItem(c.outbox.chosen, true)
	case sayRemove:
		return c.cmds.RemoveItem(c.outbox.chosen)
	case sayThrow:
		return c.throwAway(c.thrown)
	}
	if c.sheet == nil || !c.sheet.Ready() {
		return nil
	}
	switch what {
	case sayReviewed:
		return c.dispatch(false)
	case sayAnyway, sayAgain:
		return c.dispatch(true)
	case sayTheirs:
		c.sheet.TakeTheirs(c.moved.Moved, c.moved.Now)
		c.say(noted, "what they changed is in the form now")
		return c.keep()
	case sayCommentOnly:
		c.sheet.KeepComment(c.moved.Now)
		return tea.Batch(c.keep(), c.dispatch(false))
	}
	return nil
}

// askMoved shows what has moved since the form was opened, and asks what to do.
func (c *Console) askMoved(msg command.WrittenMsg, noun string) {
	c.moved = msg
	c.sheet.Fail("not sent: the " + noun + " has changed since the form was opened")
	replies := []overlay.Reply{
		{Action: keymap.SendAnyway, Label: "Save my changes anyway", What: sayAnyway},
		{Action: keymap.TakeTheirs, Label: "Load their changes and keep editing", What: sayTheirs},
	}
	if c.sheet.Kind == command.KindUpdate && c.sheet.IsCommented() {
		replies = append(replies, overlay.Reply{Action: keymap.CommentOnly, Label: "Send only my comment", What: sayCommentOnly})
	}
	c.ask("Someone changed this "+noun+" while you were editing", differences(msg.Moved), replies...)
}
