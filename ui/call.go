package ui

import (
	"cmp"
	"maps"
	"slices"
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

// answerCall begins a call, goes back to the one that is on, or offers those that were kept.
func (c *Console) answerCall() tea.Cmd {
	if c.call.IsOn() {
		return c.showCall()
	}
	kept := c.keptCalls()
	if len(kept) == 0 {
		return c.startCall("")
	}
	var rows []overlay.PickerItem
	for _, d := range kept {
		rows = append(rows, overlay.PickerItem{
			Label: "Continue " + cmp.Or(c.cmds.RecordLabel(d), "a call"),
			Value: callpane.FormatClock(callpane.Talked(d)) + " talked, kept " + c.cmds.ShortTime(d.SavedAt),
			ID:    draftID(d.Key),
		})
	}
	rows = append(rows, overlay.PickerItem{Label: "New call", Value: "just type a number or a name"})
	picker := overlay.NewPicker(c.Keys, "Call", rows, func(chosen overlay.PickerItem) tea.Cmd {
		for _, call := range kept {
			if d, isKept := c.drafts.kept[call.Key]; isKept && draftID(call.Key) == chosen.ID {
				return c.resumeCall(d)
			}
		}
		return c.startCall("")
	})
	picker.OnText(func(text tea.Msg) tea.Cmd { return tea.Batch(c.startCall(""), c.routeInput(text)) })
	c.open(picker)
	return nil
}

// keptCalls returns the calls that were begun and have not ended, the newest first.
func (c *Console) keptCalls() []backend.Draft {
	var kept []backend.Draft
	for d := range maps.Values(c.drafts.kept) {
		if d.Kind == backend.KindCall {
			kept = append(kept, d)
		}
	}
	slices.SortFunc(kept, func(a, b backend.Draft) int {
		return cmp.Or(b.SavedAt.Compare(a.SavedAt), cmp.Compare(a.Record, b.Record))
	})
	return kept
}

// startCall begins a call with what is known of the caller; empty for nothing.
func (c *Console) startCall(typed string) tea.Cmd {
	c.notification.clearSuccess()
	cmd := c.call.Start(typed)
	c.call.SetVocabulary(c.inbox.Snapshot().Vocabulary)
	return tea.Batch(cmd, c.showCall(), c.callTick(), c.keepCall())
}

// resumeCall takes up a call that was kept.
func (c *Console) resumeCall(d backend.Draft) tea.Cmd {
	switch {
	case c.call.IsOn() && c.call.DraftKey() == d.Key:
		return c.showCall()
	case c.call.IsOn():
		c.notify(levelTransient, "a call is on: end it or keep it as a draft first")
		return nil
	}
	c.cmds.AdoptDraft(d)
	cmd := c.call.Resume(d)
	c.call.SetVocabulary(c.inbox.Snapshot().Vocabulary)
	return tea.Batch(cmd, c.showCall(), c.callTick())
}

// showCall goes to the screen of the call.
func (s *screens) showCall() tea.Cmd {
	if s.scope() != keymap.Call {
		s.goTo(callRoute)
	}
	s.at.zoom = true
	return nil
}

// callTick waits for the next second of the call's clock.
func (c *Console) callTick() tea.Cmd {
	c.callTimer++
	return c.cmds.Timer(c.call.NextTick(), timerCall, c.callTimer)
}

// onCallTimer draws the next second, and keeps the duration now and then.
func (c *Console) onCallTimer(msg backend.TimerMsg) tea.Cmd {
	if msg.Timer != timerCall || msg.Seq != c.callTimer || !c.call.IsOn() {
		return nil
	}
	kept := c.keepCall()
	if d, has := c.drafts.kept[c.call.DraftKey()]; has && c.cmds.Now().Sub(d.SavedAt) >= keepCallEvery {
		kept = c.saveCall()
	}
	return tea.Batch(kept, c.callTick())
}

// keepCall keeps the call as a draft if something of it has changed.
func (c *Console) keepCall() tea.Cmd {
	if !c.call.IsOn() {
		return nil
	}
	d, has := c.drafts.kept[c.call.DraftKey()]
	switch {
	case c.call.IsEmpty() && has:
		return c.drafts.drop(c.call.DraftKey())
	case c.call.IsEmpty() || has && callpane.IsSame(d, c.call.Draft()):
		return nil
	}
	return c.saveCall()
}

// saveCall keeps the call as a draft.
func (c *Console) saveCall() tea.Cmd {
	d := c.call.Draft()
	c.drafts.record(&d)
	return c.cmds.SaveDraft(d)
}

// openCallRow does what the part that has the focus offers: take the caller, open the ticket or the customer, or insert
// the article.
func (c *Console) openCallRow() tea.Cmd {
	switch what, cmd := c.call.Open(); what {
	case callpane.OpenTicket:
		t := c.call.Ticket()
		return tea.Batch(cmd, c.openFrom(source{"this caller", c.call.TicketKeys()}, t.ID))
	case callpane.OpenCustomer:
		return tea.Batch(cmd, c.openCustomer(c.call.Identity().Customer, nil))
	case callpane.AddCaller:
		return tea.Batch(cmd, c.addCaller())
	default:
		return cmd
	}
}

// leaveCall stops a search, or leaves the screen; the call goes on.
func (c *Console) leaveCall() tea.Cmd {
	switch {
	case c.call.Cancel():
		return nil
	case c.call.IsEmpty():
		c.call.Close()
		c.notify(levelTransient, "nothing was noted: the call is not kept")
		return c.leaveCallScreen()
	}
	c.notify(levelTransient, "☎ the call goes on: "+c.Keys.KeyLabel(keymap.Global, keymap.AnswerCall)+" goes back to it")
	return tea.Batch(c.saveCall(), c.goBack())
}

// leaveCallScreen goes back to where the agent was before the call, and forgets the way back to its screen.
func (w *window) leaveCallScreen() tea.Cmd {
	isCall := func(r route) bool { return r.focus == layout.Detail && r.detail == keymap.Call }
	w.back = slices.DeleteFunc(w.back, isCall)
	if !isCall(w.at) {
		return nil
	}
	return w.goBack()
}

// keepCallAsDraft stops the clock and keeps the call as a draft, so that another one can begin.
func (c *Console) keepCallAsDraft() tea.Cmd {
	if c.call.IsEmpty() {
		return c.leaveCall()
	}
	kept := c.saveCall()
	c.call.Close()
	c.notify(levelTransient, "✎ the call is kept: "+c.Keys.KeyLabel(keymap.Global, keymap.AnswerCall)+" continues it")
	return tea.Batch(kept, c.leaveCallScreen())
}

func (c *Console) askDiscardCall() tea.Cmd {
	c.confirm("Discard the call?",
		overlay.Paragraphs("Its notes are not sent. "+c.Keys.KeyLabel(keymap.Global, keymap.Undo)+
			" brings it back, until you leave frontdesk."),
		overlay.Choice{Action: keymap.Discard, Label: "Discard it", Run: c.discardCall})
	return nil
}

func (c *Console) discardCall() tea.Cmd {
	dropped := c.drafts.discard(c.call.Draft(), "call discarded")
	c.call.Close()
	return tea.Batch(dropped, c.leaveCallScreen())
}

// callDraft marks the drafts of forms that were opened for a call, so that what was typed into a form of the same
// record before stays as it is.
const callDraft = "call "

// isOfCall reports whether a draft is that of a form that was opened for a call.
func isOfCall(conflict string) bool { return strings.HasPrefix(conflict, callDraft) }

// newTicketOfCaller opens the form for a new ticket of the caller. Once it is saved, the notes of the call go to it.
func (c *Console) newTicketOfCaller() tea.Cmd {
	if c.refuses(c.formBusy()) {
		return nil
	}
	c.call.Say("")
	who := c.call.Identity()
	from := caller{customer: who.Customer, name: who.Name.String(), phone: who.Phone.String(), email: who.Email}
	if who.Record != nil {
		from = callerOf(who.Record)
		from.phone = cmp.Or(from.phone, who.Phone.String())
	}
	o := newTicketOptions(from)
	o.Copy = callDraft + c.call.DraftKey().Record
	c.forms.openForm(o)
	return nil
}

// addCaller opens the form for a new customer with what is known of the caller.
func (c *Console) addCaller() tea.Cmd {
	if c.refusesWrites() || c.refuses(c.formBusy()) {
		return nil
	}
	who := c.call.Identity()
	values := map[string]string{}
	for field, value := range map[string]string{
		backend.FieldCustomerName: who.Name.String(), backend.FieldCustomerPhone: digitsOf(who.Phone.String()),
		backend.FieldCustomerEmail: who.Email.String(),
	} {
		if value != "" && !desk.IsMasked(value) {
			values[field] = value
		}
	}
	c.forms.openForm(editor.Options{
		Kind: backend.KindAddCustomer, Copy: callDraft + c.call.DraftKey().Record, Subject: "of this call",
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

// takeTicketOfCall makes a ticket that was opened during the call the one that its notes go to.
func (c *Console) takeTicketOfCall(msg backend.SubmitResultMsg) tea.Cmd {
	if msg.Kind != backend.KindAdd || !isOfCall(msg.Copy) || !c.call.IsOn() || msg.CreatedID.IsZero() {
		return nil
	}
	return tea.Batch(c.call.SetTicket(c.cmds.CachedTicket(msg.CreatedID)), c.keepCall())
}

// endCall ends the call: the notes become a comment on the ticket, which is held back like any update. Its form takes
// over everything before anything is sent, so nothing is lost if that fails. A call without notes ends without a write.
func (c *Console) endCall() tea.Cmd {
	t := c.call.Ticket()
	switch busy := c.formBusy(); {
	case busy != "":
		c.call.Say(busy)
		return nil
	case c.call.IsEmpty() || t != nil && !c.call.IsNoted():
		return c.endEmptyCall()
	case t == nil:
		c.call.Say("no ticket yet: " + c.Keys.KeyLabel(keymap.Call, keymap.New) + " opens one, " +
			c.Keys.KeyLabel(keymap.Call, keymap.Discard) + " discards the call")
		return nil
	case !c.call.Validate():
		return nil
	}
	return c.sending.ifWhole(c.call.Notes(), func() tea.Cmd { return c.sendCall(*t) })
}

// sendCall sends the notes of a call as a comment on a ticket.
func (c *Console) sendCall(ticket desk.Ticket) tea.Cmd {
	if !c.call.IsOn() {
		return nil
	}
	if held := c.hold.find(backend.KindUpdate, ticket.ID); held != nil {
		held.due = c.cmds.Now()
		c.call.Say("your update of this ticket is sent first: then end the call again")
		return c.hold.sendDue()
	}
	kept, opened, values := c.call.DraftKey(), c.call.Opened(), c.call.Values()
	c.call.Close()
	back := c.leaveCallScreen()
	c.forms.openUpdateForm(&ticket, callDraft+kept.Record, opened)
	fetch := c.ticket.Show(&ticket, true) // what stands beside a form is its ticket
	c.editor.SetValues(values)
	c.editor.FocusField(backend.FieldComment)
	saved := c.forms.saveDraft()
	c.drafts.continueAs(kept, c.editor.DraftKey())
	d := c.drafts.kept[c.editor.DraftKey()]
	delete(c.drafts.kept, kept)
	moved := tea.Sequence(c.cmds.SaveDraftNow(d), c.cmds.DeleteDraft(kept))
	var sent tea.Cmd
	if c.editor.Validate() {
		sent = c.sending.submitUpdate(c.editor)
	}
	return tea.Batch(back, fetch, saved, tea.Sequence(moved, sent))
}

// endEmptyCall ends a call of which nothing is noted: nothing is sent.
func (c *Console) endEmptyCall() tea.Cmd {
	dropped := c.drafts.drop(c.call.DraftKey())
	c.call.Close()
	c.notify(levelTransient, "the call has ended: nothing was noted, and nothing is sent")
	return tea.Batch(dropped, c.leaveCallScreen())
}

// callBadge returns the clock of the call for the header; empty while there is none, or while its screen shows it.
func (s *screens) callBadge() string {
	if s.scope() == keymap.Call {
		return ""
	}
	return s.call.Badge()
}

// searchOlderForCall asks the service for what is older than what is known here.
func (c *Console) searchOlderForCall() tea.Cmd { return c.call.SearchOlder() }

// chooseForCall lists what can be inserted of the article under the cursor.
func (c *Console) chooseForCall() { c.call.ChooseFromArticle() }

func chooseReason(c *Console, _ pane.Target) string { return c.call.ChoiceReason() }

func olderReason(c *Console, _ pane.Target) string { return c.call.OlderReason() }

func addCallerReason(c *Console, _ pane.Target) string {
	return unless(c.call.Identity().Customer == 0, "the caller is a customer already")
}

// moveInCall moves the cursor of the list that has the focus on the screen of a call.
func moveInCall(move func(pane.Scroller)) func(*Console, pane.Target) tea.Cmd {
	return func(c *Console, _ pane.Target) tea.Cmd {
		move(c.call)
		return c.call.Moved()
	}
}
