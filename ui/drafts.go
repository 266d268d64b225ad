package ui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	callpane "frontdesk/ui/call"
	"frontdesk/ui/editor"
	"frontdesk/ui/overlay"
)

// drafts is what the agent has typed into forms and not sent, as this console knows it.
type drafts struct {
	part
	kept      map[backend.DraftKey]backend.Draft
	saved     map[backend.DraftKey]time.Time // when this console has saved a draft last
	begun     map[backend.DraftKey]time.Time // when this console has begun a draft
	discarded discarded
	hold      *holding
}

// of returns the drafts of a form, its own and copies, the newest first.
func (ds *drafts) of(form backend.DraftKey) []backend.Draft {
	var all []backend.Draft
	for key, d := range ds.kept {
		if key.Kind == form.Kind && key.Record == form.Record {
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b backend.Draft) int { return b.SavedAt.Compare(a.SavedAt) })
	return all
}

// forForm returns the draft that a form begins with: its own, or else the newest copy. A form of a call, and one
// beside another, begins with its own alone.
func (ds *drafts) forForm(form backend.DraftKey) (backend.Draft, bool) {
	if d, kept := ds.kept[form]; kept || form.Record == "" || form.Conflict != "" {
		return d, kept
	}
	all := slices.DeleteFunc(ds.of(form), func(d backend.Draft) bool { return isOfCall(d.Conflict) })
	if len(all) == 0 {
		return backend.Draft{}, false
	}
	return all[0], true
}

// restore loads the draft of the open form, if there is one.
func (f *forms) restore() {
	if d, kept := f.drafts.forForm(f.editor.DraftKey()); kept {
		f.loadDraft(d)
		if strings.HasPrefix(f.notification.text, draftMark) { // the notice that announced the draft
			f.notification = notice{}
		}
	}
}

// loadDraft loads a draft into the open form, and warns if it may have been saved already.
func (f *forms) loadDraft(d backend.Draft) {
	f.cmds.AdoptDraft(d)
	f.editor.LoadDraft(d)
	switch {
	case d.MaybeSaved || !d.SentAt.IsZero(): // a console that has ended was sending it, or one elsewhere still is
		f.unsent = failedSubmit{f.editor.DraftKey(), true, sentBefore}
		f.editor.SetError("this was sent before and not confirmed: sending it again may save it twice")
	case f.cluster.Away && !f.drafts.saved[d.Key].Equal(d.SavedAt): // saving it elsewhere deletes it here only later
		f.unsent = failedSubmit{f.editor.DraftKey(), true, sentElsewhere}
		f.editor.SetError("another host may have saved this and cannot be asked now: sending it may save it twice")
	}
}

// record records the draft of a form as it is now. backend.SaveDraft writes it. One that was discarded and is
// brought back keeps the time at which it was begun.
func (ds *drafts) record(d *backend.Draft) {
	d.SavedAt = ds.cmds.Now()
	if known := ds.kept[d.Key].Begun; !known.IsZero() {
		d.Begun = known
	}
	if d.Begun.IsZero() {
		d.Begun = d.SavedAt
		ds.begun[d.Key] = d.Begun
	}
	ds.kept[d.Key], ds.saved[d.Key] = *d, d.SavedAt
}

// continueAs makes one draft the continuation of another.
func (ds *drafts) continueAs(of, by backend.DraftKey) {
	d, was := ds.kept[by], ds.kept[of]
	if was.Begun.IsZero() {
		return
	}
	if delete(ds.begun, by); ds.isBegunHere(of) {
		ds.begun[by] = was.Begun
	}
	d.Begun = was.Begun
	ds.kept[by] = d
}

// isBegunHere reports whether a draft was begun in this console, or does not exist.
func (ds *drafts) isBegunHere(form backend.DraftKey) bool {
	d, kept := ds.kept[form]
	return !kept || ds.begun[form].Equal(d.Begun)
}

// submission returns what a form sends. A draft that another console has begun may have been sent by it.
func (ds *drafts) submission(form *editor.Editor) backend.Submission {
	w := form.Submission()
	w.Begun = ds.kept[form.DraftKey()].Begun
	if ds.cmds.SharesDrafts() && !ds.isBegunHere(form.DraftKey()) {
		w.SharedSince = w.Begun
		if isOfCall(w.DraftCopy) {
			w.CommentTail = callpane.NotesOf(w.Values[backend.FieldComment])
		}
	}
	return w
}

// draftMark is the prefix of notices about drafts.
const draftMark = "✎"

// set takes over the drafts on disk. Newer drafts in memory, which may not be saved yet, and the draft of the
// open form are kept.
func (ds *drafts) set(msg backend.DraftsLoaded) {
	there := map[backend.DraftKey]bool{}
	for _, d := range msg.Value {
		there[d.Key] = true
		if known, ok := ds.kept[d.Key]; d.Key != ds.editor.DraftKey() && (!ok || !d.SavedAt.Before(known.SavedAt)) {
			ds.kept[d.Key] = d
		}
	}
	for form, d := range ds.kept {
		if !there[form] && ds.cmds.Now().Sub(d.SavedAt) > draftGracePeriod && form != ds.editor.DraftKey() {
			delete(ds.kept, form)
		}
	}
	ds.notifyError(msg.Err)
	ds.refreshLists()
}

// draftGracePeriod is the age after which a draft that is not on disk was deleted rather than not saved yet.
const draftGracePeriod = 5 * time.Second

// onRecovered takes over the drafts and the outbox of the previous run, or of another host, and shows a notice about
// those that this console did not know.
func (f *forms) onRecovered(msg backend.RecoveredMsg) {
	var said []string
	if fresh := f.drafts.unknown(msg.Drafts.Value); len(fresh) > 0 {
		said = append(said, waitingDrafts(fresh))
	}
	n := len(msg.Outbox.Value)
	switch {
	case len(msg.Moved) > 0:
		said = append(said, "a form was being sent when the last console ended")
	case n > len(f.outbox.items):
		said = append(said, fmt.Sprintf("⇪ %d in the outbox", n))
	}
	if len(said) > 0 {
		f.notifyOfWork(levelWarning, strings.Join(said, " · "), " · "+f.workKey()+" lists what is unsent")
	}
	f.notifyError(msg.Err)
	for _, form := range msg.Moved {
		delete(f.drafts.kept, form)
	}
	f.drafts.set(msg.Drafts)
	f.outbox.set(msg.Outbox)
}

// unknown returns the drafts that this console neither knows nor has open.
func (ds *drafts) unknown(all []backend.Draft) []backend.Draft {
	return slices.DeleteFunc(slices.Clone(all), func(d backend.Draft) bool {
		_, known := ds.kept[d.Key]
		return known || d.Key == ds.editor.DraftKey()
	})
}

// waitingDrafts says how many drafts wait, and whether the agent may believe that one of them was sent.
func waitingDrafts(drafts []backend.Draft) string {
	n, held := len(drafts), 0
	for _, d := range drafts {
		if !d.HeldUntil.IsZero() {
			held++
		}
	}
	switch {
	case n == 1 && held == 1:
		return draftMark + " an update was not sent"
	case n == 1:
		return draftMark + " 1 unsent draft"
	case held > 0:
		return fmt.Sprintf("%s %d unsent drafts, %d of them should have been sent", draftMark, n, held)
	}
	return fmt.Sprintf("%s %d unsent drafts", draftMark, n)
}

// resumeDraft opens the form of a draft.
func (f *forms) resumeDraft(form backend.DraftKey) tea.Cmd {
	d, kept := f.drafts.kept[form]
	if f.refusesWrites() || !kept || f.refuses(f.formBusy()) {
		return nil
	}
	f.closeLists()
	return f.openDraft(d)
}

func (f *forms) confirmDeleteDraft(form backend.DraftKey) tea.Cmd {
	d, kept := f.drafts.kept[form]
	if !kept {
		return nil
	}
	f.confirm("Discard this draft?",
		overlay.Paragraphs(formName(d.Kind)+" "+f.cmds.RecordLabel(d), "You can bring it back until you leave frontdesk."),
		overlay.Choice{Action: keymap.Discard, Label: "Discard it", Run: func() tea.Cmd { return f.deleteDraft(d) }})
	return nil
}

// deleteDraft deletes a draft, and closes its form if that is open.
func (f *forms) deleteDraft(d backend.Draft) tea.Cmd {
	if f.editor.DraftKey() != d.Key {
		f.cmds.AdoptDraft(d)
	}
	dropped := f.drafts.discard(d, "draft discarded")
	f.refreshLists()
	return tea.Batch(f.closeOf(d.Key), dropped, f.inbox.ReloadForDrafts())
}

// discard deletes a draft, which can be brought back, and says so.
func (ds *drafts) discard(d backend.Draft, said string) tea.Cmd {
	ds.discarded.keep(d)
	dropped := ds.drop(d.Key)
	ds.sayDiscarded(said)
	return dropped
}

// drop deletes a draft, here and on disk.
func (ds *drafts) drop(key backend.DraftKey) tea.Cmd {
	delete(ds.kept, key)
	delete(ds.discarded.fullest, key)
	return ds.cmds.DeleteDraft(key)
}

// onDraftSaved handles the result of saving drafts. When another console has edited the same form, the draft of this
// one continues as a conflict copy under its own key.
func (f *forms) onDraftSaved(msg backend.DraftsSaved) tea.Cmd {
	for _, b := range msg.Value {
		f.drafts.rename(b.From, b.To)
		if f.editor.DraftKey() == b.From {
			f.editor.Copy = b.To.Conflict
		}
		if f.call.IsOn() && f.call.DraftKey() == b.From {
			f.call.Renamed(b.To)
		}
		f.hold.renamed(b.From, b.To)
		f.notify(levelWarning, "another console of yours has typed into this form too: both drafts are kept")
	}
	f.notifyError(msg.Err)
	return f.cmds.SavePendingDrafts()
}

// rename takes over the key under which a draft is kept from now on.
func (ds *drafts) rename(from, to backend.DraftKey) {
	if d, ok := ds.kept[from]; ok {
		delete(ds.kept, from)
		d.Key = to
		ds.kept[to], ds.begun[to] = d, ds.begun[from]
	}
}

// draftID returns the row ID of a draft.
func draftID(f backend.DraftKey) string { return f.Kind + "\x00" + f.Record + "\x00" + f.Conflict }

// tickets returns the tickets with unsent updates, by raw id.
func (ds *drafts) tickets() map[string]bool {
	tickets := map[string]bool{}
	for key := range ds.kept {
		if key.Kind == backend.KindUpdate {
			tickets[key.Record] = true
		}
	}
	return tickets
}

// hasUpdate reports whether a ticket's update form has a draft.
func (ds *drafts) hasUpdate(ticket desk.ID) bool {
	_, has := ds.forForm(backend.DraftKey{Kind: backend.KindUpdate, Record: ticket.Raw()})
	return has
}

// sayDiscarded says how what was discarded comes back.
func (ds *drafts) sayDiscarded(what string) {
	key, does := ds.Keys.KeyLabel(keymap.Global, keymap.Undo), "brings it back"
	if len(ds.hold.waiting()) > 0 {
		key, does = ds.workKey(), "lists it"
	}
	ds.notify(levelTransient, what+" · "+key+" "+does)
}
