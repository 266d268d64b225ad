package draft

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"frontdesk/internal/filestore"
)

// outboxDir is the outbox's directory beside the drafts; itemSuffix ends the names of its files, and outboxLock is the
// file that whoever changes items holds.
const (
	outboxDir  = "outbox"
	itemSuffix = ".item"
	outboxLock = ".held"
)

// What cannot be done with an item.
var (
	ErrLocked   = errors.New("another console of yours is working on the outbox: wait until it is done")
	ErrNotFound = errors.New("it is no longer in the outbox")
)

// Outbox is what one agent wanted to send for one account and could not: one file an item, in the order in which they
// were put there. It sends nothing. It is safe for concurrent use by any number of consoles.
type Outbox struct{ dir string }

// Add adds a draft behind all others; when it returns no error the item outlives a crash, and the draft itself can be
// discarded.
func (o *Outbox) Add(d Draft, state State, reason string, now time.Time) (Item, error) {
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

// nextID is a name that stands behind last, whatever the clock says.
func nextID(last string, now time.Time) string {
	at := now.UnixNano()
	var before int64
	if _, err := fmt.Sscanf(last, "%019d-", &before); err == nil {
		at = max(at, before+1)
	}
	return fmt.Sprintf("%019d-%s", at, rand.Text()[:8])
}

// List is every item in order, as it stands on disk. An item that is being sent while nobody holds the outbox was
// left so by a console that died: it is unknown from then on. What is damaged is set aside and named in the error, and
// the others are listed all the same.
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
	files, err := os.ReadDir(o.dir) // in the order of their names
	if err != nil {
		return nil, fmt.Errorf("the outbox cannot be read: %w", err)
	}
	var names []string
	for _, file := range files {
		if id, ok := strings.CutSuffix(file.Name(), itemSuffix); ok {
			names = append(names, id)
		}
	}
	return names, nil
}

func (o *Outbox) read() ([]Item, error) {
	names, err := o.names()
	if err != nil {
		return nil, err
	}
	var items []Item
	var damaged []error
	for _, id := range names {
		item, err := o.item(id)
		switch {
		case errors.Is(err, ErrNotFound): // another console has just sent or removed it
		case err != nil:
			damaged = append(damaged, err)
		default:
			items = append(items, item)
		}
	}
	return items, errors.Join(damaged...)
}

func (o *Outbox) path(id string) string { return filepath.Join(o.dir, id+itemSuffix) }

func (o *Outbox) item(id string) (Item, error) {
	content, err := os.ReadFile(o.path(id))
	if errors.Is(err, fs.ErrNotExist) {
		return Item{}, ErrNotFound
	}
	if err != nil {
		return Item{}, fmt.Errorf("an item of the outbox cannot be read: %w", err)
	}
	var item Item
	if err = decodeChecked(content, &item); err == nil && item.ID != id {
		err = errors.New("it is another item")
	}
	if err != nil {
		return Item{}, quarantine(o.path(id), "an item of the outbox", err)
	}
	return item, nil
}

func (o *Outbox) write(item Item) error {
	content, err := encodeChecked(item)
	if err == nil {
		err = filestore.WriteFile(o.path(item.ID), content)
	}
	if err != nil {
		return fmt.Errorf("the outbox cannot be written: %w", err)
	}
	return nil
}

// LockedOutbox is the outbox in the hands of one console: as long as it is held, no other one, of this process or another,
// sends or changes an item. The end of the process gives it back, however it comes.
type LockedOutbox struct {
	o    *Outbox
	lock *filestore.Lock
}

// TryLock takes the outbox, or answers ErrHeld at once when another console holds it.
func (o *Outbox) TryLock() (*LockedOutbox, error) {
	l, err := filestore.TryLock(filepath.Join(o.dir, outboxLock))
	if errors.Is(err, filestore.ErrLocked) {
		return nil, ErrLocked
	}
	if err != nil {
		return nil, fmt.Errorf("the outbox cannot be used: %w", err)
	}
	return &LockedOutbox{o: o, lock: l}, nil
}

// Release gives the outbox back.
func (h *LockedOutbox) Release() error { return h.lock.Release() }

// interrupted is said of an item whose sending was never seen to end.
const interrupted = "the console ended while it was being sent"

// list is every item; what is found being sent was left so by a console that died.
func (h *LockedOutbox) list() ([]Item, error) {
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

// Item is one item as it stands; ErrGone when it is no longer there.
func (h *LockedOutbox) Item(id string) (Item, error) {
	item, err := h.o.item(id)
	if err == nil && item.State == Sending {
		item.State, item.Reason = Unknown, interrupted
		err = h.o.write(item)
	}
	return item, err
}

// Begin says on disk that an item is being sent, before anything of it leaves. After an error nothing may be sent. Of
// an item that may have arrived already, what was there before it left for the first time counts.
func (h *LockedOutbox) Begin(id string, before Baseline, now time.Time) (Item, error) {
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

// Update writes how an item stands after it was sent or looked up.
func (h *LockedOutbox) Update(item Item) error { return h.o.write(item) }

// Remove takes an item out: the service has it, or the agent wants it no longer.
func (h *LockedOutbox) Remove(id string) error {
	if err := filestore.Remove(h.o.path(id)); err != nil {
		return fmt.Errorf("an item stays in the outbox: %w", err)
	}
	return nil
}

// State is how far an item of the outbox has come.
type State string

// The states. None of them is left by itself: everything but waiting waits for the agent.
const (
	Waiting State = "waiting" // nothing was sent
	Sending State = "sending" // it may be leaving at this moment
	Unknown State = "unknown" // it was or may have been sent, and nothing tells whether it was carried out
	Refused State = "refused" // the service said no, and changed nothing
)

// Item is a form that could not be sent when the agent wanted it, and waits for their word.
type Item struct {
	ID     string `json:"id"` // orders items by when they were put here
	Draft  Draft  `json:"draft"`
	State  State  `json:"state"`
	Reason string `json:"reason,omitempty"` // why it is in this state, as a clean line for people

	QueuedAt     time.Time `json:"put"`
	LastAttempt  time.Time `json:"tried,omitzero"`  // when it was last sent, or about to be
	LastVerified time.Time `json:"looked,omitzero"` // when the record last did not show it
}

// Since is when it came into its state.
func (i Item) Since() time.Time {
	switch {
	case i.State == Unknown && !i.LastVerified.IsZero():
		return i.LastVerified
	case !i.LastAttempt.IsZero():
		return i.LastAttempt
	}
	return i.QueuedAt
}
