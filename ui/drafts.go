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

// restore fills in what was typed into the open form before and not sent.
func (c *Console) restore() {
	if d, kept := c.drafts[c.editor.DraftForm()]; kept {
		c.cmds.AdoptDraft(d)
		c.editor.LoadDraft(d)
		if strings.HasPrefix(c.notification.says, draftMark) { // that it waits
			c.notification = notice{}
		}
	}
}

// draftMark begins what is said of drafts.
const draftMark = "✎"

// setDrafts takes the drafts as they stand on disk. What is typed here may not be there yet, and the open form's own
// stays as it is.
func (c *Console) setDrafts(msg backend.DraftsLoadedMsg) {
	there := map[backend.DraftKey]bool{}
	for _, d := range msg.Drafts {
		there[d.Key] = true
		open := c.editor != nil && c.editor.DraftForm() == d.Key
		if known, ok := c.drafts[d.Key]; !open && (!ok || !d.SavedAt.Before(known.SavedAt)) {
			c.drafts[d.Key] = d
		}
	}
	for form, d := range c.drafts {
		if !there[form] && c.cmds.Now().Sub(d.SavedAt) > draftGracePeriod && (c.editor == nil || c.editor.DraftForm() != form) {
			delete(c.drafts, form)
		}
	}
	c.notifyError(msg.Err)
	c.refreshOpenList()
}

// notifyError says a fault, if there is one.
func (c *Console) notifyError(err error) {
	if err != nil {
		c.notify(levelError, backend.ErrorText(err))
	}
}

// draftGracePeriod is after what time a draft is on disk, or not there any more.
const draftGracePeriod = 5 * time.Second

// handleListMsg hears of drafts, outbox and journal.
func (c *Console) handleListMsg(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.RecoveredMsg:
		c.onRecovered(msg)
	case backend.OutboxLoadedMsg:
		c.setOutbox(msg)
	case backend.HistoryLoadedMsg:
		c.history = msg.Entries
		c.notifyError(msg.Err)
		c.refreshOpenList()
	case backend.MovedToOutboxMsg:
		c.onMovedToOutbox(msg)
	case backend.OutboxItemDoneMsg:
		return c.onOutboxResult(msg)
	case backend.OutboxItemReopenedMsg:
		return c.onItemReopened(msg)
	}
	return nil
}

// onRecovered takes over what the last console has left, and says so.
func (c *Console) onRecovered(msg backend.RecoveredMsg) {
	var said []string
	drafts, outbox := c.Keys.KeyLabel(keymap.Global, keymap.Drafts), c.Keys.KeyLabel(keymap.Global, keymap.Outbox)
	switch n := len(msg.Drafts.Drafts); n {
	case 0:
	case 1:
		said = append(said, "✎ a draft waits: "+drafts+" lists it")
	default:
		said = append(said, fmt.Sprintf("✎ %d drafts wait: %s lists them", n, drafts))
	}
	switch n := len(msg.Outbox.Items); {
	case msg.Found > 0:
		said = append(said, "a form was being sent when the last console ended: "+outbox+" lists it")
	case n > 0:
		said = append(said, fmt.Sprintf("⇪ %d in the outbox: %s", n, outbox))
	}
	if list := leadsTo(msg); len(said) > 0 {
		c.notifyWithLink(list, levelWarning, strings.Join(said, " · "))
	}
	c.notifyError(msg.Err)
	c.setDrafts(msg.Drafts)
	c.setOutbox(msg.Outbox)
}

// leadsTo is the list of what an earlier console has left; none when there is something in both.
func leadsTo(msg backend.RecoveredMsg) string {
	switch {
	case msg.Found == 0 && len(msg.Outbox.Items) == 0:
		return listDrafts
	case len(msg.Drafts.Drafts) == 0:
		return listOutbox
	}
	return ""
}

// resumeDraft goes on with a draft of the list.
func (c *Console) resumeDraft(id string) tea.Cmd {
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
	c.draftToDelete = d
	c.confirm("Throw this draft away?",
		overlay.Paragraphs(formName(d.Kind)+" "+c.recordLabel(d), "What was typed cannot be taken back."),
		overlay.Choice{Action: keymap.Discard, Label: "throw it away", Answer: sayThrow})
	return nil
}

// throwAway deletes a draft, and closes its form when that is open.
func (c *Console) throwAway(d backend.Draft) tea.Cmd {
	if c.editor != nil && c.editor.DraftForm() == d.Key {
		c.closeForm()
	} else {
		c.cmds.AdoptDraft(d)
	}
	delete(c.drafts, d.Key)
	c.notify(levelTransient, "draft thrown away")
	c.refreshOpenList()
	return c.cmds.DeleteDraft(d.Key)
}

// saved hears how saving ended. What is kept beside another console's typing goes on under its own name.
func (c *Console) saved(msg backend.DraftSavedMsg) tea.Cmd {
	for _, b := range msg.Forks {
		if d, ok := c.drafts[b.From]; ok {
			delete(c.drafts, b.From)
			d.Key = b.To
			c.drafts[b.To] = d
		}
		if c.editor != nil && c.editor.DraftForm() == b.From {
			c.editor.Copy = b.To.Conflict
		}
		c.notify(levelWarning, "another console of yours has typed into this form too: both drafts are kept")
	}
	if msg.Err != nil {
		c.notify(levelError, backend.ErrorText(msg.Err))
	}
	return c.cmds.SavePendingDrafts()
}
