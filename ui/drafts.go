package ui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
)

// restore loads the draft of the open form, if there is one.
func (c *Console) restore() {
	if d, kept := c.drafts[c.editor.DraftKey()]; kept {
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
	if d.MaybeSaved {
		c.outbox.unsent = failedSubmit{c.editor.DraftKey(), true, sentBefore}
		c.editor.SetError(
			"this was sent before, and it is not known whether it arrived: sent again it may be carried out twice",
		)
	}
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

// notifyError shows an error, if there is one.
func (c *Console) notifyError(err error) {
	if err != nil {
		c.notify(levelError, backend.ErrorText(err))
	}
}

// draftGracePeriod is the age after which a draft that is not on disk was deleted rather than not saved yet.
const draftGracePeriod = 5 * time.Second

// handleListMsg handles messages about drafts, outbox, history and the handover note.
func (c *Console) handleListMsg(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.RecoveredMsg:
		c.onRecovered(msg)
	case backend.OutboxLoadedMsg:
		c.setOutbox(msg)
	case backend.HistoryLoadedMsg:
		c.history = msg.Entries
		c.notifyError(msg.Err)
		c.refreshLists()
	case backend.HandoverMsg:
		return c.onHandover(msg)
	case handoverDrawnMsg:
		c.onHandoverDrawn(msg)
	case backend.NoteSavedMsg:
		c.onNoteSaved(msg)
	case backend.MovedToOutboxMsg:
		return c.onMovedToOutbox(msg)
	case backend.OutboxItemDoneMsg:
		return c.onOutboxResult(msg)
	case backend.OutboxItemReopenedMsg:
		return c.onItemReopened(msg)
	}
	return nil
}

// onRecovered takes over the drafts and the outbox of the previous run and shows a notice about them.
func (c *Console) onRecovered(msg backend.RecoveredMsg) {
	var said []string
	drafts, outbox := c.Keys.KeyLabel(keymap.Global, keymap.Drafts), c.Keys.KeyLabel(keymap.Global, keymap.Outbox)
	if len(msg.Drafts.Drafts) > 0 {
		said = append(said, waitingDrafts(msg.Drafts.Drafts, drafts))
	}
	switch n := len(msg.Outbox.Items); {
	case msg.Found > 0:
		said = append(said, "a form was being sent when the last console ended: "+outbox+" lists it")
	case n > 0:
		said = append(said, fmt.Sprintf("⇪ %d in the outbox: %s", n, outbox))
	}
	if list := recoveredList(msg); len(said) > 0 {
		c.notifyWithLink(list, levelWarning, strings.Join(said, " · "))
	}
	c.notifyError(msg.Err)
	c.setDrafts(msg.Drafts)
	c.setOutbox(msg.Outbox)
}

// waitingDrafts says how many drafts wait, and whether the agent may believe that one of them was sent.
func waitingDrafts(drafts []backend.Draft, key string) string {
	n, held := len(drafts), 0
	for _, d := range drafts {
		if !d.HeldUntil.IsZero() {
			held++
		}
	}
	switch {
	case n == 1 && held == 1:
		return draftMark + " an update was to be sent and was not: " + key + " lists it"
	case n == 1:
		return draftMark + " a draft waits: " + key + " lists it"
	case held > 0:
		return fmt.Sprintf("%s %d drafts wait, %d of them to be sent and not sent: %s lists them", draftMark, n, held, key)
	}
	return fmt.Sprintf("%s %d drafts wait: %s lists them", draftMark, n, key)
}

// recoveredList returns the list to open for what was recovered, or "" when both lists have entries.
func recoveredList(msg backend.RecoveredMsg) string {
	switch {
	case msg.Found == 0 && len(msg.Outbox.Items) == 0:
		return listDrafts
	case len(msg.Drafts.Drafts) == 0:
		return listOutbox
	}
	return ""
}

// resumeDraft opens the form of a draft.
func (c *Console) resumeDraft(id string) tea.Cmd {
	if c.refusesWrites() {
		return nil
	}
	d, kept := c.draftOf(id)
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

func (c *Console) confirmDeleteDraft(id string) tea.Cmd {
	d, kept := c.draftOf(id)
	if !kept {
		return nil
	}
	c.confirm("Throw this draft away?",
		overlay.Paragraphs(formName(d.Kind)+" "+c.recordLabel(d), "What was typed cannot be taken back."),
		overlay.Choice{Action: keymap.Discard, Label: "throw it away", Run: func() tea.Cmd { return c.deleteDraft(d) }})
	return nil
}

// deleteDraft deletes a draft, and closes its form if that is open.
func (c *Console) deleteDraft(d backend.Draft) tea.Cmd {
	if c.editor == nil || c.editor.DraftKey() != d.Key {
		c.cmds.AdoptDraft(d)
	}
	delete(c.drafts, d.Key)
	c.notify(levelTransient, "draft thrown away")
	c.refreshLists()
	return tea.Batch(c.closeFormOf(d.Key), c.cmds.DeleteDraft(d.Key), c.inbox.ReloadForDrafts())
}

// onDraftSaved handles the result of saving drafts. When another console has edited the same form, the draft of this
// one continues as a conflict copy under its own key.
func (c *Console) onDraftSaved(msg backend.DraftSavedMsg) tea.Cmd {
	for _, b := range msg.Forks {
		if d, ok := c.drafts[b.From]; ok {
			delete(c.drafts, b.From)
			d.Key = b.To
			c.drafts[b.To] = d
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
