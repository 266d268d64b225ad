// Package outbox stores the forms that could not be sent and wait for the agent. It sends nothing.
package outbox

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/draft"
	"frontdesk/internal/filestore"
)

// dirName is the outbox's folder beside the drafts, suffix the extension of its items, and lockName the lock held while
// items change.
const (
	dirName  = "outbox"
	suffix   = ".item"
	lockName = ".held"
)

// Errors of outbox operations.
var (
	ErrLocked   = errors.New("another console of yours is working on the outbox: wait until it is done")
	ErrNotFound = errors.New("it is no longer in the outbox")
	ErrChanged  = errors.New("it was sent or changed elsewhere meanwhile: look at it again")
)

// Outbox holds one agent's unsent forms for one account, a document each, in the order in which they were added. It
// sends nothing. It is safe for concurrent use by several consoles.
type Outbox struct{ state agentstate.Store }

// In returns the outbox of an agent's state.
func In(state agentstate.Store) *Outbox { return &Outbox{state} }

// inFiles returns the outbox in files beside an agent's drafts.
func inFiles(drafts string) (*Outbox, error) {
	files, err := agentstate.OpenFiles(drafts)
	if err != nil {
		return nil, fmt.Errorf("the outbox cannot be kept: %w", err)
	}
	return In(files), nil
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
	if _, err := o.write(item, agentstate.None); err != nil {
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
		return o.Peek()
	}
	if err != nil {
		return nil, err
	}
	items, err := held.list()
	return items, errors.Join(err, held.Release())
}

func (o *Outbox) names() ([]string, error) {
	names, err := o.state.List(dirName, suffix)
	if err != nil {
		return nil, fmt.Errorf("the outbox cannot be read: %w", err)
	}
	return names, nil
}

// Peek returns every item without locking the outbox: a console may be working on it.
func (o *Outbox) Peek() ([]Item, error) {
	names, err := o.names()
	if err != nil {
		return nil, err
	}
	return filestore.ReadEach(names, ErrNotFound, o.item)
}

func docName(id string) string { return path.Join(dirName, id+suffix) }

func (o *Outbox) item(id string) (Item, error) {
	item, _, err := o.find(id)
	return item, err
}

func (o *Outbox) find(id string) (Item, agentstate.Revision, error) {
	there, err := o.state.Get(docName(id))
	if errors.Is(err, fs.ErrNotExist) {
		return Item{}, agentstate.None, ErrNotFound
	}
	if err != nil {
		return Item{}, agentstate.None, fmt.Errorf("an item of the outbox cannot be read: %w", err)
	}
	var item Item
	if err = filestore.DecodeRecord(there.Content, &item); err == nil && item.ID != id {
		err = errors.New("it is another item")
	}
	if err != nil {
		return Item{}, agentstate.None, o.state.SetAside(docName(id), "an item of the outbox", err)
	}
	return item, there.Revision, nil
}

// write writes an item in the place of one that has a revision, and returns its own.
func (o *Outbox) write(item Item, replaces agentstate.Revision) (agentstate.Revision, error) {
	content, err := filestore.EncodeRecord(item)
	if err == nil {
		err = o.state.Put(docName(item.ID), content, replaces)
	}
	if err != nil {
		return agentstate.None, fmt.Errorf("the outbox cannot be written: %w", err)
	}
	return agentstate.RevisionOf(content), nil
}

// rewrite writes an item, whatever its former state.
func (o *Outbox) rewrite(item Item) error {
	content, err := filestore.EncodeRecord(item)
	if err == nil {
		err = agentstate.Change(o.state, docName(item.ID), func([]byte) ([]byte, error) { return content, nil })
	}
	if err != nil {
		return fmt.Errorf("the outbox cannot be written: %w", err)
	}
	return nil
}

// MoveAll moves every item of one agent's outbox to another, unless a console has locked it; both are named by the
// directory of the agent's drafts.
func MoveAll(drafts, toDrafts string) error {
	from, err := inFiles(drafts)
	if err != nil {
		return err
	}
	to, err := inFiles(toDrafts)
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
		err = errors.Join(err, filestore.Ignore(to.move(from, id), fs.ErrNotExist))
	}
	return errors.Join(err, held.Release())
}

// move moves one item.
func (o *Outbox) move(from *Outbox, id string) error {
	there, err := from.state.Get(docName(id))
	if err != nil {
		return err
	}
	err = agentstate.Change(o.state, docName(id), func([]byte) ([]byte, error) { return there.Content, nil })
	if err != nil {
		return err
	}
	return from.state.Delete(docName(id), there.Revision)
}

// Locked is an outbox locked by one console: no other console, of this process or another, sends or changes an
// item. The lock ends with the process.
type Locked struct {
	o    *Outbox
	lock agentstate.Lock
	seen map[string]agentstate.Revision // of the items that were read, by id
}

// TryLock locks the outbox, or returns ErrLocked at once if another console holds it.
func (o *Outbox) TryLock() (*Locked, error) {
	l, err := o.state.TryLock(path.Join(dirName, lockName))
	if errors.Is(err, filestore.ErrLocked) {
		return nil, ErrLocked
	}
	if err != nil {
		return nil, fmt.Errorf("the outbox cannot be used: %w", err)
	}
	return &Locked{o: o, lock: l, seen: map[string]agentstate.Revision{}}, nil
}

// Release unlocks the outbox.
func (h *Locked) Release() error { return h.lock.Release() }

// interrupted is the reason of an item that was being sent when its console crashed.
const interrupted = "the console ended while it was being sent"

// list returns every item. It marks items in state Sending as interrupted.
func (h *Locked) list() ([]Item, error) {
	items, err := h.o.Peek()
	for i := range items {
		if items[i].State != Sending {
			continue
		}
		items[i].State, items[i].Reason = Unknown, interrupted
		err = errors.Join(err, h.o.rewrite(items[i]))
	}
	return items, err
}

// Item returns one item; ErrNotFound if it does not exist.
func (h *Locked) Item(id string) (Item, error) {
	item, revision, err := h.o.find(id)
	if err == nil && item.State == Sending {
		item.State, item.Reason = Unknown, interrupted
		revision, err = h.replace(item, revision)
	}
	if err == nil {
		h.seen[id] = revision
	}
	return item, err
}

// replace writes an item in the place of a revision, and returns its own; ErrChanged if there is another one.
func (h *Locked) replace(item Item, revision agentstate.Revision) (agentstate.Revision, error) {
	revision, err := h.o.write(item, revision)
	if errors.Is(err, agentstate.ErrChanged) {
		err = ErrChanged
	}
	return revision, err
}

// Begin stores that an item is about to be sent. After an error nothing may be sent, such as ErrChanged: a host that
// stood still, or was cut off, for longer than its lock lasts finds that another one has worked on the item since Item
// returned it. An item that may have arrived already keeps the baseline of its first attempt.
func (h *Locked) Begin(id string, before draft.Baseline, now time.Time) (Item, error) {
	if _, read := h.seen[id]; !read {
		if item, err := h.Item(id); err != nil {
			return item, err
		}
	}
	item, revision, err := h.o.find(id)
	if errors.Is(err, ErrNotFound) || err == nil && revision != h.seen[id] {
		err = ErrChanged
	}
	if err != nil {
		return item, err
	}
	if item.State != Unknown {
		item.Draft.SentAt, item.Draft.Baseline = now, before
	}
	item.State, item.Reason, item.LastAttempt, item.LastVerified = Sending, "", now, time.Time{}
	h.seen[id], err = h.replace(item, revision)
	return item, err
}

// Update stores an item after it was sent or verified.
func (h *Locked) Update(item Item) error { return h.o.rewrite(item) }

// Remove deletes an item.
func (h *Locked) Remove(id string) error {
	there, err := h.o.state.Get(docName(id))
	if err == nil {
		err = h.o.state.Delete(docName(id), there.Revision)
	}
	if err != nil {
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

// Kind is the outbox's items as a kind of an agent's documents.
var Kind = agentstate.Kind{Folder: dirName, Suffix: suffix, Merge: merge, IsWhole: filestore.IsRecord}

// caution is the states by how much may have become of an item.
var caution = []State{Waiting, Refused, Sending, Unknown}

// merge decides between an item as it became on this host and on another: the one that may have been sent stays, so
// that it is looked for before it is sent again.
func merge(_ string, here, shared []byte) (stays []byte, beside map[string][]byte) {
	var mine, others Item
	if filestore.DecodeRecord(shared, &others) != nil || filestore.DecodeRecord(here, &mine) != nil {
		return here, nil
	}
	if slices.Index(caution, others.State) > slices.Index(caution, mine.State) {
		return shared, nil
	}
	return here, nil
}
