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
