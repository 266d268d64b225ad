package ui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// outbox is the console's view of the agent's outbox.
type outbox struct {
	items    []backend.OutboxItem
	tickets  map[string]bool // that items update, by raw id
	sending  string          // the item that is being sent or verified; empty for none
	checking bool            // that item is being verified
	all      bool            // the next waiting item follows
	unsent   failedSubmit
	then     func() tea.Cmd // what follows once the form is in the outbox; nil for nothing
}

// setOutbox takes over the outbox on disk.
func (c *Console) setOutbox(msg backend.OutboxLoadedMsg) {
	c.outbox.items, c.outbox.tickets = msg.Items, map[string]bool{}
	for _, item := range msg.Items {
		if item.Kind == backend.KindUpdate {
			c.outbox.tickets[item.Record] = true
		}
	}
	c.notifyError(msg.Err)
	c.refreshLists()
}

// waiting returns the number of waiting items.
func (o *outbox) waiting() int {
	n := 0
	for _, item := range o.items {
		if backend.IsWaiting(item) {
			n++
		}
	}
	return n
}

// item returns an item by ID; the zero item if there is none.
func (o *outbox) item(id string) backend.OutboxItem {
	i := slices.IndexFunc(o.items, func(i backend.OutboxItem) bool { return i.ID == id })
	if i < 0 {
		return backend.OutboxItem{}
	}
	return o.items[i]
}

// has reports whether a form is in the outbox.
func (o *outbox) has(form backend.DraftKey) bool {
	return slices.ContainsFunc(o.items, func(i backend.OutboxItem) bool { return i.Key == form })
}

// outboxBadge returns the number of items for the header; empty when there are none.
func (c *Console) outboxBadge() string {
	if n := len(c.outbox.items); n > 0 {
		return fmt.Sprintf("⇪ outbox %d", n)
	}
	return ""
}

// checking is shown while an item is being verified.
const checking = "checking…"

// sendInProgress is the reason why the outbox is blocked while an item is being sent.
const sendInProgress = "a form is being sent: wait for the answer"

// outboxBusy returns why nothing can be done with the outbox; empty if something can.
func (c *Console) outboxBusy() string { return wordIf(c.outbox.sending != "", sendInProgress) }

// outboxIdle reports whether nothing is being sent, and shows a notice otherwise.
func (c *Console) outboxIdle() bool {
	busy := c.outboxBusy()
	if busy != "" {
		c.notify(levelTransient, busy)
	}
	return busy == ""
}

// sendSelected sends one item; if the service may have it already or has rejected it, only after a confirmation.
func (c *Console) sendSelected(id string) tea.Cmd {
	if c.refusesWrites() {
		return nil
	}
	if !c.outboxIdle() {
		return nil
	}
	again := func() tea.Cmd { return c.sendItem(id, true) }
	switch c.outbox.item(id).Stage {
	case backend.ItemWaiting:
		return c.sendItem(id, false)
	case backend.ItemUnknown:
		why := sentBefore
		if c.outbox.item(id).SentAt.IsZero() { // nobody has recorded that it was sent
			why = sentElsewhere
		}
		c.confirm(sendAgainTitle(why), overlay.Paragraphs(c.sendAgainWarning(why)),
			overlay.Choice{Action: keymap.Overwrite, Label: sendAgainLabel(why), Run: again})
	case backend.ItemRefused:
		c.confirm("Send it again as it is?",
			overlay.Paragraphs("The service has refused it: "+c.outbox.item(id).Reason+"."),
			overlay.Choice{Action: keymap.Overwrite, Label: "Send again", Run: again})
	}
	return nil
}

func (c *Console) sendItem(id string, anyway bool) tea.Cmd {
	c.outbox.sending = id
	c.refreshLists()
	return c.cmds.SendOutboxItem(id, anyway)
}

// sendAll sends the waiting items in order, one at a time, and stops at the first failure.
func (c *Console) sendAll() tea.Cmd {
	if c.refusesWrites() {
		return nil
	}
	if !c.outboxIdle() {
		return nil
	}
	return c.sendNext()
}

func (c *Console) sendNext() tea.Cmd {
	for _, item := range c.outbox.items {
		if backend.IsWaiting(item) {
			c.outbox.all = true
			return c.sendItem(item.ID, false)
		}
	}
	if left := len(c.outbox.items); left > 0 {
		c.notify(levelWarning, fmt.Sprintf("what was waiting is sent ✓ · left in the outbox: %d", left))
		return nil
	}
	c.notify(levelSuccess, "everything in the outbox was sent ✓")
	return nil
}

// verifySelected checks at the service whether an item with an unknown outcome arrived.
func (c *Console) verifySelected(id string) tea.Cmd {
	if !c.outboxIdle() {
		return nil
	}
	c.outbox.sending, c.outbox.checking = id, true
	c.notify(levelTransient, checking)
	c.refreshLists()
	return c.cmds.VerifyOutboxItem(id)
}

// onOutboxResult shows the result of an item. After "send all" it continues with the next item.
func (c *Console) onOutboxResult(msg backend.OutboxItemDoneMsg) tea.Cmd {
	all := c.outbox.all
	c.outbox.sending, c.outbox.checking, c.outbox.all = "", false, false
	w := msg.Written
	switch {
	case msg.Err != nil:
		c.notify(levelError, backend.ErrorText(msg.Err))
	case w.Outcome == backend.Saved:
		c.noteSent(w.Kind, w.Written())
		what := w.Written().Display().String()
		if w.Kind != backend.KindUpdate {
			what = writeLabel(w.Kind, w.Written())
		}
		c.notify(levelSuccess, c.savedNotice(what))
		if msg.Looked {
			c.notify(levelSuccess, "it was saved ✓")
		}
	case w.Outcome == backend.Conflict:
		c.notify(levelWarning, "not sent: the record has changed")
	case w.Outcome == backend.NotKnown:
		c.notify(levelWarning, describeVerification(msg))
	case w.Outcome == backend.LooksSaved:
		c.notify(levelWarning, "not sent: "+looksSavedReason)
	default:
		c.notify(levelError, w.Outcome.String()+": "+backend.ErrorText(w.Err))
	}
	c.setOutbox(msg.Outbox)
	if msg.Err != nil || w.Outcome != backend.Saved {
		return nil
	}
	if w.Kind == backend.KindUpdate {
		c.inbox.NoteSavedLater(w.Record)
		c.ticket.Forget(w.Record)
	}
	if w.Warning != "" && !msg.Looked {
		c.warnSaved(w.Warning)
	}
	reread := tea.Batch(c.reloadTicket(w), c.rereadHistory())
	if all {
		return tea.Batch(reread, c.sendNext())
	}
	return reread
}

// describeVerification returns what the verification of an item found out while its outcome is still unknown.
func describeVerification(msg backend.OutboxItemDoneMsg) string {
	switch {
	case !msg.Looked:
		return "not confirmed"
	case len(msg.Written.Similar) > 0:
		return "checked: something looks like it, see its line"
	case msg.Written.Absent:
		return "checked: not found"
	}
	return "still not confirmed: it could not be checked"
}

// reopenItem turns an item back into a draft and opens its form.
func (c *Console) reopenItem(id string) tea.Cmd {
	if c.refusesWrites() {
		return nil
	}
	if !c.outboxIdle() {
		return nil
	}
	if c.editor.IsSubmitting() {
		c.notify(levelTransient, "a form is being sent: wait for the answer")
		return nil
	}
	return c.cmds.ReopenOutboxItem(id)
}

// findConflict looks what has changed on the record of the open form, if it was not sent for that reason.
func (c *Console) findConflict(has bool) tea.Cmd {
	if !has || c.editor == nil {
		return nil
	}
	return c.cmds.FindConflict(c.editor.Submission())
}

// onConflictFound asks what to do about what has changed, unless the agent has gone on to something else.
func (c *Console) onConflictFound(msg backend.ConflictFoundMsg) {
	if c.editor.IsOf(msg.Kind, msg.Record) && !c.editor.IsSubmitting() && len(c.overlays) == 0 {
		kind, _ := backend.LookupKind(msg.Kind)
		c.showConflict(msg.SubmitResultMsg, kind.Noun)
	}
}

func (c *Console) onItemReopened(msg backend.OutboxItemReopenedMsg) tea.Cmd {
	if msg.Err != nil {
		c.notify(levelError, backend.ErrorText(msg.Err))
		c.setOutbox(msg.Outbox)
		return nil
	}
	c.closeLists()
	c.setOutbox(msg.Outbox)
	c.drafts.kept[msg.Draft.Key] = msg.Draft
	delete(c.drafts.begun, msg.Draft.Key) // other consoles could send it from the outbox
	c.hold.direct = msg.Draft.Key
	if c.editor.IsSubmitting() { // the submission started after the item was reopened
		text := "moved from the outbox to the drafts: " + c.workKey() + " lists it"
		if msg.Draft.MaybeSaved {
			text += ". It may already be saved: check before you send it"
		}
		c.notifyOfWork(levelWarning, text, "")
		return nil
	}
	c.notify(levelTransient, "moved from the outbox back into its form")
	opened := c.openDraft(msg.Draft)
	if msg.Refusal != "" && c.editor.IsOf(msg.Draft.Kind, desk.NewID(msg.Draft.Record)) {
		c.editor.SetRefusal(msg.Field, msg.Refusal)
	}
	return tea.Batch(opened, c.findConflict(msg.Conflicts))
}

func (c *Console) askRemove(id string) tea.Cmd {
	if !c.outboxIdle() {
		return nil
	}
	item := c.outbox.item(id)
	c.confirm(
		"Discard this form?",
		overlay.Paragraphs(
			formName(item.Kind)+" "+c.cmds.RecordLabel(item),
			"It is not sent. You can bring it back until you leave frontdesk.",
		),
		overlay.Choice{
			Action: keymap.Discard,
			Label:  "Discard it",
			Run:    func() tea.Cmd { return c.discardItem(id) },
		},
	)
	return nil
}

// reconnectNotice returns the notice that the service answers again, with what can be sent now.
func (o *outbox) reconnectNotice(keys keymap.Keymap) notice {
	said := notice{level: levelSuccess, text: "the service answers again"}
	n, send := o.waiting(), keymap.SendAll
	switch n {
	case 0:
		return said
	case 1:
		send = keymap.Send
	}
	said.short = fmt.Sprintf("%d in the outbox can go now", n)
	said.text += ": " + said.short
	said.key = " · " + keys.KeyLabel(keymap.Global, keymap.MyWork) + ", then " + keys.KeyLabel(keymap.ListOverlay, send)
	return said
}

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
func (c *Console) mayHaveArrived() bool {
	return c.outbox.unsent.lost && c.outbox.unsent.form == c.editor.DraftKey()
}

// sendAgainTitle is the title of the confirmation before a form is sent that may be saved already.
func sendAgainTitle(why string) string {
	if why == sentElsewhere { // whether it was ever sent is not known
		return "Send it? It may already be saved"
	}
	return "Send it again? It may already be saved"
}

// sendAgainLabel is the label of the choice to send it.
func sendAgainLabel(why string) string {
	if why == sentElsewhere {
		return "Send"
	}
	return "Send again"
}

// sendAgainWarning says why a form may be saved already, and what to do.
func (c *Console) sendAgainWarning(why string) string {
	warning := "It was sent before and not confirmed. Sending again may save it twice: "
	if why == sentElsewhere {
		warning = "Another console may have saved it. Sending it may save it twice: "
	}
	check := c.Keys.KeyLabel(keymap.ListOverlay, keymap.Check) + " checks first."
	if c.editor != nil {
		check = c.Keys.KeyLabel(keymap.Form, keymap.MoveToOutbox) + " in the form moves it to the outbox, where " +
			c.Keys.KeyLabel(keymap.ListOverlay, keymap.Check) + " checks first."
	}
	return warning + check
}

// outboxDisabledReason returns why the form cannot be moved to the outbox; empty if it can.
func (c *Console) outboxDisabledReason(pane.Target) string {
	switch {
	case c.editor.IsSubmitting():
		return "the form is being sent: wait for the answer"
	case c.outbox.unsent.why == "" || c.outbox.unsent.form != c.editor.DraftKey():
		return "only forms that failed to send go to the outbox: " + c.Keys.KeyLabel(keymap.Form, keymap.Send) + " sends it"
	}
	return ""
}

// moveToOutbox moves the form to the outbox.
func (c *Console) moveToOutbox() tea.Cmd {
	state := backend.ItemWaiting
	if c.outbox.unsent.lost {
		state = backend.ItemUnknown
	}
	return c.cmds.MoveToOutbox(c.typedDraft(), state, c.outbox.unsent.why)
}

// onMovedToOutbox closes the form that was moved to the outbox.
func (c *Console) onMovedToOutbox(msg backend.MovedToOutboxMsg) tea.Cmd {
	if cmd, isHeld := c.onHeldMoved(msg); isHeld {
		return cmd
	}
	then := c.outbox.then
	c.outbox.then = nil
	if msg.Err != nil {
		c.notify(levelError, "not moved to the outbox: "+backend.ErrorText(msg.Err))
		return nil
	}
	delete(c.drafts.kept, msg.Form)
	c.outbox.unsent = failedSubmit{}
	c.notifyOfWork(levelWarning, "moved to the outbox: "+c.workKey()+" lists it", "")
	c.setOutbox(msg.Outbox)
	closed := c.closeFormOf(msg.Form)
	if then != nil {
		return tea.Batch(closed, then())
	}
	return closed
}
