package memcluster

import (
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/cluster"
)

// bucket holds entries, which end after a time.
type bucket struct {
	ttl      time.Duration
	entries  map[string]entry
	watchers map[*watcher]struct{}
}

// entry is an entry of a bucket, or a message about it.
type entry struct {
	jetstream.KeyValueEntry // for what no host asks
	key                     string
	value                   []byte
	number                  uint64
	at                      time.Time
	operation               jetstream.KeyValueOp
}

func (e entry) Key() string                     { return e.key }
func (e entry) Value() []byte                   { return e.value }
func (e entry) Revision() uint64                { return e.number }
func (e entry) Operation() jetstream.KeyValueOp { return e.operation }
func (e entry) Created() time.Time              { return e.at }

// view is a bucket as one host sees it.
type view struct {
	jetstream.KeyValue // for what no host does
	host               *Host
	kept               *bucket
}

// Open opens a bucket of an account, and creates it if there is none.
func (h *Host) Open(_ context.Context, b cluster.Bucket) (jetstream.KeyValue, error) {
	return h.open(b.Name(), b.TTL), nil
}

// Holds opens the bucket of what hosts hold.
func (h *Host) Holds(context.Context) (jetstream.KeyValue, error) {
	return h.open(cluster.HoldsBucket, cluster.HoldsAge), nil
}

func (h *Host) open(name string, ttl time.Duration) jetstream.KeyValue {
	h.servers.mu.Lock()
	defer h.servers.mu.Unlock()
	kept := h.servers.buckets[name]
	if kept == nil {
		kept = &bucket{ttl: ttl, entries: map[string]entry{}, watchers: map[*watcher]struct{}{}}
		h.servers.buckets[name] = kept
	}
	return view{host: h, kept: kept}
}

// find returns an entry that has not ended. The servers are locked.
func (b *bucket) find(key string) (e entry, ok bool) {
	e, ok = b.entries[key]
	if ok && b.ttl > 0 && time.Since(e.at) >= b.ttl {
		delete(b.entries, key)
		return entry{}, false
	}
	return e, ok
}

// tell passes a change to those who watch and reach the servers.
func (b *bucket) tell(e entry) {
	for w := range b.watchers {
		if w.host.State().Connected {
			w.updates <- e
		}
	}
}

// change replaces an entry if it has a revision, 0 for none, or whatever it has.
func (v view) change(
	key string, value []byte, operation jetstream.KeyValueOp, isExpected func(last uint64) bool,
) (uint64, error) {
	v.host.servers.mu.Lock()
	defer v.host.servers.mu.Unlock()
	last, _ := v.kept.find(key)
	if !isExpected(last.number) {
		wrong := &jetstream.APIError{Code: 400, ErrorCode: jetstream.JSErrCodeStreamWrongLastSequence}
		return 0, fmt.Errorf("%w: %w", jetstream.ErrKeyRevisionMismatch, wrong)
	}
	e := entry{key: key, value: value, number: v.host.servers.next(), at: time.Now(), operation: operation}
	v.kept.entries[key] = e
	if operation != jetstream.KeyValuePut {
		delete(v.kept.entries, key)
	}
	v.kept.tell(e)
	return e.number, nil
}

// Get returns an entry.
func (v view) Get(_ context.Context, key string) (jetstream.KeyValueEntry, error) {
	v.host.servers.mu.Lock()
	defer v.host.servers.mu.Unlock()
	e, ok := v.kept.find(key)
	if !ok {
		return nil, jetstream.ErrKeyNotFound
	}
	return e, nil
}

// Put writes an entry.
func (v view) Put(_ context.Context, key string, value []byte) (uint64, error) {
	return v.change(key, value, jetstream.KeyValuePut, func(uint64) bool { return true })
}

// Create writes an entry that there is not.
func (v view) Create(
	_ context.Context, key string, value []byte, _ ...jetstream.KVCreateOpt,
) (number uint64, err error) {
	number, err = v.change(key, value, jetstream.KeyValuePut, func(last uint64) bool { return last == 0 })
	if err != nil {
		err = jetstream.ErrKeyExists
	}
	return number, err
}

// Update writes an entry with a revision anew.
func (v view) Update(_ context.Context, key string, value []byte, revision uint64) (uint64, error) {
	return v.change(key, value, jetstream.KeyValuePut, func(last uint64) bool { return last == revision })
}

// Delete deletes an entry, with jetstream.LastRevision only if it has that revision.
func (v view) Delete(_ context.Context, key string, options ...jetstream.KVDeleteOpt) error {
	_, err := v.change(key, nil, jetstream.KeyValueDelete, func(last uint64) bool {
		return len(options) == 0 || last == revisionOf(options[0])
	})
	return err
}

// revisionOf returns the revision of jetstream.LastRevision, which only the library itself can read: it is a function
// that sets it in options of the library.
func revisionOf(option jetstream.KVDeleteOpt) uint64 {
	set := reflect.ValueOf(option)
	options := reflect.New(set.Type().In(0).Elem())
	set.Call([]reflect.Value{options})
	return options.Elem().FieldByName("revision").Uint()
}

// maxUpdates is how many changes may wait for a host that watches.
const maxUpdates = 10_000

// watcher tells a host of changes.
type watcher struct {
	host    *Host
	kept    *bucket
	updates chan jetstream.KeyValueEntry
}

// WatchAll tells of all entries, then nil, then of all changes.
func (v view) WatchAll(context.Context, ...jetstream.WatchOpt) (jetstream.KeyWatcher, error) {
	v.host.servers.mu.Lock()
	defer v.host.servers.mu.Unlock()
	w := &watcher{v.host, v.kept, make(chan jetstream.KeyValueEntry, maxUpdates)}
	for key := range v.kept.entries {
		if e, ok := v.kept.find(key); ok {
			w.updates <- e
		}
	}
	w.updates <- nil
	v.kept.watchers[w] = struct{}{}
	return w, nil
}

// Updates returns where changes are told.
func (w *watcher) Updates() <-chan jetstream.KeyValueEntry { return w.updates }

// Stop ends the watch.
func (w *watcher) Stop() error {
	w.host.servers.mu.Lock()
	defer w.host.servers.mu.Unlock()
	delete(w.kept.watchers, w)
	return nil
}

// Error returns nothing: a watch does not fail.
func (*watcher) Error() <-chan error { return nil }
