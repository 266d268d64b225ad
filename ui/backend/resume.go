package backend

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/draft"
)

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
