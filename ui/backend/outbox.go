package backend

import (
	"errors"
	"maps"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/outbox"
	"frontdesk/internal/submit"
)

// OutboxItem is a form in the outbox.
type OutboxItem = outbox.Item

// OutboxState is the state of an item.
type OutboxState = outbox.State

// The states of an item.
const (
	ItemWaiting = outbox.Waiting
	ItemSending = outbox.Sending
	ItemUnknown = outbox.Unknown
	ItemRefused = outbox.Refused
)

// IsWaiting reports whether an item can be sent as it is. One whose record has changed cannot: the agent decides first.
func IsWaiting(item OutboxItem) bool {
	return item.State == ItemWaiting && item.Reason != ConflictReason
}

// OutboxStateName returns the state of an item in words.
func OutboxStateName(item OutboxItem) string {
	if item.State == ItemWaiting && !IsWaiting(item) {
		return "changed"
	}
	return map[OutboxState]string{
		ItemWaiting: "waiting", ItemSending: "being sent", ItemUnknown: "not confirmed", ItemRefused: "refused",
	}[item.State]
}

// OutboxLoadedMsg holds every outbox item in order; Err is a failure to read an item or to do what was requested.
type OutboxLoadedMsg struct {
	Items []OutboxItem
	Err   error
}

// LoadOutbox reads the outbox. It looks for interrupted submissions as LoadDrafts does.
func (c *Backend) LoadOutbox() tea.Msg {
	moved, err := c.recover()
	if len(moved) > 0 {
		return c.recovered(moved, err)
	}
	return c.outboxAfter(err)
}

// outboxAfter reads the outbox after an operation and joins the operation's error.
func (c *Backend) outboxAfter(err error) OutboxLoadedMsg {
	read := c.Outbox.Peek // while this console works on it
	if c.outboxBusy.TryRLock() {
		defer c.outboxBusy.RUnlock()
		read = c.Outbox.List
	}
	items, unread := read()
	for i := range items {
		items[i].Draft = c.fromStored(items[i].Draft)
	}
	return OutboxLoadedMsg{Items: items, Err: errors.Join(err, unread)}
}

// MovedToOutboxMsg is the result of MoveToOutbox.
type MovedToOutboxMsg struct {
	Form   DraftKey
	State  OutboxState // of its item
	Why    string      // the reason that was given
	Outbox OutboxLoadedMsg
	Err    error
}

// MoveToOutbox moves a form into the outbox, with the state of its item and the reason why it is not saved.
func (c *Backend) MoveToOutbox(d Draft, state OutboxState, why string) tea.Cmd {
	asked := d.Key
	d.Key, d.SavedAt = c.toStored(d.Key), c.Now()
	return func() tea.Msg {
		kept, err := c.moveDraftToOutbox(d, state, why)
		return MovedToOutboxMsg{Form: asked, State: state, Why: why, Outbox: c.outboxAfter(kept), Err: err}
	}
}

// moveDraftToOutbox writes the item before it discards the draft: a crash between the two leaves both, which Recover
// resolves.
func (c *Backend) moveDraftToOutbox(d Draft, state OutboxState, why string) (stays, failed error) {
	c.saver.disk.Lock()
	defer c.saver.disk.Unlock()
	c.saver.forget(d.Key)
	if kept, found, _ := c.Drafts.Load(d.Key); found && state == ItemUnknown {
		d.SentAt, d.Baseline = kept.SentAt, kept.Baseline
	}
	if values := c.absoluteCallback(d); !maps.Equal(values, d.Values) {
		d.Values = values
		kept, err := c.Drafts.Save(d) // so that draft and item are equal if both are found
		if err != nil {
			return nil, err
		}
		d.Key = kept
	}
	if _, err := c.Outbox.Add(d, state, why, c.Now()); err != nil {
		return nil, err
	}
	return c.Drafts.Discard(d.Key), nil
}

// OutboxItemDoneMsg is the result of sending or verifying an outbox item.
type OutboxItemDoneMsg struct {
	Written SubmitResultMsg // the outcome; empty when Err is set because nothing was attempted
	Looked  bool            // it was verified, not sent
	Outbox  OutboxLoadedMsg
	Err     error
}

// SendOutboxItem sends one item, once; it stores the state Sending before the request is sent. anyway also sends an
// item that conflicts, was rejected or has an unknown outcome.
func (c *Backend) SendOutboxItem(id string, anyway bool) tea.Cmd {
	return c.withItem(id, func(held *outbox.Locked, item OutboxItem) (SubmitResultMsg, error) {
		if item.State != ItemWaiting && !anyway {
			return SubmitResultMsg{}, errNotWaiting
		}
		w := c.writeOf(item)
		w.Overwrite, w.SentAt, w.Prior = anyway, time.Time{}, submit.Prior{}
		sent := item
		ctx, end := c.inFlight.begin(c.Context)
		defer end()
		msg := c.send(ctx, w, func(prior submit.Prior) (err error) {
			sent, err = held.Begin(id, baseline(prior), c.Now())
			return err
		})
		return msg, settle(held, item, sent, msg)
	}, false)
}

// VerifyOutboxItem looks for the record of an item with unknown outcome. It sends nothing.
func (c *Backend) VerifyOutboxItem(id string) tea.Cmd {
	return c.withItem(id, func(held *outbox.Locked, item OutboxItem) (SubmitResultMsg, error) {
		if item.State != ItemUnknown {
			return SubmitResultMsg{}, errNotLost
		}
		w := c.writeOf(item)
		msg := c.describe(w, c.sender().VerifyForm(c.Context, w.Form)) // Saved or NotKnown
		if msg.Outcome == Saved {
			c.note(w, &msg) // that it is not known was noted when it was sent
		}
		if msg.Absent || len(msg.Similar) > 0 {
			item.LastVerified = c.Now()
		}
		return msg, settle(held, item, item, msg)
	}, true)
}

var (
	errNotWaiting = errors.New("it is not waiting to be sent")
	errNotLost    = errors.New("its result is known: nothing to check")
)

// withItem runs do on an item while the outbox is locked against other consoles.
func (c *Backend) withItem(
	id string,
	do func(*outbox.Locked, OutboxItem) (SubmitResultMsg, error),
	looked bool,
) tea.Cmd {
	return func() tea.Msg {
		msg := OutboxItemDoneMsg{Looked: looked}
		msg.Err = c.locked(func(held *outbox.Locked) error {
			item, err := held.Item(id)
			if err == nil {
				msg.Written, err = do(held, item)
			}
			return err
		})
		msg.Outbox = c.outboxAfter(nil)
		return msg
	}
}

// locked runs do while the outbox is locked against other consoles.
func (c *Backend) locked(do func(*outbox.Locked) error) error {
	c.outboxBusy.Lock() // the list may just be read, which takes the lock too
	defer c.outboxBusy.Unlock()
	held, err := c.Outbox.TryLock()
	if err != nil {
		return err
	}
	return errors.Join(do(held), held.Release())
}

// settle stores an item's state after an attempt. An attempt that changed nothing restores the earlier state, because
// the outcome of an earlier attempt may still be unknown.
func settle(held *outbox.Locked, was, sent OutboxItem, msg SubmitResultMsg) error {
	switch msg.Outcome {
	case Saved:
		return held.Remove(sent.ID)
	case NotKnown, LooksSaved:
		sent.State = ItemUnknown
	case Refused:
		sent.State = ItemRefused
	default:
		was.LastAttempt = sent.LastAttempt
		sent = was
	}
	sent.Reason = whyNot(msg)
	return held.Update(sent)
}

// ConflictReason is the reason of an item whose record has changed.
const ConflictReason = "someone changed the record: open it to see the changes"

// whyNot returns the reason why an item is not saved, as one line.
func whyNot(msg SubmitResultMsg) string {
	switch {
	case msg.Outcome == Conflict:
		return ConflictReason
	case msg.Evidence != "":
		return msg.Evidence
	}
	return ErrorText(msg.Err)
}

// writeOf returns the form of an item. A console on another host may have sent it while that host was cut off.
func (c *Backend) writeOf(item OutboxItem) Submission {
	d := c.fromStored(item.Draft)
	w := Submission{Begun: d.Begun, Form: Form{
		Kind:     d.Kind,
		Record:   desk.NewID(d.Record),
		Values:   item.Draft.Values,
		Original: d.Original,
		SentAt:   d.SentAt,
		Prior:    priorOf(d),
	}}
	if c.SharesDrafts() {
		w.SharedSince = d.Begun
	}
	return w
}

// DeleteOutboxItem deletes an item.
func (c *Backend) DeleteOutboxItem(id string) tea.Cmd {
	return func() tea.Msg {
		return c.outboxAfter(c.locked(func(held *outbox.Locked) error { return held.Remove(id) }))
	}
}

// OutboxItemReopenedMsg holds a draft restored from an outbox item, to be opened in its form.
type OutboxItemReopenedMsg struct {
	Draft     Draft
	Conflicts bool   // it was not sent because its record had changed
	Refusal   string // why the service has refused it; empty if it has not
	Field     string // the path of the rejected field; empty if unknown
	Outbox    OutboxLoadedMsg
	Err       error
}

// ReopenOutboxItem turns an item back into a draft; a copy if the form has another draft.
func (c *Backend) ReopenOutboxItem(id string) tea.Cmd {
	return func() tea.Msg {
		var msg OutboxItemReopenedMsg
		msg.Err = c.locked(func(held *outbox.Locked) error {
			item, err := held.Item(id)
			if err != nil {
				return err
			}
			msg.Conflicts = item.Reason == ConflictReason
			if item.State == ItemRefused {
				msg.Refusal, msg.Field = item.Reason, fieldOf(kinds[item.Draft.Kind], item.Reason)
			}
			msg.Draft, err = c.moveItemToDraft(held, item)
			return err
		})
		msg.Draft, msg.Outbox = c.fromStored(msg.Draft), c.outboxAfter(nil)
		return msg
	}
}

// moveItemToDraft writes the draft before it removes the item: a crash between the two leaves both, which Recover
// resolves.
func (c *Backend) moveItemToDraft(held *outbox.Locked, item OutboxItem) (Draft, error) {
	item.Draft.MaybeSaved = item.State == ItemUnknown
	d, err := c.Drafts.Restore(item.Draft)
	if err != nil {
		return d, err
	}
	return d, held.Remove(item.ID)
}
