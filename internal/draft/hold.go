package draft

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"frontdesk/internal/filestore"
)

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
