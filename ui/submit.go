package ui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/difftable"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// send validates the form, opens a confirmation if one is needed, and hands the form over otherwise.
func (c *Console) send() tea.Cmd {
	if !c.editor.Validate() {
		return nil
	}
	return c.ifWhole(c.editor.Form, c.ifValid(c.sendWhole))
}

// sendWhole goes on with a form that is valid and whole, or that the agent sends as it is.
func (c *Console) sendWhole() tea.Cmd {
	switch {
	case c.editor.Kind == backend.KindUpdateMany:
		return c.previewForm()
	case c.mayHaveArrived():
		c.confirm(
			sendAgainTitle(c.unsent.why),
			overlay.Paragraphs(sendAgainWarning(c.unsent.why, c.Keys.KeyLabel(keymap.Form, keymap.MoveToOutbox)+
				" in the form moves it to the outbox, where "+c.checksFirst())),
			overlay.Choice{
				Action: keymap.Overwrite,
				Label:  sendAgainLabel(c.unsent.why),
				Run:    c.ifValid(func() tea.Cmd { return c.submit(false) }),
			},
		)
		return nil
	case c.editor.NeedsReview():
		c.confirm(
			"This will be sent",
			c.review(),
			overlay.Choice{
				Action: keymap.Accept,
				Label:  "Send it",
				Run:    c.ifValid(func() tea.Cmd { return c.submitUpdate(c.editor) }),
			},
		)
		return nil
	}
	if _, known := c.editor.Theirs(); known { // holding it back would end in the outbox
		c.remember(c.editor)
		return c.submit(false)
	}
	return c.submitUpdate(c.editor)
}

// review returns the values that will be sent: all of them for a new record, because it cannot be deleted.
func (c *Console) review() overlay.Body {
	all := c.cmds.Diff(c.editor.Submission())
	if c.editor.Creates() {
		return difftable.Additions(c.editor.Title()+". It cannot be deleted afterwards.", all)
	}
	return difftable.Changes(all)
}

// submit submits the form; anyway sends it despite conflicts.
func (c *Console) submit(anyway bool) tea.Cmd {
	w := c.drafts.submission(c.editor)
	w.Overwrite, w.MaybeSaved = anyway, c.mayHaveArrived()
	c.unsent, c.drafts.discarded.isLast = failedSubmit{}, false
	c.editor.SetSubmitting()
	return c.cmds.Submit(w)
}

// ifValid returns f for a choice: it is called if the form is still open and valid.
func (c *Console) ifValid(f func() tea.Cmd) func() tea.Cmd {
	return func() tea.Cmd {
		if c.editor == nil || !c.editor.Validate() {
			return nil
		}
		return f()
	}
}

// showConflict says that the form was not sent because of a conflict, and asks what to do.
func (c *Console) showConflict(msg backend.SubmitResultMsg, noun string) {
	c.editor.SetError("not sent: the " + noun + " changed after you opened the form")
	c.askConflict(msg)
}

// askConflict shows what has changed on the record since the form was opened, and the ways to resolve the conflict.
// The key of a choice has a row below [question] in internal/keymap/bindings.txt; getting-started.md lists the choices.
func (c *Console) askConflict(msg backend.SubmitResultMsg) {
	kind, _ := backend.LookupKind(msg.Kind)
	noun := kind.Noun
	replies := []overlay.Choice{
		{
			Action: keymap.Overwrite,
			Label:  "Save my changes anyway",
			Run:    c.ifValid(func() tea.Cmd { return c.submit(true) }),
		},
		{Action: keymap.LoadTheirs, Label: "Load the changes and keep editing", Run: func() tea.Cmd {
			if c.editor == nil {
				return nil
			}
			c.editor.ApplyTheirs(msg.Conflicts, msg.Current)
			c.notify(levelTransient, "what has changed is in the form now")
			return c.saveDraft()
		}},
	}
	if c.editor.Kind == backend.KindUpdate && c.editor.HasCommentText() {
		replies = append(
			replies,
			overlay.Choice{Action: keymap.CommentOnly, Label: "Send only my comment", Run: c.ifValid(func() tea.Cmd {
				c.editor.ResetExceptComment(msg.Current)
				return tea.Batch(c.saveDraft(), c.submit(false))
			})},
		)
	}
	unsent := c.cmds.SummaryLine(c.editor.Submission(), backend.WholeWidth)
	c.confirm("This "+noun+" has changed since you opened the form", difftable.Conflict(msg.Conflicts, unsent), replies...)
}

// onSubmitResult handles the result of a submission. Only success closes the form and deletes the draft.
func (c *Console) onSubmitResult(msg backend.SubmitResultMsg) tea.Cmd {
	if msg.Held != 0 {
		return c.hold.onResult(msg)
	}
	c.notification.clearTransient() // clears the notice that the form is being sent
	form := backend.DraftKey{Kind: msg.Kind, Record: msg.Record.Raw(), Conflict: msg.Copy}
	ours := c.editor != nil && c.editor.IsSending(msg)
	if ours {
		form = c.editor.DraftKey()
	}
	if msg.Outcome == backend.Saved {
		closed, next := c.onSaved(form, msg), tea.Cmd(nil)
		if ours {
			next = c.savedOpenForm(msg)
		}
		return tea.Batch(closed, next, reread(c.ticket, msg), c.showCreatedCustomer(msg, ours))
	}
	if !ours {
		return c.onClosedFormResult(form, msg)
	}
	kind, _ := backend.LookupKind(msg.Kind)
	why := backend.ErrorText(msg.Err)
	if msg.MaybeSaved { // by an earlier attempt, whatever became of this one
		c.unsent = failedSubmit{c.editor.DraftKey(), true, sentBefore}
	}
	switch msg.Outcome {
	case backend.Conflict:
		c.showConflict(msg, kind.Noun)
	case backend.LooksSaved:
		c.askLooksSaved(msg)
	case backend.NotKnown:
		c.unsent = failedSubmit{c.editor.DraftKey(), true, "it was sent, and the answer was lost: " + why}
		c.editor.SetError("this was not confirmed: " + why)
		c.askLost(msg, why)
	case backend.Refused:
		c.editor.SetRefusal(msg.Field, why)
	default:
		if !msg.MaybeSaved {
			c.unsent = failedSubmit{c.editor.DraftKey(), false, why}
		}
		c.editor.SetError("not sent: " + why + " · " + c.Keys.KeyLabel(keymap.Form, keymap.Send) + " tries again · " +
			c.Keys.KeyLabel(keymap.Form, keymap.MoveToOutbox) + " moves it to the outbox")
		return nil
	}
	return reread(c.ticket, msg)
}

// askLost opens the choice of what to do with a form that was sent with an unknown outcome.
func (c *Console) askLost(msg backend.SubmitResultMsg, why string) {
	move := overlay.Choice{Action: keymap.MoveToOutbox, Label: "Move to the outbox and check later", Run: c.moveToOutbox}
	if name, look := c.lookAt(msg); look != nil {
		move.Label = "Move to the outbox and look at " + name
		move.Run = func() tea.Cmd { c.then = look; return c.moveToOutbox() }
	}
	replies := []overlay.Choice{
		move,
		{Action: keymap.Overwrite, Label: "Send again", Run: c.ifValid(func() tea.Cmd { return c.submit(true) })},
	}
	if len(msg.Similar) > 0 {
		replies = append(
			replies,
			overlay.Choice{Action: keymap.Discard, Label: "It is saved: discard this form", Run: c.discard},
		)
	}
	c.confirm("We could not confirm this was saved",
		overlay.Paragraphs("It was sent, and the answer was lost: "+why+".", msg.Evidence), replies...)
}

// lookAt names a record that looks like what was sent, and returns what opens it; nil if there is none to open.
func (c *Console) lookAt(msg backend.SubmitResultMsg) (name string, open func() tea.Cmd) {
	if len(msg.Similar) == 0 {
		return "", nil
	}
	id := msg.Similar[0]
	kind, _ := backend.LookupKind(msg.Kind)
	name = kind.Noun + " " + id.Display().String()
	switch msg.Kind {
	case backend.KindAdd:
		return name, func() tea.Cmd { return c.openFrom(source{"the tickets like it", msg.Similar}, id) }
	case backend.KindAddCustomer:
		customer, err := strconv.ParseInt(id.Raw(), 10, 64)
		if err == nil {
			return name, func() tea.Cmd { return c.openCustomer(customer, nil) }
		}
	}
	return "", nil
}

// looksSavedReason is why a form is not sent that another console may have sent.
const looksSavedReason = "it may already be saved"

// askLooksSaved opens the choice of what to do with a form that another console may have sent.
func (c *Console) askLooksSaved(msg backend.SubmitResultMsg) {
	c.editor.SetError("not sent: " + looksSavedReason)
	body := overlay.Paragraphs("You began this in another console, which may have sent it.", msg.Evidence)
	replies := []overlay.Choice{
		{Action: keymap.Overwrite, Label: "Send it", Run: c.ifValid(func() tea.Cmd {
			c.unsent = failedSubmit{c.editor.DraftKey(), true, sentElsewhere}
			return c.submit(true)
		})},
	}
	if len(msg.Similar) > 0 {
		replies = append(
			replies,
			overlay.Choice{Action: keymap.Discard, Label: "It is saved: discard this form", Run: c.discard},
		)
	}
	c.confirm("Send it? It may already be saved", body, replies...)
}

// onClosedFormResult shows the result of a form that is no longer open. A form that may have arrived goes to the
// outbox, where it can be verified before it is sent again.
func (c *Console) onClosedFormResult(form backend.DraftKey, msg backend.SubmitResultMsg) tea.Cmd {
	kind, _ := backend.LookupKind(msg.Kind)
	what := strings.TrimSpace(kind.Noun + " " + msg.Record.Display().String())
	switch why := backend.ErrorText(msg.Err); msg.Outcome {
	case backend.NotKnown:
		c.notify(levelError, what+": not confirmed: "+why)
		if d, kept := c.drafts.kept[form]; kept {
			return c.cmds.MoveToOutbox(d, backend.ItemUnknown, "it was sent, and the answer was lost: "+why)
		}
	case backend.Conflict:
		c.notify(levelError, what+": not sent, kept as a draft: it has changed")
	case backend.LooksSaved:
		c.notify(levelError, what+": not sent, kept as a draft: "+looksSavedReason)
	default:
		c.notify(levelError, what+": "+msg.Outcome.String()+", kept as a draft: "+why)
	}
	return nil
}

// reread reads the ticket on the screen again if it was written.
func reread(shown *pane.Ticket, w backend.SubmitResultMsg) tea.Cmd {
	if w.Kind != backend.KindUpdate {
		return nil
	}
	return shown.Reread(w.Record)
}

// showCreatedCustomer opens a customer that was created with the form on screen, so that the agent can go on with a
// ticket or an order.
func (c *Console) showCreatedCustomer(msg backend.SubmitResultMsg, onScreen bool) tea.Cmd {
	id, err := strconv.ParseInt(msg.CreatedID.Raw(), 10, 64)
	if !onScreen || msg.Kind != backend.KindAddCustomer || err != nil {
		return nil
	}
	if isOfCall(msg.Copy) && c.call.IsOn() {
		return tea.Batch(c.showCall(), c.call.Choose(id), c.keepCall())
	}
	return c.openCustomer(id, nil)
}

// onSaved closes the form after the service has accepted it, and selects a created ticket in the inbox.
func (c *Console) onSaved(form backend.DraftKey, msg backend.SubmitResultMsg) tea.Cmd {
	text := "saved " + c.cmds.Now().Format("15:04") + " ✓"
	switch kind, _ := backend.LookupKind(msg.Kind); {
	case msg.Kind == backend.KindAdd:
		text = "opened " + msg.CreatedID.Display().String() + " ✓"
	case kind.Creates:
		text = strings.TrimSpace(kind.Noun+" "+msg.CreatedID.Display().String()) + " added ✓"
	}
	switch number := msg.Record.Display().String(); {
	case msg.Kind != backend.KindUpdate:
	case isOfCall(msg.Copy):
		text = "call noted on " + number + ", " + text
	case c.goesOn():
		text = number + " " + text // another ticket may be on the screen now
	}
	if msg.Kind == backend.KindUpdate {
		c.ticket.Forget(msg.Record)
	}
	c.hold.noteSent(msg.Kind, msg.Written())
	closed := tea.Batch(c.closeSavedForm(form, text), c.takeTicketOfCall(msg))
	if msg.Kind == backend.KindAdd && !c.goesOn() {
		c.inbox.SelectWhenListed(msg.CreatedID)
	}
	if msg.Warning != "" {
		warnSaved(c, msg.Warning)
	}
	return closed
}

// warnSaved shows the warning of a write that was saved.
func warnSaved(s shell, warning string) {
	s.confirm(
		"Saved with a warning",
		overlay.Paragraphs(warning),
		overlay.Choice{Action: keymap.Accept, Label: "OK"},
	)
}

// closeSavedForm closes the form and deletes its draft.
func (c *Console) closeSavedForm(form backend.DraftKey, text string) tea.Cmd {
	dropped := c.drafts.drop(form)
	c.notify(levelSuccess, text)
	return tea.Batch(c.closeFormOf(form), dropped)
}
