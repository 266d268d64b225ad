package ui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

// outbox is the console's view of the agent's outbox.
type outbox struct {
	part
	drafts *drafts
	hold   *holding

	reopened func(backend.ReopenedItem) tea.Cmd // an item is a draft again

	items    []backend.OutboxItem
	tickets  map[string]bool // that items update, by raw id
	sending  string          // the item that is being sent or verified; empty for none
	checking bool            // that item is being verified
	all      bool            // the next waiting item follows
}

// set takes over the outbox on disk.
func (o *outbox) set(msg backend.OutboxLoaded) {
	o.items, o.tickets = msg.Value, map[string]bool{}
	for _, item := range msg.Value {
		if item.Kind == backend.KindUpdate {
			o.tickets[item.Record] = true
		}
	}
	o.notifyError(msg.Err)
	o.refreshLists()
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

// badge returns the number of items for the header; empty when there are none.
func (o *outbox) badge() string {
	if n := len(o.items); n > 0 {
		return fmt.Sprintf("⇪ outbox %d", n)
	}
	return ""
}

// checking is shown while an item is being verified.
const checking = "checking…"

// sendInProgress is the reason why the outbox is blocked while an item is being sent.
const sendInProgress = "a form is being sent: wait for the answer"

// busy returns why nothing can be done with the outbox; empty if something can.
func (o *outbox) busy() string { return wordIf(o.sending != "", sendInProgress) }

// askSend sends one item; if the service may have it already or has rejected it, only after a confirmation.
func (o *outbox) askSend(id string) tea.Cmd {
	if o.refusesWrites() || o.refuses(o.busy()) {
		return nil
	}
	again := func() tea.Cmd { return o.send(id, true) }
	switch o.item(id).Stage {
	case backend.ItemWaiting:
		return o.send(id, false)
	case backend.ItemUnknown:
		why := sentBefore
		if o.item(id).SentAt.IsZero() { // nobody has recorded that it was sent
			why = sentElsewhere
		}
		o.askSendAgain(why, o.checksFirst(), again)
	case backend.ItemRefused:
		o.confirm("Send it again as it is?",
			overlay.Paragraphs("The service has refused it: "+o.item(id).Reason+"."),
			overlay.Choice{Action: keymap.Overwrite, Label: "Send again", Run: again})
	}
	return nil
}

func (o *outbox) send(id string, anyway bool) tea.Cmd {
	o.sending = id
	o.refreshLists()
	return o.cmds.SendOutboxItem(id, anyway)
}

// sendAll sends the waiting items in order, one at a time, and stops at the first failure.
func (o *outbox) sendAll() tea.Cmd {
	if o.refusesWrites() || o.refuses(o.busy()) {
		return nil
	}
	return o.sendNext()
}

func (o *outbox) sendNext() tea.Cmd {
	for _, item := range o.items {
		if backend.IsWaiting(item) {
			o.all = true
			return o.send(item.ID, false)
		}
	}
	if left := len(o.items); left > 0 {
		o.notify(levelWarning, fmt.Sprintf("what was waiting is sent ✓ · left in the outbox: %d", left))
		return nil
	}
	o.notify(levelSuccess, "everything in the outbox was sent ✓")
	return nil
}

// verify checks at the service whether an item with an unknown outcome arrived.
func (o *outbox) verify(id string) tea.Cmd {
	if o.refuses(o.busy()) {
		return nil
	}
	o.sending, o.checking = id, true
	o.notify(levelTransient, checking)
	o.refreshLists()
	return o.cmds.VerifyOutboxItem(id)
}

// onResult shows the result of an item. After "send all" it continues with the next item.
func (o *outbox) onResult(msg backend.OutboxItemDoneMsg) tea.Cmd {
	all := o.all
	o.sending, o.checking, o.all = "", false, false
	w := msg.Written
	switch {
	case msg.Err != nil:
		o.notify(levelError, backend.ErrorText(msg.Err))
	case w.Outcome == backend.Saved:
		o.hold.noteSent(w.Kind, w.Written())
		what := w.Written().Display().String()
		if w.Kind != backend.KindUpdate {
			what = writeLabel(w.Kind, w.Written())
		}
		o.notify(levelSuccess, savedNotice(what, o.cmds.Now()))
		if msg.Looked {
			o.notify(levelSuccess, "it was saved ✓")
		}
	case w.Outcome == backend.Conflict:
		o.notify(levelWarning, "not sent: the record has changed")
	case w.Outcome == backend.NotKnown:
		o.notify(levelWarning, describeVerification(msg))
	case w.Outcome == backend.LooksSaved:
		o.notify(levelWarning, "not sent: "+looksSavedReason)
	default:
		o.notify(levelError, w.Outcome.String()+": "+backend.ErrorText(w.Err))
	}
	o.set(msg.Outbox)
	if msg.Err != nil || w.Outcome != backend.Saved {
		return nil
	}
	if w.Kind == backend.KindUpdate {
		o.inbox.NoteSavedLater(w.Record)
		o.ticket.Forget(w.Record)
	}
	if w.Warning != "" && !msg.Looked {
		warnSaved(&o.shell, w.Warning)
	}
	if all {
		return tea.Batch(reread(o.ticket, w), o.sendNext())
	}
	return reread(o.ticket, w)
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

// reopen turns an item back into a draft and opens its form.
func (o *outbox) reopen(id string) tea.Cmd {
	if o.refusesWrites() || o.refuses(o.busy()) || o.refuses(o.formBusy()) {
		return nil
	}
	return o.cmds.ReopenOutboxItem(id, o.reopened)
}

// onConflictFound asks what to do about what has changed, unless the agent has gone on to something else.
func (s *sending) onConflictFound(msg backend.SubmitResultMsg) {
	if s.editor.IsOf(msg.Kind, msg.Record) && !s.editor.IsSubmitting() && !s.IsAsking() {
		kind, _ := backend.LookupKind(msg.Kind)
		s.showConflict(msg, kind.Noun)
	}
}

// onItemReopened opens the form of an item that is a draft again.
func (f *forms) onItemReopened(msg backend.ReopenedItem) tea.Cmd {
	if msg.Err != nil {
		f.notify(levelError, backend.ErrorText(msg.Err))
		f.outbox.set(msg.Outbox)
		return nil
	}
	f.closeLists()
	f.outbox.set(msg.Outbox)
	f.drafts.kept[msg.Draft.Key] = msg.Draft
	delete(f.drafts.begun, msg.Draft.Key) // other consoles could send it from the outbox
	f.hold.direct = msg.Draft.Key
	if f.editor.IsSubmitting() { // the submission started after the item was reopened
		text := "moved from the outbox to the drafts: " + f.workKey() + " lists it"
		if msg.Draft.MaybeSaved {
			text += ". It may already be saved: check before you send it"
		}
		f.notifyOfWork(levelWarning, text, "")
		return nil
	}
	f.notify(levelTransient, "moved from the outbox back into its form")
	opened := f.openDraft(msg.Draft)
	if msg.Refusal != "" && f.editor.IsOf(msg.Draft.Kind, desk.NewID(msg.Draft.Record)) {
		f.editor.SetRefusal(msg.Field, msg.Refusal)
	}
	if msg.Conflicts && f.editor != nil { // it was not sent because the record had changed: look what
		return tea.Batch(opened, f.cmds.FindConflict(f.editor.Submission(), f.foundConflict))
	}
	return opened
}

func (o *outbox) askRemove(id string) tea.Cmd {
	if o.refuses(o.busy()) {
		return nil
	}
	item := o.item(id)
	o.confirm("Discard this form?",
		overlay.Paragraphs(formName(item.Kind)+" "+o.cmds.RecordLabel(item),
			"It is not sent. You can bring it back until you leave frontdesk."),
		overlay.Choice{Action: keymap.Discard, Label: "Discard it", Run: func() tea.Cmd { return o.discard(id) }})
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

// discard discards a form in the outbox.
func (o *outbox) discard(id string) tea.Cmd {
	item := o.item(id)
	d := item
	d.MaybeSaved = d.MaybeSaved || item.Stage == backend.ItemUnknown
	if o.drafts.discarded.keep(d) {
		o.drafts.sayDiscarded(formName(d.Kind) + " " + desk.NewID(d.Record).Display().String() + " discarded")
	}
	return o.cmds.DeleteOutboxItem(id)
}
