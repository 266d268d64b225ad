package ui

import (
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/difftable"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// sending is what happens to a form once its key for sending is pressed: the questions before, the way to the service,
// and what becomes of the result.
type sending struct {
	part
	forms   *forms
	drafts  *drafts
	hold    *holding
	bulk    *bulkUpdates
	repeats *repeating
	calls   *calls

	handedOver func(kind string, ticket desk.ID) tea.Cmd // goes on after an update was handed over or saved
}

// send validates the form, opens a confirmation if one is needed, and hands the form over otherwise.
func (s *sending) send() tea.Cmd {
	if !s.editor.Validate() {
		return nil
	}
	return s.ifWhole(s.editor.Form, s.ifValid(s.sendWhole))
}

// sendWhole goes on with a form that is valid and whole, or that the agent sends as it is.
func (s *sending) sendWhole() tea.Cmd {
	switch {
	case s.editor.Kind == backend.KindUpdateMany:
		return s.previewForm()
	case s.forms.mayHaveArrived():
		look := s.Keys.KeyLabel(keymap.Form, keymap.MoveToOutbox) + " in the form moves it to the outbox, where " +
			s.checksFirst()
		s.askSendAgain(s.forms.unsent.why, look, s.ifValid(func() tea.Cmd { return s.submit(false) }))
		return nil
	case s.editor.NeedsReview():
		s.confirm("This will be sent", s.review(), overlay.Choice{
			Action: keymap.Accept, Label: "Send it",
			Run: s.ifValid(func() tea.Cmd { return s.submitUpdate(s.editor) }),
		})
		return nil
	}
	if _, known := s.editor.Theirs(); known { // holding it back would end in the outbox
		s.repeats.note(s.editor)
		return s.submit(false)
	}
	return s.submitUpdate(s.editor)
}

// review returns the values that will be sent: all of them for a new record, because it cannot be deleted.
func (s *sending) review() overlay.Body {
	all := s.cmds.Diff(s.editor.Submission())
	if s.editor.Creates() {
		return difftable.Additions(s.editor.Title()+". It cannot be deleted afterwards.", all)
	}
	return difftable.Changes(all)
}

// submit submits the form; anyway sends it despite conflicts.
func (s *sending) submit(anyway bool) tea.Cmd {
	w := s.drafts.submission(s.editor)
	w.Overwrite, w.MaybeSaved = anyway, s.forms.mayHaveArrived()
	s.forms.unsent, s.drafts.discarded.isLast = failedSubmit{}, false
	s.editor.SetSubmitting()
	return s.cmds.Submit(w)
}

// ifValid returns f for a choice: it is called if the form is still open and valid.
func (s *sending) ifValid(f func() tea.Cmd) func() tea.Cmd {
	return func() tea.Cmd {
		if s.editor == nil || !s.editor.Validate() {
			return nil
		}
		return f()
	}
}

// sendAnyway is the choice to send the form despite a conflict or a doubt.
func (s *sending) sendAnyway(label string) overlay.Choice {
	run := s.ifValid(func() tea.Cmd { return s.submit(true) })
	return overlay.Choice{Action: keymap.Overwrite, Label: label, Run: run}
}

// orDiscard adds the choice to discard the form, if a record looks like what was sent.
func (s *sending) orDiscard(msg backend.SubmitResultMsg, replies ...overlay.Choice) []overlay.Choice {
	if len(msg.Similar) == 0 {
		return replies
	}
	return append(replies,
		overlay.Choice{Action: keymap.Discard, Label: "It is saved: discard this form", Run: s.forms.discard})
}

// showConflict says that the form was not sent because of a conflict, and asks what to do.
func (s *sending) showConflict(msg backend.SubmitResultMsg, noun string) {
	s.editor.SetError("not sent: the " + noun + " changed after you opened the form")
	s.askConflict(msg)
}

// askConflict shows what has changed on the record since the form was opened, and the ways to resolve the conflict.
// The key of a choice has a row below [question] in internal/keymap/bindings.txt; getting-started.md lists the choices.
func (s *sending) askConflict(msg backend.SubmitResultMsg) {
	kind, _ := backend.LookupKind(msg.Kind)
	noun := kind.Noun
	replies := []overlay.Choice{
		s.sendAnyway("Save my changes anyway"),
		{Action: keymap.LoadTheirs, Label: "Load the changes and keep editing", Run: func() tea.Cmd {
			if s.editor == nil {
				return nil
			}
			s.editor.ApplyTheirs(msg.Conflicts, msg.Current)
			s.notify(levelTransient, "what has changed is in the form now")
			return s.forms.saveDraft()
		}},
	}
	if s.editor.Kind == backend.KindUpdate && s.editor.HasCommentText() {
		comment := s.ifValid(func() tea.Cmd {
			s.editor.ResetExceptComment(msg.Current)
			return tea.Batch(s.forms.saveDraft(), s.submit(false))
		})
		replies = append(replies,
			overlay.Choice{Action: keymap.CommentOnly, Label: "Send only my comment", Run: comment})
	}
	unsent := s.cmds.SummaryLine(s.editor.Submission(), backend.WholeWidth)
	s.confirm("This "+noun+" has changed since you opened the form", difftable.Conflict(msg.Conflicts, unsent), replies...)
}

// onResult handles the result of a submission. Only success closes the form and deletes the draft.
func (s *sending) onResult(msg backend.SubmitResultMsg) tea.Cmd {
	if msg.Held != 0 {
		return s.hold.onResult(msg)
	}
	s.notification.clearTransient() // clears the notice that the form is being sent
	form := backend.DraftKey{Kind: msg.Kind, Record: msg.Record.Raw(), Conflict: msg.Copy}
	ours := s.editor != nil && s.editor.IsSending(msg)
	if ours {
		form = s.editor.DraftKey()
	}
	if msg.Outcome == backend.Saved {
		closed, next := s.onSaved(form, msg), tea.Cmd(nil)
		if ours {
			next = s.handedOver(msg.Kind, msg.Record)
			s.inbox.NoteSaved(msg.Record)
		}
		return tea.Batch(closed, next, reread(s.ticket, msg), s.calls.showCreatedCustomer(msg, ours))
	}
	if !ours {
		return s.onClosedFormResult(form, msg)
	}
	kind, _ := backend.LookupKind(msg.Kind)
	why := backend.ErrorText(msg.Err)
	if msg.MaybeSaved { // by an earlier attempt, whatever became of this one
		s.forms.unsent = failedSubmit{s.editor.DraftKey(), true, sentBefore}
	}
	switch msg.Outcome {
	case backend.Conflict:
		s.showConflict(msg, kind.Noun)
	case backend.LooksSaved:
		s.askLooksSaved(msg)
	case backend.NotKnown:
		s.forms.unsent = failedSubmit{s.editor.DraftKey(), true, "it was sent, and the answer was lost: " + why}
		s.editor.SetError("this was not confirmed: " + why)
		s.askLost(msg, why)
	case backend.Refused:
		s.editor.SetRefusal(msg.Field, why)
	default:
		if !msg.MaybeSaved {
			s.forms.unsent = failedSubmit{s.editor.DraftKey(), false, why}
		}
		s.editor.SetError("not sent: " + why + " · " + s.Keys.KeyLabel(keymap.Form, keymap.Send) + " tries again · " +
			s.Keys.KeyLabel(keymap.Form, keymap.MoveToOutbox) + " moves it to the outbox")
		return nil
	}
	return reread(s.ticket, msg)
}

// askLost opens the choice of what to do with a form that was sent with an unknown outcome.
func (s *sending) askLost(msg backend.SubmitResultMsg, why string) {
	move := overlay.Choice{Action: keymap.MoveToOutbox, Label: "Move to the outbox and check later", Run: s.forms.moveToOutbox}
	if name, look := s.lookAt(msg); look != nil {
		move.Label = "Move to the outbox and look at " + name
		move.Run = func() tea.Cmd { s.forms.then = look; return s.forms.moveToOutbox() }
	}
	s.confirm("We could not confirm this was saved",
		overlay.Paragraphs("It was sent, and the answer was lost: "+why+".", msg.Evidence),
		s.orDiscard(msg, move, s.sendAnyway("Send again"))...)
}

// lookAt names a record that looks like what was sent, and returns what opens it; nil if there is none to open.
func (s *sending) lookAt(msg backend.SubmitResultMsg) (name string, open func() tea.Cmd) {
	if len(msg.Similar) == 0 {
		return "", nil
	}
	id := msg.Similar[0]
	kind, _ := backend.LookupKind(msg.Kind)
	name = kind.Noun + " " + id.Display().String()
	switch msg.Kind {
	case backend.KindAdd:
		return name, func() tea.Cmd { return s.openFrom(source{"the tickets like it", msg.Similar}, id) }
	case backend.KindAddCustomer:
		customer, err := strconv.ParseInt(id.Raw(), 10, 64)
		if err == nil {
			return name, func() tea.Cmd { return s.openCustomer(customer, nil) }
		}
	}
	return "", nil
}

// looksSavedReason is why a form is not sent that another console may have sent.
const looksSavedReason = "it may already be saved"

// askLooksSaved opens the choice of what to do with a form that another console may have sent.
func (s *sending) askLooksSaved(msg backend.SubmitResultMsg) {
	s.editor.SetError("not sent: " + looksSavedReason)
	body := overlay.Paragraphs("You began this in another console, which may have sent it.", msg.Evidence)
	send := s.sendAnyway("Send it")
	send.Run = s.ifValid(func() tea.Cmd {
		s.forms.unsent = failedSubmit{s.editor.DraftKey(), true, sentElsewhere}
		return s.submit(true)
	})
	s.confirm("Send it? It may already be saved", body, s.orDiscard(msg, send)...)
}

// onClosedFormResult shows the result of a form that is no longer open. A form that may have arrived goes to the
// outbox, where it can be verified before it is sent again.
func (s *sending) onClosedFormResult(form backend.DraftKey, msg backend.SubmitResultMsg) tea.Cmd {
	kind, _ := backend.LookupKind(msg.Kind)
	what := strings.TrimSpace(kind.Noun + " " + msg.Record.Display().String())
	switch why := backend.ErrorText(msg.Err); msg.Outcome {
	case backend.NotKnown:
		s.notify(levelError, what+": not confirmed: "+why)
		if d, kept := s.drafts.kept[form]; kept {
			return s.cmds.MoveToOutbox(d, backend.ItemUnknown, "it was sent, and the answer was lost: "+why)
		}
	case backend.Conflict:
		s.notify(levelError, what+": not sent, kept as a draft: it has changed")
	case backend.LooksSaved:
		s.notify(levelError, what+": not sent, kept as a draft: "+looksSavedReason)
	default:
		s.notify(levelError, what+": "+msg.Outcome.String()+", kept as a draft: "+why)
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

// onSaved closes the form after the service has accepted it, and selects a created ticket in the inbox.
func (s *sending) onSaved(form backend.DraftKey, msg backend.SubmitResultMsg) tea.Cmd {
	text := "saved " + s.cmds.Now().Format("15:04") + " ✓"
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
	case s.goesOn():
		text = number + " " + text // another ticket may be on the screen now
	}
	if msg.Kind == backend.KindUpdate {
		s.ticket.Forget(msg.Record)
	}
	s.hold.noteSent(msg.Kind, msg.Written())
	s.notify(levelSuccess, text)
	closed := tea.Batch(s.forms.closeSent(form), s.calls.takeTicket(msg))
	if msg.Kind == backend.KindAdd && !s.goesOn() {
		s.inbox.SelectWhenListed(msg.CreatedID)
	}
	if msg.Warning != "" {
		warnSaved(&s.shell, msg.Warning)
	}
	return closed
}

// warnSaved shows the warning of a write that was saved.
func warnSaved(s *shell, warning string) {
	s.confirm(
		"Saved with a warning",
		overlay.Paragraphs(warning),
		overlay.Choice{Action: keymap.Accept, Label: "OK"},
	)
}
