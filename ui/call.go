package ui

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	callpane "frontdesk/ui/call"
	"frontdesk/ui/editor"
	"frontdesk/ui/layout"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// callRoute is the screen of a call over the whole width.
var callRoute = route{focus: layout.Detail, detail: keymap.Call, zoom: true}

// timerCall names the timer of the clock of a call. It runs only while a call is on.
const timerCall = "call"

// keepCallEvery is how often the duration of a call is kept while nothing is typed.
const keepCallEvery = 10 * time.Second

// calls are the call that is on and those that were kept.
type calls struct {
	part
	drafts  *drafts
	forms   *forms
	hold    *holding
	sending *sending
	press   func(tea.Msg) tea.Cmd // gives input to what has the focus
	timer   int                   // the latest timer of the clock
}

// ofCalls returns the run function of an action on calls.
func ofCalls(f func(*calls) tea.Cmd) func(*Console, pane.Target) tea.Cmd {
	return func(c *Console, _ pane.Target) tea.Cmd { return f(&c.calls) }
}

// answer begins a call, goes back to the one that is on, or offers those that were kept.
func (k *calls) answer() tea.Cmd {
	if k.call.IsOn() {
		return k.showCall()
	}
	kept := k.keptCalls()
	if len(kept) == 0 {
		return k.start("")
	}
	var rows []overlay.PickerItem
	for _, d := range kept {
		rows = append(rows, overlay.PickerItem{
			Label: "Continue " + cmp.Or(k.cmds.RecordLabel(d), "a call"),
			Value: callpane.FormatClock(callpane.Talked(d)) + " talked, kept " + k.cmds.ShortTime(d.SavedAt),
			ID:    draftID(d.Key),
		})
	}
	rows = append(rows, overlay.PickerItem{Label: "New call", Value: "just type a number or a name"})
	pick := func(chosen overlay.PickerItem) tea.Cmd {
		for _, call := range kept {
			if d, isKept := k.drafts.kept[call.Key]; isKept && draftID(call.Key) == chosen.ID {
				return k.resume(d)
			}
		}
		return k.start("")
	}
	k.open(overlay.NewPicker(overlay.PickSpec{
		Title: "Call", Items: rows, Pick: pick,
		Text: func(text tea.Msg) tea.Cmd { return tea.Batch(k.start(""), k.press(text)) },
	}, k.Keys))
	return nil
}

// keptCalls returns the calls that were begun and have not ended, the newest first.
func (k *calls) keptCalls() []backend.Draft {
	var kept []backend.Draft
	for d := range maps.Values(k.drafts.kept) {
		if d.Kind == backend.KindCall {
			kept = append(kept, d)
		}
	}
	slices.SortFunc(kept, func(a, b backend.Draft) int {
		return cmp.Or(b.SavedAt.Compare(a.SavedAt), cmp.Compare(a.Record, b.Record))
	})
	return kept
}

// start begins a call with what is known of the caller; empty for nothing.
func (k *calls) start(typed string) tea.Cmd {
	k.notification.clearSuccess()
	cmd := k.call.Start(typed)
	k.call.SetVocabulary(k.inbox.Snapshot().Vocabulary)
	return tea.Batch(cmd, k.showCall(), k.tick(), k.keep())
}

// resume takes up a call that was kept.
func (k *calls) resume(d backend.Draft) tea.Cmd {
	switch {
	case k.call.IsOn() && k.call.DraftKey() == d.Key:
		return k.showCall()
	case k.call.IsOn():
		k.notify(levelTransient, "a call is on: end it or keep it as a draft first")
		return nil
	}
	k.cmds.AdoptDraft(d)
	cmd := k.call.Resume(d)
	k.call.SetVocabulary(k.inbox.Snapshot().Vocabulary)
	return tea.Batch(cmd, k.showCall(), k.tick())
}

// showCall goes to the screen of the call.
func (s *screens) showCall() tea.Cmd {
	s.goToWhole(callRoute)
	return nil
}

// tick waits for the next second of the call's clock.
func (k *calls) tick() tea.Cmd {
	k.timer++
	return k.cmds.Timer(k.call.NextTick(), timerCall, k.timer)
}

// onTimer draws the next second, and keeps the duration now and then.
func (k *calls) onTimer(msg backend.TimerMsg) tea.Cmd {
	if msg.Timer != timerCall || msg.Seq != k.timer || !k.call.IsOn() {
		return nil
	}
	kept := k.keep()
	if d, has := k.drafts.kept[k.call.DraftKey()]; has && k.cmds.Now().Sub(d.SavedAt) >= keepCallEvery {
		kept = k.save()
	}
	return tea.Batch(kept, k.tick())
}

// keep keeps the call as a draft if something of it has changed.
func (k *calls) keep() tea.Cmd {
	if !k.call.IsOn() {
		return nil
	}
	d, has := k.drafts.kept[k.call.DraftKey()]
	switch {
	case k.call.IsEmpty() && has:
		return k.drafts.drop(k.call.DraftKey())
	case k.call.IsEmpty() || has && callpane.IsSame(d, k.call.Draft()):
		return nil
	}
	return k.save()
}

// save keeps the call as a draft.
func (k *calls) save() tea.Cmd {
	d := k.call.Draft()
	k.drafts.record(&d)
	return k.cmds.SaveDraft(d)
}

// openTicket opens the ticket that the notes go to.
func (k *calls) openTicket() tea.Cmd {
	return k.openFrom(source{"this caller", k.call.TicketKeys()}, k.call.Ticket().ID)
}

// openCaller opens the customer who calls.
func (k *calls) openCaller() tea.Cmd { return k.openCustomer(k.call.Identity().Customer, nil) }

// insert inserts a part of an article into the notes.
func (k *calls) insert(x pane.Excerpt) tea.Cmd {
	used, _ := k.insertAnswer(x, k.call)
	return used
}

// leave stops a search, or leaves the screen; the call goes on.
func (k *calls) leave() tea.Cmd {
	switch {
	case k.call.Cancel():
		return nil
	case k.call.IsEmpty():
		k.call.Close()
		k.notify(levelTransient, "nothing was noted: the call is not kept")
		return k.leaveScreen(callRoute)
	}
	k.notify(levelTransient, "☎ the call goes on: "+k.Keys.KeyLabel(keymap.Global, keymap.AnswerCall)+" goes back to it")
	return tea.Batch(k.save(), k.goBack())
}

// keepAsDraft stops the clock and keeps the call as a draft, so that another one can begin.
func (k *calls) keepAsDraft() tea.Cmd {
	if k.call.IsEmpty() {
		return k.leave()
	}
	kept := k.save()
	k.call.Close()
	k.notify(levelTransient, "✎ the call is kept: "+k.Keys.KeyLabel(keymap.Global, keymap.AnswerCall)+" continues it")
	return tea.Batch(kept, k.leaveScreen(callRoute))
}

func (k *calls) askDiscard() tea.Cmd {
	k.confirm("Discard the call?",
		overlay.Paragraphs("Its notes are not sent. "+k.Keys.KeyLabel(keymap.Global, keymap.Undo)+
			" brings it back, until you leave frontdesk."),
		overlay.Choice{Action: keymap.Discard, Label: "Discard it", Run: k.discard})
	return nil
}

func (k *calls) discard() tea.Cmd {
	dropped := k.drafts.discard(k.call.Draft(), "call discarded")
	k.call.Close()
	return tea.Batch(dropped, k.leaveScreen(callRoute))
}

// callDraft marks the drafts of forms that were opened for a call, so that what was typed into a form of the same
// record before stays as it is.
const callDraft = "call "

// isOfCall reports whether a draft is that of a form that was opened for a call.
func isOfCall(conflict string) bool { return strings.HasPrefix(conflict, callDraft) }

// newTicket opens the form for a new ticket of the caller. Once it is saved, the notes of the call go to it.
func (k *calls) newTicket() tea.Cmd {
	if k.refuses(k.formBusy()) {
		return nil
	}
	k.call.Refuse(nil)
	who := k.call.Identity()
	from := caller{customer: who.Customer, name: who.Name.String(), phone: who.Phone.String(), email: who.Email}
	if who.Record != nil {
		from = callerOf(who.Record)
		from.phone = cmp.Or(from.phone, who.Phone.String())
	}
	o := newTicketOptions(from)
	o.Copy = callDraft + k.call.DraftKey().Record
	k.forms.openForm(o)
	return nil
}

// addCaller opens the form for a new customer with what is known of the caller.
func (k *calls) addCaller() tea.Cmd {
	if k.refusesWrites() || k.refuses(k.formBusy()) {
		return nil
	}
	who := k.call.Identity()
	values := map[string]string{}
	for field, value := range map[string]string{
		backend.FieldCustomerName: who.Name.String(), backend.FieldCustomerPhone: digitsOf(who.Phone.String()),
		backend.FieldCustomerEmail: who.Email.String(),
	} {
		if value != "" && !desk.IsMasked(value) {
			values[field] = value
		}
	}
	k.forms.openForm(editor.Options{
		Kind: backend.KindAddCustomer, Copy: callDraft + k.call.DraftKey().Record, Subject: "of this call",
		Values: values,
	})
	return nil
}

// digitsOf returns a phone number as the interface wants it.
func digitsOf(phone string) string {
	if desk.IsMasked(phone) {
		return ""
	}
	return string(safetext.Digits(nil, phone))
}

// takeTicket makes a ticket that was opened during the call the one that its notes go to.
func (k *calls) takeTicket(msg backend.SubmitResultMsg) tea.Cmd {
	if msg.Kind != backend.KindAdd || !isOfCall(msg.Copy) || !k.call.IsOn() || msg.CreatedID.IsZero() {
		return nil
	}
	return tea.Batch(k.call.SetTicket(k.cmds.CachedTicket(msg.CreatedID)), k.keep())
}

// end ends the call: the notes become a comment on the ticket, which is held back like any update. Its form takes
// over everything before anything is sent, so nothing is lost if that fails. A call without notes ends without a write.
func (k *calls) end() tea.Cmd {
	t := k.call.Ticket()
	switch {
	case k.refuses(k.formBusy()):
		return nil
	case k.call.IsEmpty() || t != nil && !k.call.IsNoted():
		return k.endEmpty()
	case t == nil:
		k.refuse("no ticket yet: " + k.Keys.KeyLabel(keymap.Call, keymap.New) + " opens one, " +
			k.Keys.KeyLabel(keymap.Call, keymap.Discard) + " discards the call")
		return nil
	case !k.call.Validate():
		return nil
	}
	return k.sending.ifWhole(k.call.Notes(), func() tea.Cmd { return k.send(*t) })
}

// refuse says at the notes why the call does not end.
func (k *calls) refuse(why string) {
	k.call.Refuse(errors.New(why))
	k.sayNotice(why)
}

// send sends the notes of a call as a comment on a ticket.
func (k *calls) send(ticket desk.Ticket) tea.Cmd {
	if !k.call.IsOn() {
		return nil
	}
	if held := k.hold.find(backend.KindUpdate, ticket.ID); held != nil {
		held.due = k.cmds.Now()
		k.refuse("your update of this ticket is sent first: then end the call again")
		return k.hold.sendDue()
	}
	kept, opened, values := k.call.DraftKey(), k.call.Opened(), k.call.Values()
	k.call.Close()
	back := k.leaveScreen(callRoute)
	k.forms.openUpdateForm(&ticket, callDraft+kept.Record, opened)
	fetch := k.ticket.Show(&ticket, true) // what stands beside a form is its ticket
	k.editor.SetValues(values)
	k.editor.FocusField(backend.FieldComment)
	saved := k.forms.saveDraft()
	k.drafts.continueAs(kept, k.editor.DraftKey())
	d := k.drafts.kept[k.editor.DraftKey()]
	delete(k.drafts.kept, kept)
	moved := tea.Sequence(k.cmds.SaveDraftNow(d), k.cmds.DeleteDraft(kept))
	var sent tea.Cmd
	if k.editor.Validate() {
		sent = k.sending.submitUpdate(k.editor)
	}
	return tea.Batch(back, fetch, saved, tea.Sequence(moved, sent))
}

// endEmpty ends a call of which nothing is noted: nothing is sent.
func (k *calls) endEmpty() tea.Cmd {
	dropped := k.drafts.drop(k.call.DraftKey())
	k.call.Close()
	k.notify(levelTransient, "the call has ended: nothing was noted, and nothing is sent")
	return tea.Batch(dropped, k.leaveScreen(callRoute))
}

// callBadge returns the clock of the call for the header; empty while there is none, or while its screen shows it.
func (s *screens) callBadge() string {
	if s.scope() == keymap.Call {
		return ""
	}
	return s.call.Badge()
}

func chooseReason(c *Console, _ pane.Target) string { return c.call.ChoiceReason() }

func olderReason(c *Console, _ pane.Target) string { return c.call.OlderReason() }

func addCallerReason(c *Console, _ pane.Target) string {
	return unless(c.call.Identity().Customer == 0, "the caller is a customer already")
}

// showCreatedCustomer opens a customer that was created with the form on screen, so that the agent can go on with a
// ticket or an order.
func (k *calls) showCreatedCustomer(msg backend.SubmitResultMsg, onScreen bool) tea.Cmd {
	id, err := strconv.ParseInt(msg.CreatedID.Raw(), 10, 64)
	if !onScreen || msg.Kind != backend.KindAddCustomer || err != nil {
		return nil
	}
	if isOfCall(msg.Copy) && k.call.IsOn() {
		return tea.Batch(k.showCall(), k.call.Choose(id), k.keep())
	}
	return k.openCustomer(id, nil)
}
