package backend

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/agent"
	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
)

// OutboxItem is a form in the outbox.
type OutboxItem = agent.Write

// Stage is how far a form has come.
type Stage = agent.Stage

// The stages of an item.
const (
	ItemWaiting = agent.Waiting
	ItemSending = agent.Sending
	ItemUnknown = agent.Unknown
	ItemRefused = agent.Refused
)

// IsWaiting reports whether an item can be sent as it is. One whose record has changed cannot: the agent decides first.
func IsWaiting(item OutboxItem) bool {
	return item.Stage == ItemWaiting && item.Reason != ConflictReason
}

// OutboxStateName returns the stage of an item in words.
func OutboxStateName(item OutboxItem) string {
	if item.Stage == ItemWaiting && !IsWaiting(item) {
		return "changed"
	}
	return map[Stage]string{
		ItemWaiting: "waiting", ItemSending: "being sent", ItemUnknown: "not confirmed", ItemRefused: "refused",
	}[item.Stage]
}

// OutboxItems are the items of the outbox in their order.
type OutboxItems []OutboxItem

// OutboxLoaded holds the outbox; Err is a failure to read an item or to do what was requested.
type OutboxLoaded = Answer[All, OutboxItems]

// LoadOutbox reads the outbox. It looks for interrupted submissions as LoadDrafts does.
func (c *Backend) LoadOutbox() tea.Msg {
	moved, err := c.recover()
	if len(moved) > 0 {
		return c.recovered(moved, err)
	}
	return c.outboxAfter(err)
}

// outboxAfter reads the outbox after an operation and joins the operation's error.
func (c *Backend) outboxAfter(err error) OutboxLoaded {
	items, unread := c.State.Outbox()
	for i, item := range items {
		items[i] = c.fromStored(item)
	}
	return OutboxLoaded{Value: items, Err: errors.Join(err, unread)}
}

// MovedToOutboxMsg is the result of MoveToOutbox.
type MovedToOutboxMsg struct {
	Form   DraftKey
	State  Stage  // of its item
	Why    string // the reason that was given
	Outbox OutboxLoaded
	Err    error
}

// MoveToOutbox moves a form into the outbox, with the stage of its item and the reason why it is not saved.
func (c *Backend) MoveToOutbox(d Draft, stage Stage, why string) tea.Cmd {
	asked := d.Key
	d.SavedAt = c.Now()
	return func() tea.Msg {
		err := c.moveToOutbox(d, stage, why)
		return MovedToOutboxMsg{Form: asked, State: stage, Why: why, Outbox: c.outboxAfter(nil), Err: err}
	}
}

func (c *Backend) moveToOutbox(d Draft, stage Stage, why string) error {
	c.saver.disk.Lock()
	defer c.saver.disk.Unlock()
	c.saver.forget(d.Key)
	d.Values = c.absoluteCallback(d)
	return c.State.ToOutbox(d, stage, why, c.Now())
}

// OutboxItemDoneMsg is the result of sending or verifying an outbox item.
type OutboxItemDoneMsg struct {
	Written SubmitResultMsg // the outcome; empty when Err is set because nothing was attempted
	Looked  bool            // it was verified, not sent
	Outbox  OutboxLoaded
	Err     error
}

// SendOutboxItem sends one item, once; that it is being sent is on disk before the request is. anyway also sends an
// item that conflicts, was rejected or has an unknown outcome.
func (c *Backend) SendOutboxItem(id string, anyway bool) tea.Cmd {
	return c.withItem(id, func(item OutboxItem) (SubmitResultMsg, error) {
		switch {
		case item.Stage == ItemSending: // only who sends it says what became of it
			return SubmitResultMsg{}, agent.ErrSending
		case item.Stage != ItemWaiting && !anyway:
			return SubmitResultMsg{}, errNotWaiting
		}
		w := c.writeOf(item)
		w.Overwrite, w.SentAt, w.Prior = anyway, time.Time{}, submit.Prior{}
		sent := item
		ctx, end := c.inFlight.begin(c.Context)
		defer end()
		msg := c.send(ctx, w, func(prior submit.Prior) (err error) {
			sent, err = c.State.BeginAgain(item, prior.IDs, prior.IsKnown, c.Now())
			return err
		})
		return msg, c.settle(item, sent, msg)
	}, false)
}

// VerifyOutboxItem looks for the record of an item with unknown outcome. It sends nothing.
func (c *Backend) VerifyOutboxItem(id string) tea.Cmd {
	return c.withItem(id, func(item OutboxItem) (SubmitResultMsg, error) {
		if item.Stage != ItemUnknown {
			return SubmitResultMsg{}, errNotLost
		}
		w := c.writeOf(item)
		msg := c.describe(w, c.sender().VerifyForm(c.Context, w.Form)) // Saved or NotKnown
		if msg.Outcome == Saved {
			c.note(w, &msg) // that it is not known was noted when it was sent
		}
		now := item
		if msg.Absent || len(msg.Similar) > 0 {
			now.LastVerified = c.Now()
		}
		return msg, c.settle(now, item, msg)
	}, true)
}

var (
	errNotWaiting = errors.New("it is not waiting to be sent")
	errNotLost    = errors.New("its result is known: nothing to check")
)

// withItem runs do on an item. What another console does with it meanwhile shows when the result is kept.
func (c *Backend) withItem(id string, do func(OutboxItem) (SubmitResultMsg, error), looked bool) tea.Cmd {
	return func() tea.Msg {
		msg := OutboxItemDoneMsg{Looked: looked}
		item, err := c.State.Find(id)
		if msg.Err = err; err == nil {
			msg.Written, msg.Err = do(item)
		}
		msg.Outbox = c.outboxAfter(nil)
		return msg
	}
}

// settle stores what became of an item after an attempt. An attempt that changed nothing restores what it was, because
// the outcome of an earlier attempt may still be unknown.
func (c *Backend) settle(was, sent OutboxItem, msg SubmitResultMsg) error {
	if msg.Outcome == Saved {
		return c.State.Done(sent)
	}
	_, err := c.State.Settle(sent, func(w *agent.Write) {
		switch msg.Outcome {
		case NotKnown, LooksSaved:
			w.Stage = agent.Unknown
		case Refused:
			w.Stage = agent.Refused
		default:
			w.Stage, w.SentAt, w.Prior, w.Compared = was.Stage, was.SentAt, was.Prior, was.Compared
		}
		w.LastVerified, w.Was, w.Reason = was.LastVerified, "", whyNot(msg)
	})
	return err
}

// ConflictReason is the reason of an item whose record has changed.
const ConflictReason = "the record has changed: open it to see the changes"

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
	d := c.fromStored(item)
	w := Submission{Begun: d.Begun, Form: Form{
		Kind:     d.Kind,
		Record:   desk.NewID(d.Record),
		Values:   item.Values,
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
	return func() tea.Msg { return c.outboxAfter(c.State.Delete(id)) }
}

// ReopenedItem is a draft restored from an outbox item, to be opened in its form.
type ReopenedItem struct {
	Draft     Draft
	Conflicts bool   // it was not sent because its record had changed
	Refusal   string // why the service has refused it; empty if it has not
	Field     string // the path of the rejected field; empty if unknown
	Outbox    OutboxLoaded
	Err       error
}

// ReopenOutboxItem turns an item back into a draft; a copy if the form has another draft.
func (c *Backend) ReopenOutboxItem(id string, take func(ReopenedItem) tea.Cmd) tea.Cmd {
	return Do(c.Context, func() Then {
		var reopened ReopenedItem
		item, err := c.State.Find(id)
		if err == nil {
			reopened.Conflicts = item.Reason == ConflictReason
			if item.Stage == ItemRefused {
				reopened.Refusal, reopened.Field = item.Reason, fieldOf(kinds[item.Kind], item.Reason)
			}
			reopened.Draft, err = c.State.Reopen(id)
		}
		reopened.Err, reopened.Draft, reopened.Outbox = err, c.fromStored(reopened.Draft), c.outboxAfter(nil)
		return func() tea.Cmd { return take(reopened) }
	})
}
