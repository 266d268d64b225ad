package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
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
	case !c.editor.Validate():
		return nil
	case c.editor.NeedsReview():
		c.confirm("This will be sent", c.review(),
			overlay.Choice{Action: keymap.Accept, Label: "send it", Run: sayReviewed})
		return nil
	}
	return c.submit(false)
}

// review shows what the form will send: of a new record all of it, because nothing takes it back.
func (c *Console) review() func(*theme.Theme, int) []string {
	all := c.cmds.Diff(c.editor.Submission())
	if c.editor.Adds() {
		return additions(c.editor.Title()+". It cannot be deleted afterwards.", all)
	}
	return changeTable(all)
}

// submit sends what is filled in.
func (c *Console) submit(anyway bool) tea.Cmd {
	w := c.editor.Submission()
	w.Force = anyway
	c.outbox.unsent = failedSubmit{}
	c.editor.SetSubmitting()
	return c.cmds.Submit(w)
}

// replied does what a question was answered with.
func (c *Console) replied(what string) tea.Cmd {
	switch what {
	case sayDiscard:
		return c.discard()
	case sayLeave:
		return tea.Quit
	case sayAside:
		return c.moveToOutbox()
	case sayResend:
		return c.sendItem(c.outbox.chosen, true)
	case sayRemove:
		return c.cmds.DeleteOutboxItem(c.outbox.chosen)
	case sayThrow:
		return c.throwAway(c.draftToDelete)
	}
	if c.editor == nil || !c.editor.Validate() {
		return nil
	}
	switch what {
	case sayReviewed:
		return c.submit(false)
	case sayAnyway, sayAgain:
		return c.submit(true)
	case sayTheirs:
		c.editor.ApplyTheirs(c.pendingConflict.Conflicts, c.pendingConflict.Current)
		c.notify(levelTransient, "what they changed is in the form now")
		return c.saveDraft()
	case sayCommentOnly:
		c.editor.ResetExceptComment(c.pendingConflict.Current)
		return tea.Batch(c.saveDraft(), c.submit(false))
	}
	return nil
}

// showConflict shows what has moved since the form was opened, and asks what to do.
func (c *Console) showConflict(msg backend.SubmitResultMsg, noun string) {
	c.pendingConflict = msg
	c.editor.SetError("not sent: the " + noun + " has changed since the form was opened")
	replies := []overlay.Choice{
		{Action: keymap.Overwrite, Label: "Save my changes anyway", Run: sayAnyway},
		{Action: keymap.UseTheirs, Label: "Load their changes and keep editing", Run: sayTheirs},
	}
	if c.editor.Kind == backend.KindUpdate && c.editor.HasCommentText() {
		replies = append(replies, overlay.Choice{Action: keymap.CommentOnly, Label: "Send only my comment", Run: sayCommentOnly})
	}
	c.confirm("Someone changed this "+noun+" while you were editing", conflictTable(msg.Conflicts), replies...)
}
