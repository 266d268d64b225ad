package backend

import (
	"errors"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/journal"
)

// DraftFork reports that a form's input was saved as a copy, because another console of the agent has saved input of
// the same form.
type DraftFork struct{ From, To DraftKey }

// DraftSavedMsg is the result of saving drafts. SavePendingDrafts continues with drafts still pending.
type DraftSavedMsg struct {
	At    time.Time
	Forks []DraftFork
	Err   error
}

// dropAccount removes the account from a key, as the console has only one.
func dropAccount(f DraftKey) DraftKey {
	f.Account = ""
	return f
}

// fromStored converts a stored draft to the console's form, with the callback in the agent's time zone.
func (c *Backend) fromStored(d Draft) Draft {
	d.Key, d.Values = dropAccount(d.Key), c.localCallback(d.Values)
	if d.Begun.IsZero() { // it was stored by a version that did not record it
		d.Begun = d.SavedAt
	}
	return d
}

// toStored adds the account to a key.
func (c *Backend) toStored(f DraftKey) DraftKey {
	f.Account = c.Account
	return f
}

// SaveDraft saves a form's input outside the event loop, within maxDelay and at most once per maxDelay.
func (c *Backend) SaveDraft(d Draft) tea.Cmd {
	d.Key, d.SavedAt = c.toStored(d.Key), c.Now()
	if c.saver.keep(d) {
		return c.save
	}
	return nil
}

// SaveDraftNow saves a form's input without delay, with everything else that is pending.
func (c *Backend) SaveDraftNow(d Draft) tea.Cmd {
	d.Key, d.SavedAt = c.toStored(d.Key), c.Now()
	c.saver.put(d)
	return func() tea.Msg {
		beside, err := c.saver.flush()
		return DraftSavedMsg{At: c.Now(), Forks: beside, Err: err}
	}
}

// SavePendingDrafts saves the drafts still pending after a DraftSavedMsg.
func (c *Backend) SavePendingDrafts() tea.Cmd {
	c.saver.mu.Lock()
	defer c.saver.mu.Unlock()
	if c.saver.begin() {
		return c.save
	}
	return nil
}

// save saves pending drafts round by round, and waits before each for the saver's delay.
func (c *Backend) save() tea.Msg {
	for {
		c.Sleep(c.Context, c.saver.delay())
		beside, err := c.saver.flush()
		if c.saver.done(err != nil || len(beside) > 0) {
			return DraftSavedMsg{At: c.Now(), Forks: beside, Err: err}
		}
	}
}

// DeleteDraft deletes a form's draft without delay.
func (c *Backend) DeleteDraft(f DraftKey) tea.Cmd {
	c.saver.drop(c.toStored(f))
	return func() tea.Msg {
		c.saver.disk.Lock()
		defer c.saver.disk.Unlock()
		return DraftDeletedMsg{Err: c.saver.discard()}
	}
}

// DraftDeletedMsg is the result of deleting a draft.
type DraftDeletedMsg struct{ Err error }

// AdoptDraft makes this console continue a draft from LoadDrafts: saves replace it from now on.
func (c *Backend) AdoptDraft(d Draft) {
	d.Key = c.toStored(d.Key)
	c.Drafts.Adopt(d)
}

// FlushDrafts saves the pending drafts when the console exits, and how the inbox is left, if that can be saved.
func (c *Backend) FlushDrafts() error {
	_ = c.Inbox.flush() // not worth a question to an agent who leaves
	_, err := c.saver.flush()
	return err
}

// DraftsLoadedMsg holds every draft of this account, newest first; Err names a damaged draft that was set aside.
type DraftsLoadedMsg struct {
	Drafts []Draft
	Err    error
}

// LoadDrafts reads every draft from disk. A form that another console was sending is found once its lock has ended,
// which may be after the start of this console: it is moved to the outbox then.
func (c *Backend) LoadDrafts() tea.Msg {
	moved, err := c.recover()
	if len(moved) > 0 {
		return c.recovered(moved, err)
	}
	msg := c.drafts()
	msg.Err = errors.Join(err, msg.Err)
	return msg
}

func (c *Backend) drafts() DraftsLoadedMsg {
	all, err := c.Drafts.List()
	var mine []Draft
	for _, d := range all {
		if d.Account == c.Account {
			mine = append(mine, c.fromStored(d))
		}
	}
	return DraftsLoadedMsg{Drafts: mine, Err: err}
}

// RecoveredMsg is the result of Recover.
type RecoveredMsg struct {
	Drafts DraftsLoadedMsg
	Outbox OutboxLoadedMsg
	Moved  []DraftKey // interrupted submissions, which are in the outbox now
	Err    error
}

// interruptedReason is the reason of an interrupted submission.
const interruptedReason = "it was sent and not confirmed"

// Recover loads what an earlier console left: drafts, the outbox, and interrupted submissions, which it moves to the
// outbox.
func (c *Backend) Recover() tea.Msg {
	moved, err := c.recover()
	err = errors.Join(err, c.Journal.Prune(c.Today(), journal.RetentionDays))
	return c.recovered(moved, err)
}

// recovered loads the drafts and the outbox after interrupted submissions were moved to the outbox.
func (c *Backend) recovered(moved []DraftKey, err error) RecoveredMsg {
	msg := RecoveredMsg{Outbox: c.outboxAfter(nil), Moved: moved, Err: err}
	msg.Drafts = c.drafts()
	msg.Drafts.Drafts = slices.DeleteFunc(
		msg.Drafts.Drafts,
		func(d Draft) bool { return c.isItem(d, msg.Outbox.Items) },
	)
	return msg
}

// recover moves interrupted submissions to the outbox.
func (c *Backend) recover() (moved []DraftKey, failed error) {
	lost, failed := c.Drafts.Interrupted()
	for _, d := range lost {
		_, err := c.Outbox.Add(d, ItemUnknown, interruptedReason, c.Now())
		if err == nil {
			c.Drafts.Adopt(d)
			err = c.Drafts.Discard(d.Key)
			moved = append(moved, dropAccount(d.Key))
		}
		failed = errors.Join(failed, err)
	}
	return moved, failed
}

// isItem reports whether a draft is in the outbox as well, because a console crashed between adding the item and
// discarding the draft; it discards such a draft.
func (c *Backend) isItem(d Draft, items []OutboxItem) bool {
	isInOutbox := slices.ContainsFunc(items, func(i OutboxItem) bool {
		d := d
		d.Conflict = ""
		return i.Draft.Equal(d)
	})
	if isInOutbox {
		c.AdoptDraft(d)
		return c.Drafts.Discard(c.toStored(d.Key)) == nil
	}
	return false
}
