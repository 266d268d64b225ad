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

// draftsOf returns the drafts of a form, its own and copies, the newest first.
func (c *Console) draftsOf(form backend.DraftKey) []backend.Draft {
	var all []backend.Draft
	for key, d := range c.drafts {
		if key.Kind == form.Kind && key.Record == form.Record {
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b backend.Draft) int { return b.SavedAt.Compare(a.SavedAt) })
	return all
}

// draftFor returns the draft that a form begins with: its own, or else the newest copy. A form of a call, and one
// beside another, begins with its own alone.
func (c *Console) draftFor(form backend.DraftKey) (backend.Draft, bool) {
	if d, kept := c.drafts[form]; kept || form.Record == "" || form.Conflict != "" {
		return d, kept
	}
	all := slices.DeleteFunc(c.draftsOf(form), func(d backend.Draft) bool { return isOfCall(d.Conflict) })
	if len(all) == 0 {
		return backend.Draft{}, false
	}
	return all[0], true
}

// restore loads the draft of the open form, if there is one.
func (c *Console) restore() {
	if d, kept := c.draftFor(c.editor.DraftKey()); kept {
		c.loadDraft(d)
		if strings.HasPrefix(c.notification.text, draftMark) { // the notice that announced the draft
			c.notification = notice{}
		}
	}
}

// loadDraft loads a draft into the open form, and warns if it may have been saved already.
func (c *Console) loadDraft(d backend.Draft) {
	c.cmds.AdoptDraft(d)
	c.editor.LoadDraft(d)
	switch {
	case d.MaybeSaved || !d.SentAt.IsZero(): // a console that has ended was sending it, or one elsewhere still is
		c.outbox.unsent = failedSubmit{c.editor.DraftKey(), true, sentBefore}
		c.editor.SetError("this was sent before and not confirmed: sending it again may save it twice")
	case c.cluster.Away && !c.saved[d.Key].Equal(d.SavedAt): // saving it elsewhere deletes it here only later
		c.outbox.unsent = failedSubmit{c.editor.DraftKey(), true, sentElsewhere}
		c.editor.SetError("another host may have saved this and cannot be asked now: sending it may save it twice")
	}
}

// recordDraft records the draft of a form as it is now. backend.SaveDraft writes it. One that was discarded and is
// brought back keeps the time at which it was begun.
func (c *Console) recordDraft(d *backend.Draft) {
	d.SavedAt = c.cmds.Now()
	if known := c.drafts[d.Key].Begun; !known.IsZero() {
		d.Begun = known
	}
	if d.Begun.IsZero() {
		d.Begun = d.SavedAt
		c.begun[d.Key] = d.Begun
	}
	c.drafts[d.Key], c.saved[d.Key] = *d, d.SavedAt
}

// continueDraft makes one draft the continuation of another.
func (c *Console) continueDraft(of, by backend.DraftKey) {
	d, was := c.drafts[by], c.drafts[of]
	if was.Begun.IsZero() {
		return
	}
	if delete(c.begun, by); c.isBegunHere(of) {
		c.begun[by] = was.Begun
	}
	d.Begun = was.Begun
	c.drafts[by] = d
}

// isBegunHere reports whether a draft was begun in this console, or does not exist.
func (c *Console) isBegunHere(form backend.DraftKey) bool {
	d, kept := c.drafts[form]
	return !kept || c.begun[form].Equal(d.Begun)
}

// submissionOf returns what a form sends. A draft that another console has begun may have been sent by it.
func (c *Console) submissionOf(form *editor.Editor) backend.Submission {
	w := form.Submission()
	w.Begun = c.drafts[form.DraftKey()].Begun
	if c.cmds.SharesDrafts() && !c.isBegunHere(form.DraftKey()) {
		w.SharedSince = w.Begun
		if isOfCall(w.DraftCopy) {
			w.CommentTail = callpane.NotesOf(w.Values[backend.FieldComment])
		}
	}
	return w
}

// draftMark is the prefix of notices about drafts.
const draftMark = "✎"

// setDrafts takes over the drafts on disk. Newer drafts in memory, which may not be saved yet, and the draft of the
// open form are kept.
func (c *Console) setDrafts(msg backend.DraftsLoadedMsg) {
	there := map[backend.DraftKey]bool{}
	for _, d := range msg.Drafts {
		there[d.Key] = true
		open := c.editor != nil && c.editor.DraftKey() == d.Key
		if known, ok := c.drafts[d.Key]; !open && (!ok || !d.SavedAt.Before(known.SavedAt)) {
			c.drafts[d.Key] = d
		}
	}
	for form, d := range c.drafts {
		if !there[form] && c.cmds.Now().Sub(d.SavedAt) > draftGracePeriod &&
			(c.editor == nil || c.editor.DraftKey() != form) {
			delete(c.drafts, form)
		}
	}
	c.notifyError(msg.Err)
	c.refreshLists()
}

// draftGracePeriod is the age after which a draft that is not on disk was deleted rather than not saved yet.
const draftGracePeriod = 5 * time.Second

// onRecovered takes over the drafts and the outbox of the previous run, or of another host, and shows a notice about
// those that this console did not know.
func (c *Console) onRecovered(msg backend.RecoveredMsg) {
	var said []string
	if fresh := c.unknownDrafts(msg.Drafts.Drafts); len(fresh) > 0 {
		said = append(said, waitingDrafts(fresh))
	}
	n := len(msg.Outbox.Items)
	switch {
	case len(msg.Moved) > 0:
		said = append(said, "a form was being sent when the last console ended")
	case n > len(c.outbox.items):
		said = append(said, fmt.Sprintf("⇪ %d in the outbox", n))
	}
	if len(said) > 0 {
		c.notifyOfWork(levelWarning, strings.Join(said, " · "), " · "+c.workKey()+" lists what is unsent")
	}
	c.notifyError(msg.Err)
	for _, form := range msg.Moved {
		delete(c.drafts, form)
	}
	c.setDrafts(msg.Drafts)
	c.setOutbox(msg.Outbox)
}

// unknownDrafts returns the drafts that this console neither knows nor has open.
func (c *Console) unknownDrafts(all []backend.Draft) []backend.Draft {
	return slices.DeleteFunc(slices.Clone(all), func(d backend.Draft) bool {
		_, known := c.drafts[d.Key]
		return known || c.editor != nil && c.editor.DraftKey() == d.Key
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
func (c *Console) resumeDraft(form backend.DraftKey) tea.Cmd {
	if c.refusesWrites() {
		return nil
	}
	d, kept := c.drafts[form]
	switch {
	case !kept:
		return nil
	case c.editor != nil && c.editor.IsSubmitting():
		c.notify(levelTransient, "a form is being sent: wait for the answer")
		return nil
	}
	c.closeLists()
	return c.openDraft(d)
}

func (c *Console) confirmDeleteDraft(form backend.DraftKey) tea.Cmd {
	d, kept := c.drafts[form]
	if !kept {
		return nil
	}
	c.confirm("Discard this draft?",
		overlay.Paragraphs(formName(d.Kind)+" "+c.recordLabel(d), "You can bring it back until you leave frontdesk."),
		overlay.Choice{Action: keymap.Discard, Label: "Discard it", Run: func() tea.Cmd { return c.deleteDraft(d) }})
	return nil
}

// deleteDraft deletes a draft, and closes its form if that is open.
func (c *Console) deleteDraft(d backend.Draft) tea.Cmd {
	if c.editor == nil || c.editor.DraftKey() != d.Key {
		c.cmds.AdoptDraft(d)
	}
	c.discarded.keep(d)
	dropped := c.dropDraft(d.Key)
	c.sayDiscarded("draft discarded")
	c.refreshLists()
	return tea.Batch(c.closeFormOf(d.Key), dropped, c.inbox.ReloadForDrafts())
}

// dropDraft deletes a draft, here and on disk.
func (c *Console) dropDraft(key backend.DraftKey) tea.Cmd {
	delete(c.drafts, key)
	delete(c.discarded.fullest, key)
	return c.cmds.DeleteDraft(key)
}

// onDraftSaved handles the result of saving drafts. When another console has edited the same form, the draft of this
// one continues as a conflict copy under its own key.
func (c *Console) onDraftSaved(msg backend.DraftSavedMsg) tea.Cmd {
	for _, b := range msg.Forks {
		if d, ok := c.drafts[b.From]; ok {
			delete(c.drafts, b.From)
			d.Key = b.To
			c.drafts[b.To], c.begun[b.To] = d, c.begun[b.From]
		}
		if c.editor != nil && c.editor.DraftKey() == b.From {
			c.editor.Copy = b.To.Conflict
		}
		if c.call.IsOn() && c.call.DraftKey() == b.From {
			c.call.Renamed(b.To)
		}
		c.hold.renamed(b.From, b.To)
		c.notify(levelWarning, "another console of yours has typed into this form too: both drafts are kept")
	}
	c.notifyError(msg.Err)
	return c.cmds.SavePendingDrafts()
}

// draftID returns the row ID of a draft.
func draftID(f backend.DraftKey) string { return f.Kind + "\x00" + f.Record + "\x00" + f.Conflict }

// toldApart returns the last two cells of the row of a form, and what stands before its detail. Of several forms for
// one record each is named by what it says, before the title: narrow lists have no room for the last cell.
func (c *Console) toldApart(d backend.Draft, what string) (cells [2]string, detail string) {
	n := 0
	for _, other := range slices.Concat(c.draftsOf(d.Key), c.outbox.items) {
		if other.Kind == d.Kind && other.Record == d.Record && !isOfCall(other.Conflict) {
			n++
		}
	}
	label := c.recordLabel(d)
	if d.Record == "" || n < 2 {
		return [2]string{label, what}, ""
	}
	number := desk.NewID(d.Record).Display().String()
	title := strings.TrimSpace(strings.TrimPrefix(label, number))
	return [2]string{number + " " + what, title}, fmt.Sprintf("One of your %d unsent forms for %s. ", n, label)
}
