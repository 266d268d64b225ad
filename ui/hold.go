package ui

import (
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/editor"
	"frontdesk/ui/layout"
	"frontdesk/ui/overlay"
)

// heldUpdate is an update that was handed over to be sent: it waits for its time, or is on its way. An update is in
// exactly one of the two states, and only Update of the console changes it, so undo and sending cannot both win.
type heldUpdate struct {
	seq     int
	form    *editor.Editor     // as the agent left it
	at      route              // what was on the screen with it
	write   backend.Submission // what will be sent
	due     time.Time
	sending bool
	closes  bool // the ticket
}

// holding is the updates that are held back or on their way, the oldest first.
type holding struct {
	part
	drafts  *drafts
	outbox  *outbox
	updates []*heldUpdate
	seq     int              // of the latest update
	timer   int              // of the latest timer
	last    string           // what became of the latest write, to say why it cannot be undone; empty for nothing
	unsent  backend.DraftKey // the form of which last says that it is in the outbox; zero for none
	leaving bool             // the console ends when all are sent
	asked   *overlay.Box
	direct  backend.DraftKey // a form from the outbox: it is sent at once, with the questions of a form that is open
}

// timerHold names the timer of the countdown.
const timerHold = "hold"

// submitUpdate hands a form over to be sent, and closes it if it is open. The form has been checked (Validate). It is
// the only way for an update of one record to the service, whoever filled in the form: ctrl+s, a macro or a repeat.
//
// For HoldBack the update can be undone, and nothing is sent. Then the record is compared with what the agent saw, and
// the update is sent once. If it is not saved, it goes to the outbox, with a notice. To change a record again
// while its update is held back, open its form first (openUpdate): that takes the held update back into the form, so
// that there is one update of a record at a time.
//
// Without HoldBack an open form is sent at once, and stays open until it is saved.
func (s *sending) submitUpdate(form *editor.Editor) tea.Cmd {
	isOpen := form == s.editor
	s.drafts.discarded.isLast = false
	s.repeats.note(form)
	if isOpen && (s.HoldBack == 0 || s.hold.direct == form.DraftKey() || form.Creates()) {
		return s.submit(false)
	}
	w := s.cmds.WithAbsoluteCallback(s.drafts.submission(form))
	s.hold.seq++
	w.Held = s.hold.seq
	h := &heldUpdate{
		seq: w.Held, form: form, at: s.here(), write: w, due: s.cmds.Now().Add(s.HoldBack), closes: s.closesTicket(w),
	}
	if !isOpen {
		h.at = route{focus: layout.Editor, detail: keymap.Ticket, ticket: w.Record}
	}
	s.hold.updates = append(s.hold.updates, h)
	d := h.draft()
	s.drafts.record(&d)
	h.write.Begun = d.Begun
	s.refreshLists()
	kept := s.cmds.SaveDraftNow(d)
	var read, closed tea.Cmd
	if w.Kind == backend.KindUpdate && w.Original == nil {
		read = s.cmds.ReadTicket(w.Record) // to compare with; going on to another ticket ends the one for the screen
	}
	if isOpen {
		closed = s.forms.close()
	}
	return tea.Batch(kept, read, closed, s.handedOver(w.Kind, w.Record), s.hold.sendDue())
}

// draft returns the draft that is kept while an update is held back. If the console ends, it is an ordinary draft.
func (h *heldUpdate) draft() backend.Draft {
	return backend.Draft{
		Key:       h.form.DraftKey(),
		Begun:     h.write.Begun,
		Original:  h.write.Original,
		Values:    h.write.Values,
		HeldUntil: h.due,
	}
}

// find returns the update of a record that is held back or on its way; nil if there is none.
func (g *holding) find(kind string, record desk.ID) *heldUpdate {
	i := slices.IndexFunc(g.updates, func(h *heldUpdate) bool { return h.isOf(kind, record) })
	if i < 0 {
		return nil
	}
	return g.updates[i]
}

func (h *heldUpdate) isOf(kind string, record desk.ID) bool {
	return h.write.Kind == kind && h.write.Record == record
}

// waiting returns the updates that can still be undone, the oldest first.
func (g *holding) waiting() []*heldUpdate {
	var out []*heldUpdate
	for _, h := range g.updates {
		if !h.sending {
			out = append(out, h)
		}
	}
	return out
}

// remove takes an update out of the list.
func (g *holding) remove(h *heldUpdate) {
	g.updates = slices.DeleteFunc(g.updates, func(u *heldUpdate) bool { return u == h })
}

// sendDue sends the updates whose time is over, and sets the timer for the next second of the countdown. An update
// waits for an earlier one of its record, and while the agent is asked about leaving.
func (g *holding) sendDue() tea.Cmd {
	var cmds []tea.Cmd
	now := g.cmds.Now()
	if !g.isAskedToLeave() {
		for _, h := range g.waiting() {
			if !h.due.After(now) && g.find(h.write.Kind, h.write.Record) == h {
				cmds = append(cmds, g.send(h))
			}
		}
	}
	g.refreshLists()
	return tea.Batch(append(cmds, g.startTimer(now))...)
}

func (g *holding) send(h *heldUpdate) tea.Cmd {
	h.sending = true
	return g.cmds.Submit(h.write)
}

// startTimer waits for the next moment at which the countdown changes or an update is due; nothing waits for an
// update that waits for another.
func (g *holding) startTimer(now time.Time) tea.Cmd {
	next := time.Duration(0)
	for _, h := range g.waiting() {
		left := h.due.Sub(now)
		if left <= 0 && !g.isAskedToLeave() {
			continue
		}
		if left %= time.Second; left <= 0 {
			left = time.Second
		}
		if next == 0 || left < next {
			next = left
		}
	}
	g.timer++ // the timer before it is of no use any more
	if next == 0 {
		return nil
	}
	return g.cmds.Timer(next, timerHold, g.timer)
}

// onTimer counts down by a second.
func (g *holding) onTimer(msg backend.TimerMsg) tea.Cmd {
	if msg.Timer != timerHold || msg.Seq != g.timer {
		return nil
	}
	return g.sendDue()
}

// setOriginal sets the record's values of held updates that were handed over before their ticket was loaded.
func (g *holding) setOriginal(ticket desk.ID, values map[string]string) {
	for _, h := range g.waiting() {
		if h.isOf(backend.KindUpdate, ticket) && h.write.Original == nil {
			h.form.SetOriginal(values)
			h.write.Original = values
		}
	}
}

// renamed takes over the key under which the draft of a held update is kept from now on.
func (g *holding) renamed(from, to backend.DraftKey) {
	for _, h := range g.waiting() {
		if h.form.DraftKey() == from {
			h.form.Copy, h.write.DraftCopy = to.Conflict, to.Conflict
		}
	}
}

// onResult handles the result of an update that was held back. Unless it is saved, it goes to the outbox: the agent
// may be typing something else, so no question is asked.
func (g *holding) onResult(msg backend.SubmitResultMsg) tea.Cmd {
	i := slices.IndexFunc(g.updates, func(h *heldUpdate) bool { return h.seq == msg.Held })
	if i < 0 {
		return nil
	}
	h := g.updates[i]
	if msg.Outcome != backend.Saved {
		g.leaving = false
		g.inbox.TakeBack(msg.Record)
		d := h.draft()
		d.HeldUntil = time.Time{}
		state, why := heldFailure(msg)
		return tea.Batch(g.cmds.MoveToOutbox(d, state, why), reread(g.ticket, msg))
	}
	g.noteSent(msg.Kind, msg.Record)
	g.remove(h)
	g.inbox.NoteSaved(msg.Record)
	dropped := g.drafts.drop(h.form.DraftKey())
	g.ticket.Forget(msg.Record)
	g.notify(levelSuccess, savedNotice(h.label(), g.cmds.Now()))
	if msg.Warning != "" {
		said := h.label() + " saved with a warning"
		g.notifyWithKey(notice{
			level: levelWarning, text: said + ": " + msg.Warning, short: said, isOfWork: true,
			key: " · " + g.workKey() + " lists it",
		})
	}
	return tea.Batch(dropped, reread(g.ticket, msg), g.sendDue())
}

// heldFailure returns the state in the outbox of an update that is not saved, and the reason.
func heldFailure(msg backend.SubmitResultMsg) (backend.Stage, string) {
	switch msg.Outcome {
	case backend.Conflict:
		return backend.ItemWaiting, backend.ConflictReason
	case backend.NotKnown:
		return backend.ItemUnknown, "it was sent, and the answer was lost: " + backend.ErrorText(msg.Err)
	case backend.LooksSaved:
		return backend.ItemUnknown, looksSavedReason
	case backend.Refused:
		return backend.ItemRefused, backend.ErrorText(msg.Err)
	}
	return backend.ItemWaiting, backend.ErrorText(msg.Err)
}

// onMoved says that an update that was not saved is in the outbox; false if msg is of another form.
func (g *holding) onMoved(msg backend.MovedToOutboxMsg) (tea.Cmd, bool) {
	h := g.find(msg.Form.Kind, desk.NewID(msg.Form.Record))
	if h == nil || !h.sending {
		return nil, false
	}
	g.remove(h)
	said := h.label() + " " + heldFailureNotice(msg.State, msg.Why)
	short := h.label() + " " + heldFailureNotice(msg.State, backend.ShortReason(msg.Why))
	if msg.Err != nil {
		g.last, g.unsent = said+", kept as a draft", backend.DraftKey{}
		g.notify(levelError, g.last+": "+backend.ErrorText(msg.Err))
		return g.sendDue(), true
	}
	delete(g.drafts.kept, msg.Form)
	lists := " · " + g.workKey() + " lists it"
	g.last, g.unsent = short+lists, msg.Form
	g.notifyWithKey(notice{level: levelError, text: said, short: short, isOfWork: true, key: lists})
	g.outbox.set(msg.Outbox)
	return g.sendDue(), true
}

// heldFailureNotice words why an update is in the outbox.
func heldFailureNotice(state backend.Stage, why string) string {
	switch {
	case why == backend.ConflictReason:
		return "not sent: it has changed"
	case why == looksSavedReason:
		return "not sent: " + why
	case state == backend.ItemUnknown:
		return "was sent and not confirmed"
	case state == backend.ItemRefused:
		return "refused: " + why
	}
	return "not sent: " + why
}

// label returns what an update changes, as short as it is unmistakable.
func (h *heldUpdate) label() string { return writeLabel(h.write.Kind, h.write.Record) }

// writeLabel returns the record of a write, as short as it is unmistakable.
func writeLabel(kind string, record desk.ID) string {
	if kind == backend.KindUpdate {
		return record.Short().String()
	}
	k, _ := backend.LookupKind(kind)
	return strings.TrimSpace(k.Noun + " " + record.Display().String())
}

// savedNotice says that the service has saved something.
func savedNotice(what string, now time.Time) string {
	return what + " saved " + now.Format("15:04") + " ✓"
}

// closesTicket reports whether an update closes its ticket.
func (s *sending) closesTicket(w backend.Submission) bool {
	to := w.Values[backend.FieldSubStatus]
	if w.Kind != backend.KindUpdate || to == w.Original[backend.FieldSubStatus] {
		return false
	}
	return s.inbox.IsClosing(to)
}

// tickets returns the tickets with an update that is held back or on its way.
func (g *holding) tickets() map[desk.ID]struct{} {
	ids := map[desk.ID]struct{}{}
	for _, h := range g.updates {
		if h.write.Kind == backend.KindUpdate {
			ids[h.write.Record] = struct{}{}
		}
	}
	return ids
}
