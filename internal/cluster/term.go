package cluster

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// HoldsBucket is the name of the bucket with an entry for each host, and one for everything that hosts hold.
const HoldsBucket = "frontdesk-holds"

// HoldsAge is how long an entry stays that nobody writes again, such as the mark of a deleted one.
const HoldsAge = time.Hour

// hostPrefix starts the keys of the hosts' entries.
const hostPrefix = "host."

// Term is a time in which the servers know a host. It ends when another host removes the entry because it was not
// renewed for Times.Limit, or when the servers lose it. The host then begins another one.
type Term struct {
	ID   string
	Sent time.Time          // when the last renewal that the servers confirmed was sent
	Of   jetstream.KeyValue // the bucket that it was for
}

// TermOf returns the id of the term whose entry has a key.
func TermOf(key string) (id string, ok bool) {
	if len(key) <= len(hostPrefix) || key[:len(hostPrefix)] != hostPrefix {
		return "", false
	}
	return key[len(hostPrefix):], true
}

// TermKey returns the key of a term's entry.
func TermKey(id string) string { return hostPrefix + id }

// Entry is the entry of a host. It is safe for concurrent use.
type Entry struct {
	Name string // of the host, for people who look at the servers

	renewing sync.Mutex // held during a renewal
	revision uint64

	mu   sync.Mutex
	term Term
}

// Term returns the present term; it has no id before the first renewal.
func (e *Entry) Term() Term {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.term
}

// Renew writes the entry again. If it is gone, or if the servers have an older copy of it, another term begins.
func (e *Entry) Renew(ctx context.Context, kept jetstream.KeyValue) error {
	e.renewing.Lock()
	defer e.renewing.Unlock()
	id, sent := e.Term().ID, time.Now()
	revision, err := e.update(ctx, kept, TermKey(id))
	if errors.Is(err, errTermOver) {
		id = rand.Text()
		revision, err = kept.Create(ctx, TermKey(id), []byte(e.Name))
	}
	if err != nil {
		return err
	}
	e.revision = revision
	e.mu.Lock()
	defer e.mu.Unlock()
	e.term = Term{id, sent, kept}
	return nil
}

// errTermOver is returned if the servers do not have the entry any more.
var errTermOver = errors.New("the servers have forgotten this host")

// update replaces the entry. It has another revision if the answer to the last renewal was lost.
func (e *Entry) update(ctx context.Context, kept jetstream.KeyValue, key string) (revision uint64, err error) {
	if e.revision == 0 {
		return 0, errTermOver
	}
	revision, err = kept.Update(ctx, key, []byte(e.Name), e.revision)
	if !IsTaken(err) {
		return revision, err
	}
	found, failed := kept.Get(ctx, key)
	switch {
	case errors.Is(failed, jetstream.ErrKeyNotFound), failed == nil && found.Revision() < e.revision:
		return 0, errTermOver
	case failed != nil:
		return 0, failed
	}
	return kept.Update(ctx, key, []byte(e.Name), found.Revision())
}

// Term returns the term of this host.
func (c *Cluster) Term() Term { return c.entry.Term() }

// Limit returns how long after its last sign of life a host loses what it holds.
func (c *Cluster) Limit() time.Duration { return c.times.Limit }

// Holds opens the bucket of the hosts and of what they hold.
func (c *Cluster) Holds(ctx context.Context) (jetstream.KeyValue, error) {
	return c.open(ctx, jetstream.KeyValueConfig{
		Bucket: HoldsBucket, TTL: HoldsAge, Description: "frontdesk: hosts and what they hold",
	})
}
