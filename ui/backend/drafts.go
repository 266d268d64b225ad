package backend

import (
	"errors"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/draft"
)

// DraftFork says that what was typed into a form is kept as a copy, beside what another console of the agent has typed
// into the same form.
type DraftFork struct{ From, To DraftKey }

// DraftSavedMsg says that what was typed is on disk, or why it is not. SaveAgain sees to what may still wait.
type DraftSavedMsg struct {
	At    time.Time
	Forks []DraftFork
	Err   error
}

// dropAccount is a form as the console names it: there is one account.
func dropAccount(f DraftKey) DraftKey {
	f.Account = ""
	return f
}

// fromStored is a draft as the console has it, its callback as the agent would type it now.
func (c *Backend) fromStored(d Draft) Draft {
	d.Key, d.Values = dropAccount(d.Key), c.localCallback(d.Values)
	return d
}

// toStored is a form as it is kept.
func (c *Backend) toStored(f DraftKey) DraftKey {
	f.Account = c.Account
	return f
}

// SaveDraft saves what is typed into a form within a second and off the loop, and at most once a second.
func (c *Backend) SaveDraft(d Draft) tea.Cmd {
	d.Key, d.SavedAt = c.toStored(d.Key), c.Now()
	if c.saver.keep(d) {
		return c.save
	}
	return nil
}

// SavePendingDrafts sees to what still waits after a SavedMsg that had something to say.
func (c *Backend) SavePendingDrafts() tea.Cmd {
	c.saver.mu.Lock()
	defer c.saver.mu.Unlock()
	if c.saver.begin() {
		return c.save
	}
	return nil
}

// save works off what waits, and rests before each round as long as the last one wants.
func (c *Backend) save() tea.Msg {
	for {
		c.Sleep(c.Context, c.saver.delay())
		beside, err := c.saver.flush()
		if c.saver.done(err != nil || len(beside) > 0) {
			return DraftSavedMsg{At: c.Now(), Forks: beside, Err: err}
		}
	}
}

// DeleteDraft deletes a form's draft at once.
func (c *Backend) DeleteDraft(f DraftKey) tea.Cmd {
	c.saver.drop(c.toStored(f))
	return func() tea.Msg {
		c.saver.disk.Lock()
		defer c.saver.disk.Unlock()
		return DraftDeletedMsg{Err: c.saver.discard()}
	}
}

// DraftDeletedMsg says that a draft is deleted, or why it is not.
type DraftDeletedMsg struct{ Err error }

// AdoptDraft says that this console goes on from a draft that Drafts brought: saving replaces it from now on.
func (c *Backend) AdoptDraft(d Draft) {
	d.Key = c.toStored(d.Key)
	c.Drafts.Adopt(d)
}

// FlushDrafts saves what still waits, when the console is left.
func (c *Backend) FlushDrafts() error {
	_, err := c.saver.flush()
	return err
}

// DraftsLoadedMsg is every draft of this account, newest first; Err names a damaged one that was set aside.
type DraftsLoadedMsg struct {
	Drafts []Draft
	Err    error
}

// LoadDrafts reads every draft from disk.
func (c *Backend) LoadDrafts() tea.Msg { return c.drafts() }

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

// RecoveredMsg is what an earlier console has left.
type RecoveredMsg struct {
	Drafts DraftsLoadedMsg
	Outbox OutboxLoadedMsg
	Found  int // forms that it was sending when it ended; they are in the outbox now
	Err    error
}

// sentUnseen is said of a form that left and whose end no console has seen.
const sentUnseen = "it was sent, and its end was not seen"

// Recover takes over what an earlier console has left: drafts, the outbox, and forms that it was sending when it ended.
func (c *Backend) Recover() tea.Msg {
	found, err := c.recover()
	err = errors.Join(err, c.Drafts.Journal().Prune(c.Today(), draft.RetentionDays))
	msg := RecoveredMsg{Outbox: c.outboxAfter(nil), Found: found, Err: err}
	msg.Drafts = c.drafts()
	msg.Drafts.Drafts = slices.DeleteFunc(msg.Drafts.Drafts, func(d Draft) bool { return c.isItem(d, msg.Outbox.Items) })
	return msg
}

// recover puts forms into the outbox that were being sent when their console ended.
func (c *Backend) recover() (found int, failed error) {
	lost, failed := c.Drafts.Interrupted()
	for _, d := range lost {
		_, err := c.Drafts.Outbox().Add(d, ItemUnknown, sentUnseen, c.Now())
		if err == nil {
			c.Drafts.Adopt(d)
			err = c.Drafts.Discard(d.Key)
			found++
		}
		failed = errors.Join(failed, err)
	}
	return found, failed
}

// isItem says of a draft that it is in the outbox as well, because a console ended between putting the one there and
// deleting the other; the draft is deleted then.
func (c *Backend) isItem(d Draft, items []OutboxItem) bool {
	twin := slices.ContainsFunc(items, func(i OutboxItem) bool {
		d := d
		d.Conflict = ""
		return i.Draft.Equal(d)
	})
	if twin {
		c.AdoptDraft(d)
		return c.Drafts.Discard(c.toStored(d.Key)) == nil
	}
	return false
}
