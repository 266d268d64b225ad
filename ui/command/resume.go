package command

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/draft"
)

// ResumedMsg is what an earlier console has left.
type ResumedMsg struct {
	Drafts DraftsMsg
	Outbox OutboxMsg
	Found  int // forms that it was sending when it ended; they are in the outbox now
	Err    error
}

// sentUnseen is said of a form that left and whose end no console has seen.
const sentUnseen = "it was sent, and its end was not seen"

// Resume takes over what an earlier console has left: drafts, the outbox, and forms that it was sending when it ended.
func (c *Commands) Resume() tea.Msg {
	found, err := c.recover()
	err = errors.Join(err, c.Shelf.Journal().Forget(c.Today(), draft.KeepDays))
	msg := ResumedMsg{Outbox: c.outboxAfter(nil), Found: found, Err: err}
	msg.Drafts = c.drafts()
	msg.Drafts.Drafts = slices.DeleteFunc(msg.Drafts.Drafts, func(d Draft) bool { return c.isItem(d, msg.Outbox.Items) })
	return msg
}

// recover puts forms into the outbox that were being sent when their console ended.
func (c *Commands) recover() (found int, failed error) {
	lost, failed := c.Shelf.Lost()
	for _, d := range lost {
		_, err := c.Shelf.Outbox().Put(d, ItemUnknown, sentUnseen, c.Now())
		if err == nil {
			c.Shelf.Take(d)
			err = c.Shelf.Discard(d.Form)
			found++
		}
		failed = errors.Join(failed, err)
	}
	return found, failed
}

// isItem says of a draft that it is in the outbox as well, because a console ended between putting the one there and
// deleting the other; the draft is deleted then.
func (c *Commands) isItem(d Draft, items []Item) bool {
	twin := slices.ContainsFunc(items, func(i Item) bool {
		d := d
		d.Copy = ""
		return i.Draft.Same(d)
	})
	if twin {
		c.Take(d)
		return c.Shelf.Discard(c.ours(d.Form)) == nil
	}
	return false
}
