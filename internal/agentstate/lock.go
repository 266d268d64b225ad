package agentstate

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/cluster"
	"frontdesk/internal/filestore"
	"frontdesk/internal/guard"
)

// DefaultLockAge is when the lock of a host that has died expires on the servers. A host renews its locks three times
// in that period.
const DefaultLockAge = 10 * time.Second

// sharedLock is a lock that the consoles of this host respect, and those of other hosts while the servers answer.
type sharedLock struct {
	Lock
	store *sharedStore
	key   string
	value []byte // of the entry, which no other lock has

	mu     sync.Mutex // held while the entry is renewed
	number uint64     // of the entry; 0 for none
	end    context.CancelFunc
}

// TryLock implements Store. While the servers are away the lock holds on this host only. When they are back it holds
// on all hosts, unless another host has taken it first.
func (s *sharedStore) TryLock(name string) (Lock, error) {
	here, err := s.Files.TryLock(name)
	if err != nil {
		return nil, err
	}
	l := &sharedLock{
		Lock: here, store: s, key: s.agent + "." + cluster.Token(name),
		value: []byte(s.shared.Cluster.HostName() + " " + rand.Text()),
	}
	err = l.renewEntry()
	if errors.Is(err, errTaken) {
		return nil, errors.Join(filestore.ErrLocked, here.Release())
	}
	if err != nil {
		_ = s.unlessAway(err)
	}
	ctx, end := context.WithCancel(context.Background())
	l.end = end
	guard.Go(func() { l.renew(ctx) })
	return l, nil
}

// errTaken is returned if another host has the lock.
var errTaken = errors.New("another host has the lock")

// do runs requests with a context of their own, because the lock outlasts the call that took it.
func (l *sharedLock) do(work func(context.Context, jetstream.KeyValue) error) error {
	bucket := cluster.Bucket{Account: l.store.account, Kind: "locks", TTL: l.store.shared.LockAge}
	return cluster.In(context.Background(), l.store.shared.Cluster, bucket, work)
}

// renew renews the entry until the lock is released or another host has taken it.
func (l *sharedLock) renew(ctx context.Context) {
	for guard.Sleep(ctx, l.store.shared.LockAge*3/10) {
		l.mu.Lock()
		err := ctx.Err()
		if err == nil {
			err = l.renewEntry() //nolint:contextcheck // an entry that is being renewed is known to be renewed
		}
		l.mu.Unlock()
		if errors.Is(err, errTaken) {
			l.store.shared.Log.Warn("another host has taken a lock: this one was cut off for too long")
			return
		}
	}
}

// renewEntry restarts the entry's expiry. If the entry has expired while the servers were away, it is written again. If
// an earlier renewal arrived although its answer was lost, the entry is recognised by its value.
func (l *sharedLock) renewEntry() error {
	return l.do(func(ctx context.Context, kept jetstream.KeyValue) error {
		number, err := l.write(ctx, kept)
		if errors.Is(cluster.AsChanged(err), ErrChanged) {
			there, failed := kept.Get(ctx, l.key)
			switch {
			case failed == nil && !bytes.Equal(there.Value(), l.value):
				return errTaken
			case failed == nil:
				l.number = there.Revision()
			case errors.Is(failed, jetstream.ErrKeyNotFound):
				l.number = 0
			default:
				return failed
			}
			number, err = l.write(ctx, kept)
		}
		if errors.Is(cluster.AsChanged(err), ErrChanged) {
			return errTaken
		}
		if err == nil {
			l.number = number
		}
		return err
	})
}

// write replaces the entry with the known number.
func (l *sharedLock) write(ctx context.Context, kept jetstream.KeyValue) (number uint64, err error) {
	if l.number == 0 {
		return kept.Create(ctx, l.key, l.value)
	}
	return kept.Update(ctx, l.key, l.value, l.number)
}

// Release implements Lock.
func (l *sharedLock) Release() error {
	l.free()
	return l.Lock.Release()
}

// Remove implements Lock.
func (l *sharedLock) Remove() error {
	l.free()
	return l.Lock.Remove()
}

// free removes the entry; if that fails, it expires.
func (l *sharedLock) free() {
	l.end()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.number == 0 {
		return
	}
	_ = l.do(func(ctx context.Context, kept jetstream.KeyValue) error {
		return kept.Delete(ctx, l.key, jetstream.LastRevision(l.number))
	})
}
