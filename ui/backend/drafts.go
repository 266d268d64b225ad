package backend

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/agent"
)

// DraftFork reports that a form's input was saved as a copy, because another console of the agent has saved input of
// the same form.
type DraftFork struct{ From, To DraftKey }

// All is what is asked for where there is nothing to choose.
type All struct{}

// DraftsSaved is the result of saving drafts. SavePendingDrafts continues with drafts still pending.
type DraftsSaved = Answer[All, []DraftFork]

// fromStored converts a stored draft to the console's form, with the callback in the agent's time zone.
func (c *Backend) fromStored(d Draft) Draft {
	d.Values = c.localCallback(d.Values)
	return d
}

// SaveDraft saves a form's input outside the event loop, within maxDelay and at most once per maxDelay.
func (c *Backend) SaveDraft(d Draft) tea.Cmd {
	d.SavedAt = c.Now()
	if c.saver.keep(d) {
		return c.save
	}
	return nil
}

// SaveDraftNow saves a form's input without delay, with everything else that is pending.
func (c *Backend) SaveDraftNow(d Draft) tea.Cmd {
	d.SavedAt = c.Now()
	c.saver.put(d)
	return func() tea.Msg {
		beside, err := c.saver.flush()
		return DraftsSaved{At: c.Now(), Value: beside, Err: err}
	}
}

// SavePendingDrafts saves the drafts still pending after a DraftsSaved.
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
			return DraftsSaved{At: c.Now(), Value: beside, Err: err}
		}
	}
}

// DeleteDraft deletes a form's draft without delay.
func (c *Backend) DeleteDraft(f DraftKey) tea.Cmd {
	c.saver.drop(f)
	return written("", func() error {
		c.saver.disk.Lock()
		defer c.saver.disk.Unlock()
		return c.saver.discard()
	})
}

// AdoptDraft makes this console continue a draft from LoadDrafts: saves replace it from now on.
func (c *Backend) AdoptDraft(d Draft) { c.State.Adopt(d) }

// FlushDrafts saves the pending drafts when the console exits, and how the inbox is left, if that can be saved.
func (c *Backend) FlushDrafts() error {
	_ = c.Inbox.flush() // not worth a question to an agent who leaves
	_, err := c.saver.flush()
	return err
}

// DraftsLoaded holds every draft of this account, newest first; Err names a damaged draft that was set aside.
type DraftsLoaded = Answer[All, []Draft]

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

func (c *Backend) drafts() DraftsLoaded {
	all, err := c.State.Drafts()
	for i, d := range all {
		all[i] = c.fromStored(d)
	}
	return DraftsLoaded{Value: all, Err: err}
}

// RecoveredMsg is the result of Recover.
type RecoveredMsg struct {
	Drafts DraftsLoaded
	Outbox OutboxLoaded
	Moved  []DraftKey // interrupted submissions, which are in the outbox now
	Err    error
}

// Recover loads what an earlier console left: drafts, the outbox, and interrupted submissions, which it moves to the
// outbox.
func (c *Backend) Recover() tea.Msg {
	moved, err := c.recover()
	oldest, _ := c.Today().Add(1 - agent.JournalDays).Range(c.Zones.Account())
	err = errors.Join(err, c.State.Prune(oldest))
	return c.recovered(moved, err)
}

// recovered loads the drafts and the outbox after interrupted submissions were moved to the outbox.
func (c *Backend) recovered(moved []DraftKey, err error) RecoveredMsg {
	return RecoveredMsg{Drafts: c.drafts(), Outbox: c.outboxAfter(nil), Moved: moved, Err: err}
}

// recover moves interrupted submissions to the outbox.
func (c *Backend) recover() (moved []DraftKey, failed error) {
	lost, failed := c.State.Recover()
	for _, w := range lost {
		moved = append(moved, w.Key)
	}
	return moved, failed
}
