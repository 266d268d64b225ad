// Package outbox stores the forms that could not be sent and wait for the agent. It sends nothing.
package outbox

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"frontdesk/internal/draft"
	"frontdesk/internal/filestore"
)

// outboxDir is the outbox's directory beside the drafts, itemSuffix the extension of its files, and outboxLock the lock
// file held while items change.
const (
	dirName  = "outbox"
	suffix   = ".item"
	lockName = ".held"
)

// Errors of outbox operations.
var (
	ErrLocked   = errors.New("another console of yours is working on the outbox: wait until it is done")
	ErrNotFound = errors.New("it is no longer in the outbox")
)

// Outbox holds one agent's unsent forms for one account, one file per item, in the order in which they were added. It
// sends nothing. It is safe for concurrent use by several consoles.
type Outbox struct{ dir string }

// Open creates the outbox in the directory of an agent's drafts, unless it exists.
func Open(drafts string) (*Outbox, error) {
	o := &Outbox{dir: filepath.Join(drafts, dirName)}
	if err := filestore.MakePrivateDir(o.dir); err != nil {
		return nil, fmt.Errorf("the outbox cannot be kept: %w", err)
	}
	return o, nil
}

// Add appends a draft. After it returns without an error, the item survives a crash and the draft can be discarded.
func (o *Outbox) Add(d draft.Draft, state State, reason string, now time.Time) (Item, error) {
	names, err := o.names()
	if err != nil {
		return Item{}, err
	}
	last := ""
	if len(names) > 0 {
		last = names[len(names)-1]
	}
	d.Conflict = ""
	item := Item{ID: nextID(last, now), Draft: d, State: state, Reason: reason, QueuedAt: now}
	if err := o.write(item); err != nil {
		return Item{}, err
	}
	return item, nil
}

// nextID returns an id that sorts after last, even if the clock went back.
func nextID(last string, now time.Time) string {
	at := now.UnixNano()
	var before int64
	if _, err := fmt.Sscanf(last, "%019d-", &before); err == nil {
		at = max(at, before+1)
	}
	return fmt.Sprintf("%019d-%s", at, rand.Text()[:8])
}

// List returns every item in order. An item in state Sending while the outbox is not locked was left by a console that
// crashed; it becomes Unknown. Damaged files are quarantined and named in the error, and the other items are still
// returned.
func (o *Outbox) List() ([]Item, error) {
	held, err := o.TryLock()
	if errors.Is(err, ErrLocked) {
		return o.read()
	}
	if err != nil {
		return nil, err
	}
	items, err := held.list()
	return items, errors.Join(err, held.Release())
}

func (o *Outbox) names() ([]string, error) {
	names, err := filestore.Names(o.dir, suffix)
	if err != nil {
		return nil, fmt.Errorf("the outbox cannot be read: %w", err)
	}
	return names, nil
}

func (o *Outbox) read() ([]Item, error) {
	names, err := o.names()
	if err != nil {
		return nil, err
	}
	return filestore.ReadEach(names, ErrNotFound, o.item)
}

func (o *Outbox) path(id string) string { return filepath.Join(o.dir, id+suffix) }

func (o *Outbox) item(id string) (Item, error) {
	content, err := os.ReadFile(o.path(id))
	if errors.Is(err, fs.ErrNotExist) {
		return Item{}, ErrNotFound
	}
	if err != nil {
		return Item{}, fmt.Errorf("an item of the outbox cannot be read: %w", err)
	}
	var item Item
	if err = filestore.DecodeRecord(content, &item); err == nil && item.ID != id {
		err = errors.New("it is another item")
	}
	if err != nil {
		return Item{}, filestore.Quarantine(o.path(id), "an item of the outbox", err)
	}
	return item, nil
}

func (o *Outbox) write(item Item) error {
	if _, err := filestore.WriteRecord(o.path(item.ID), item); err != nil {
		return fmt.Errorf("the outbox cannot be written: %w", err)
	}
	return nil
}

// MoveAll moves every item of one agent's outbox to another, unless a console has locked it; both are named by the
// directory of the agent's drafts.
func MoveAll(drafts, toDrafts string) error {
	from, err := Open(drafts)
	if err != nil {
		return err
	}
	to, err := Open(toDrafts)
	if err != nil {
		return err
	}
	names, err := from.names()
	if len(names) == 0 {
		return err
	}
	held, err := from.TryLock()
	if errors.Is(err, ErrLocked) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, id := range names {
		err = errors.Join(err, filestore.Ignore(os.Rename(from.path(id), to.path(id)), fs.ErrNotExist))
	}
	return errors.Join(err, filestore.SyncDir(from.dir), filestore.SyncDir(to.dir), held.Release())
}

// Locked is an outbox locked by one console: no other console, of this process or another, sends or changes an
// item. The lock ends with the process.
type Locked struct {
	o    *Outbox
	lock *filestore.Lock
}

// TryLock locks the outbox, or returns ErrLocked at once if another console holds it.
func (o *Outbox) TryLock() (*Locked, error) {
	l, err := filestore.TryLock(filepath.Join(o.dir, lockName))
	if errors.Is(err, filestore.ErrLocked) {
		return nil, ErrLocked
	}
	if err != nil {
		return nil, fmt.Errorf("the outbox cannot be used: %w", err)
	}
	return &Locked{o: o, lock: l}, nil
}

// Release unlocks the outbox.
func (h *Locked) Release() error { return h.lock.Release() }

// interrupted is the reason of an item that was being sent when its console crashed.
const interrupted = "the console ended while it was being sent"

// list returns every item. It marks items in state Sending as interrupted.
func (h *Locked) list() ([]Item, error) {
	items, err := h.o.read()
	for i := range items {
		if items[i].State != Sending {
			continue
		}
		items[i].State, items[i].Reason = Unknown, interrupted
		err = errors.Join(err, h.o.write(items[i]))
	}
	return items, err
}

// Item returns one item; ErrNotFound if it does not exist.
func (h *Locked) Item(id string) (Item, error) {
	item, err := h.o.item(id)
	if err == nil && item.State == Sending {
		item.State, item.Reason = Unknown, interrupted
		err = h.o.write(item)
	}
	return item, err
}

// Begin stores that an item is about to be sent. After an error nothing may be sent. An item that may have arrived
// already keeps the baseline of its first attempt.
func (h *Locked) Begin(id string, before draft.Baseline, now time.Time) (Item, error) {
	item, err := h.Item(id)
	if err != nil {
		return item, err
	}
	if item.State != Unknown {
		item.Draft.SentAt, item.Draft.Baseline = now, before
	}
	item.State, item.Reason, item.LastAttempt, item.LastVerified = Sending, "", now, time.Time{}
	return item, h.o.write(item)
}

// Update stores an item after it was sent or verified.
func (h *Locked) Update(item Item) error { return h.o.write(item) }

// Remove deletes an item.
func (h *Locked) Remove(id string) error {
	if err := filestore.Remove(h.o.path(id)); err != nil {
		return fmt.Errorf("an item stays in the outbox: %w", err)
	}
	return nil
}

// State is the state of an outbox item.
type State string

// The states. An item leaves any state but Sending only when the agent acts on it.
const (
	Waiting State = "waiting" // nothing was sent
	Sending State = "sending" // it may be in flight
	Unknown State = "unknown" // it may have been sent, and its outcome is unknown
	Refused State = "refused" // the service rejected it and changed nothing
)

// Item is a form that could not be sent and waits for the agent.
type Item struct {
	ID     string      `json:"id"` // sorts by the time of adding
	Draft  draft.Draft `json:"draft"`
	State  State       `json:"state"`
	Reason string      `json:"reason,omitempty"` // why it is in this state, as a sanitised line

	QueuedAt     time.Time `json:"put"`
	LastAttempt  time.Time `json:"tried,omitzero"`  // when it was last sent
	LastVerified time.Time `json:"looked,omitzero"` // when verification last found no match
}

// Since returns when the item entered its state.
func (i Item) Since() time.Time {
	switch {
	case i.State == Unknown && !i.LastVerified.IsZero():
		return i.LastVerified
	case !i.LastAttempt.IsZero():
		return i.LastAttempt
	}
	return i.QueuedAt
}
