package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/ui/backend"
	"frontdesk/ui/pane"
)

// undo takes the latest update back: its form opens again as it was, and nothing was sent. If none is held back, it
// brings back what was discarded last.
func (f *forms) undo() tea.Cmd {
	all := f.hold.waiting()
	switch {
	case len(all) > 0:
		return f.takeBack(all[len(all)-1])
	case f.drafts.discarded.canUndo():
		return f.bringBack(f.drafts.discarded.last())
	}
	return nil
}

// whyNoUndo returns why there is nothing to undo: with what was sent already, how to correct it.
func (g *holding) whyNoUndo() string {
	if len(g.waiting()) > 0 || len(g.updates) == 0 && g.drafts.discarded.canUndo() {
		return ""
	}
	if n := len(g.updates); n > 0 {
		h := g.updates[n-1]
		return "too late: " + h.label() + " is on its way · " + g.correctionHint(h.write.Kind)
	}
	if g.last == "" || g.unsent != (backend.DraftKey{}) && !g.outbox.has(g.unsent) {
		return "nothing is about to be sent"
	}
	return g.last
}

// noteSent keeps why the latest write cannot be undone: it was sent.
func (g *holding) noteSent(kind string, record desk.ID) {
	g.last = "too late: " + writeLabel(kind, record) + " was sent · " + g.correctionHint(kind)
	g.unsent = backend.DraftKey{}
}

// noteSentTogether is noteSent for an update of many tickets.
func (g *holding) noteSentTogether(tickets int) {
	g.last = "too late: the update of " + phrase.Count(tickets, "ticket") + " was sent · open each and press " +
		g.Keys.KeyLabel(keymap.Inbox, keymap.Update)
	g.unsent = backend.DraftKey{}
}

// correctionHint says how an update that was sent is corrected.
func (g *holding) correctionHint(kind string) string {
	if kind == backend.KindUpdate {
		return "open it and press " + g.Keys.KeyLabel(keymap.Inbox, keymap.Update)
	}
	return "edit it again to correct it"
}

// takeBack opens the form of an update that is held back as the agent left it. A form that is open is kept as a
// draft.
func (f *forms) takeBack(h *heldUpdate) tea.Cmd {
	if f.refuses(f.formBusy()) {
		return nil
	}
	f.hold.remove(h)
	f.inbox.TakeBack(h.write.Record)
	f.closeLists()
	var closed tea.Cmd
	if f.editor != nil {
		f.noteDraft()
		closed = f.close()
	}
	f.editor = h.form
	f.editor.SetTheme(f.theme())
	f.editor.SetVocabulary(f.inbox.Snapshot().Vocabulary)
	shown := f.visit(h.at)
	f.notify(levelTransient, "undone: nothing was sent")
	return tea.Batch(closed, shown, f.saveDraft(), f.hold.startTimer(f.cmds.Now()))
}

// reopenHeld opens the form of a record whose update is held back with what would have been sent. It reports false if
// no update of the record is held back. An update that is being sent cannot be changed: a notice asks the agent to
// wait.
func (f *forms) reopenHeld(kind string, record desk.ID) (tea.Cmd, bool) {
	h := f.hold.find(kind, record)
	switch {
	case h == nil:
		return nil, false
	case h.sending:
		f.notify(levelTransient, h.label()+" is being sent: wait for the answer")
		return nil, true
	}
	cmd := f.takeBack(h)
	f.notify(levelTransient, "its update was not sent yet: here it is")
	return cmd, true
}

func undoReason(c *Console, _ pane.Target) string { return c.hold.whyNoUndo() }
