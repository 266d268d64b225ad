package command

import (
	"errors"
	"maps"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/draft"
	"frontdesk/internal/submit"
)

// Item is a form that waits in the outbox.
type Item = draft.Item

// ItemState is how far an item has come.
type ItemState = draft.State

// The states of an item.
const (
	ItemWaiting = draft.Waiting
	ItemSending = draft.Sending
	ItemUnknown = draft.Unknown
	ItemRefused = draft.Refused
)

// OutboxMsg is every item of this account in order; Err is why one could not be read, or what was asked for not done.
type OutboxMsg struct {
	Items []Item
	Err   error
}

// Outbox reads the outbox.
func (c *Commands) Outbox() tea.Msg { return c.outboxAfter(nil) }

// outboxAfter is the outbox as it stands after something was done with it.
func (c *Commands) outboxAfter(err error) OutboxMsg {
	items, unread := c.Shelf.Outbox().List()
	for i := range items {
		items[i].Draft = c.here(items[i].Draft)
	}
	return OutboxMsg{Items: items, Err: errors.Join(err, unread)}
}

// AsideMsg says that a form was put into the outbox, or why not.
type AsideMsg struct {
	Form   DraftForm
	Outbox OutboxMsg
	Err    error
}

// PutAside puts a form into the outbox, with the reason why it could not be sent; its draft becomes the item.
func (c *Commands) PutAside(d Draft, lost bool, why string) tea.Cmd {
	asked := d.Form
	d.Form, d.Saved = c.ours(d.Form), c.Now()
	return func() tea.Msg {
		kept, err := c.putAside(d, lost, why)
		return AsideMsg{Form: asked, Outbox: c.outboxAfter(kept), Err: err}
	}
}

// putAside puts the item on disk before it discards the draft: a crash between the two leaves both, which Resume knows.
func (c *Commands) putAside(d Draft, lost bool, why string) (stays, failed error) {
	c.saver.disk.Lock()
	defer c.saver.disk.Unlock()
	c.saver.forget(d.Form)
	state := ItemWaiting
	if kept, found, _ := c.Shelf.Load(d.Form); lost {
		state = ItemUnknown
		if found {
			d.Left, d.Baseline = kept.Left, kept.Baseline
		}
	}
	if values := c.fixed(d); !maps.Equal(values, d.Values) {
		d.Values = values
		kept, err := c.Shelf.Save(d) // so that draft and item are alike when both are found
		if err != nil {
			return nil, err
		}
		d.Form = kept
	}
	if _, err := c.Shelf.Outbox().Put(d, state, why, c.Now()); err != nil {
		return nil, err
	}
	return c.Shelf.Discard(d.Form), nil
}

// ItemMsg is what an item of the outbox has come to.
type ItemMsg struct {
	ID      string
	Written WrittenMsg // how sending or looking ended; nothing of it when Err says why it was not done
	Looked  bool       // it was looked for, and nothing was sent
	Outbox  OutboxMsg
	Err     error
}

// SendItem sends one item, once: that it is being sent is on disk before anything of it leaves. Anyway sends it also
// when its record has moved, or when it was refused or is not known to have arrived.
func (c *Commands) SendItem(id string, anyway bool) tea.Cmd {
	return c.withItem(id, func(held *draft.Held, item Item) (WrittenMsg, error) {
		if item.State != ItemWaiting && !anyway {
			return WrittenMsg{}, errNotWaiting
		}
		w := writeOf(item)
		w.Anyway, w.Left, w.Prior = anyway, time.Time{}, submit.Prior{}
		sent := item
		ctx, end := c.underway.begin(c.Context)
		defer end()
		msg := c.finish(w, c.write(ctx, w, func(prior submit.Prior) (err error) {
			sent, err = held.Begin(id, baseline(prior), c.Now())
			return err
		}))
		return msg, settle(held, item, sent, msg)
	}, false)
}

// LookUp looks for an item whose end is not known, and sends nothing.
func (c *Commands) LookUp(id string) tea.Cmd {
	return c.withItem(id, func(held *draft.Held, item Item) (WrittenMsg, error) {
		if item.State != ItemUnknown {
			return WrittenMsg{}, errNotLost
		}
		msg := c.findAgain(writeOf(item))
		if msg.Absent || len(msg.Similar) > 0 {
			item.Looked = c.Now()
		}
		return msg, settle(held, item, item, msg)
	}, true)
}

var (
	errNotWaiting = errors.New("it does not wait to be sent: look at its state")
	errNotLost    = errors.New("it is known what became of it")
)

// withItem does something with an item while no other console works on the outbox.
func (c *Commands) withItem(id string, do func(*draft.Held, Item) (WrittenMsg, error), looked bool) tea.Cmd {
	return func() tea.Msg {
		msg := ItemMsg{ID: id, Looked: looked}
		held, err := c.Shelf.Outbox().Hold()
		if err == nil {
			var item Item
			if item, err = held.Item(id); err == nil {
				msg.Written, err = do(held, item)
			}
			err = errors.Join(err, held.Release())
		}
		msg.Err, msg.Outbox = err, c.outboxAfter(nil)
		return msg
	}
}

// settle says on disk how an item stands that was one thing and was sent as another. When nothing of it was carried
// out by this sending it is what it was: what an earlier one did is as unknown as before.
func settle(held *draft.Held, was, sent Item, msg WrittenMsg) error {
	switch msg.Outcome {
	case Stored:
		return held.Remove(sent.ID)
	case Unknown:
		sent.State = ItemUnknown
	case Refused:
		sent.State = ItemRefused
	default:
		was.Tried = sent.Tried
		sent = was
	}
	sent.Reason = whyNot(msg)
	return held.Settle(sent)
}

// whyNot is why an item is not stored, as a line.
func whyNot(msg WrittenMsg) string {
	switch {
	case msg.Outcome == Moved:
		return "the record has changed meanwhile: open it to see how"
	case msg.Outcome == Unknown && msg.Found != "":
		return msg.Found
	}
	return Reason(msg.Err)
}

func writeOf(item Item) Write {
	d := item.Draft
	return Write{Kind: d.Kind, Record: desk.NewKey(d.Record), Values: d.Values, Opened: d.Opened, Left: d.Left, Prior: priorOf(d)}
}

// RemoveItem throws an item away.
func (c *Commands) RemoveItem(id string) tea.Cmd {
	return func() tea.Msg {
		held, err := c.Shelf.Outbox().Hold()
		if err == nil {
			err = errors.Join(held.Remove(id), held.Release())
		}
		return c.outboxAfter(err)
	}
}

// TakenBackMsg is an item that has become a draft again, to be opened in its form.
type TakenBackMsg struct {
	Draft  Draft
	Was    ItemState
	Outbox OutboxMsg
	Err    error
}

// TakeBack makes a draft of an item again; beside another draft of the same form when there is one.
func (c *Commands) TakeBack(id string) tea.Cmd {
	return func() tea.Msg {
		msg := TakenBackMsg{}
		held, err := c.Shelf.Outbox().Hold()
		if err == nil {
			msg.Draft, msg.Was, err = c.takeBack(held, id)
			err = errors.Join(err, held.Release())
		}
		msg.Draft = c.here(msg.Draft)
		msg.Err, msg.Outbox = err, c.outboxAfter(nil)
		return msg
	}
}

// takeBack writes the draft before it removes the item: a crash between the two leaves both, which Resume knows.
func (c *Commands) takeBack(held *draft.Held, id string) (Draft, ItemState, error) {
	item, err := held.Item(id)
	if err != nil {
		return Draft{}, "", err
	}
	d, err := c.Shelf.Restore(item.Draft)
	if err != nil {
		return d, item.State, err
	}
	return d, item.State, held.Remove(id)
}
