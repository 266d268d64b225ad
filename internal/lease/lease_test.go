package lease_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/memcluster"
	"frontdesk/internal/guard"
	"frontdesk/internal/lease"
)

// limit is that of all hosts.
var limit = cluster.DefaultTimes.Limit

// twoHosts runs a test in virtual time with two hosts, of which the first can be cut off.
func twoHosts(t *testing.T, test func(t *testing.T, network *memcluster.Host, a, b *lease.Session)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		servers := memcluster.New()
		network := servers.Connect()
		test(t, network, open(t, network), open(t, servers.Connect()))
	})
}

func open(t *testing.T, c cluster.Connection) *lease.Session {
	t.Helper()
	s := lease.Open(c, slog.New(slog.DiscardHandler))
	t.Cleanup(func() { must(t, s.Close()) })
	guard.Sleep(t.Context(), time.Second)
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func take(t *testing.T, s *lease.Session, key string) *lease.Hold {
	t.Helper()
	h, err := s.Take(t.Context(), key, "note")
	must(t, err)
	return h
}

func requireTaken(t *testing.T, s *lease.Session, key string) {
	t.Helper()
	if h, err := s.Take(t.Context(), key, "note"); !errors.Is(err, lease.ErrTaken) {
		t.Errorf("it is taken: got %v, %v", h, err)
	}
}

func TestAHostAlone(t *testing.T) {
	s := lease.Alone()
	h := take(t, s, "1")
	requireTaken(t, s, "1")
	take(t, s, "2")
	h.Release()
	if h.Valid() || !take(t, s, "1").Valid() {
		t.Error("what was given back is held, or what was taken again is not")
	}
}

func TestOneHostAtATime(t *testing.T) {
	twoHosts(t, func(t *testing.T, _ *memcluster.Host, a, b *lease.Session) {
		h := take(t, a, "1")
		requireTaken(t, a, "1")
		requireTaken(t, b, "1")
		take(t, b, "2")
		guard.Sleep(t.Context(), 3*cluster.HoldsAge) // longer than the servers keep what is not written again
		requireTaken(t, b, "1")
		if !h.Valid() {
			t.Error("it is not held for as long as its host lives")
		}
		h.Release()
		guard.Sleep(t.Context(), time.Second)
		take(t, b, "1")
	})
}

// TestAHostThatIsCutOff believes in what it holds for a shorter time than the others wait for it, and has lost it when
// it comes back.
func TestAHostThatIsCutOff(t *testing.T) {
	twoHosts(t, func(t *testing.T, network *memcluster.Host, a, b *lease.Session) {
		h := take(t, a, "1")
		network.Cut()
		begun, believed, passed := time.Now(), time.Duration(0), time.Duration(0)
		for passed == 0 {
			if h.Valid() {
				believed = time.Since(begun)
			}
			if _, err := b.Take(t.Context(), "1", "note"); err == nil {
				passed = time.Since(begun)
			}
			guard.Sleep(t.Context(), 50*time.Millisecond)
		}
		if believed < limit/2 || believed > limit*2/3 || passed < limit*5/6 || passed > limit+limit/10 {
			t.Errorf("it was held for %s, and passed on after %s", believed, passed)
		}
		if _, err := a.Take(t.Context(), "2", "note"); !errors.Is(err, lease.ErrAway) {
			t.Errorf("without servers: %v", err)
		}
		network.Mend()
		guard.Sleep(t.Context(), limit)
		requireTaken(t, a, "1")
		h.Release() // which leaves the other's alone
		guard.Sleep(t.Context(), limit)
		requireTaken(t, a, "1")
		if h.Valid() {
			t.Error("what another host has taken is held again")
		}
		take(t, a, "2")
	})
}

// TestWanted_WhileTheServersAreAway has a host hold a key as soon as they are back.
func TestWanted_WhileTheServersAreAway(t *testing.T) {
	twoHosts(t, func(t *testing.T, network *memcluster.Host, a, b *lease.Session) {
		network.Cut()
		h := a.Want("1", "note")
		guard.Sleep(t.Context(), 2*limit)
		if h.Valid() {
			t.Error("it is held without the servers")
		}
		network.Mend()
		guard.Sleep(t.Context(), time.Second)
		if requireTaken(t, b, "1"); !h.Valid() {
			t.Error("it is not held")
		}
		h.Release()
		guard.Sleep(t.Context(), time.Second)
		take(t, b, "1")
		late := a.Want("2", "note")
		late.Release() // before it is written
		guard.Sleep(t.Context(), time.Second)
		take(t, b, "2")
	})
}

// deafHost does not hear the answers of the servers while isDeaf.
type deafHost struct {
	*memcluster.Host
	isDeaf atomic.Bool
}

func (h *deafHost) Do(ctx context.Context, work func(context.Context) error) error {
	err := h.Host.Do(ctx, work)
	if h.isDeaf.Load() {
		return cluster.ErrAway
	}
	return err
}

func TestTake_WhoseAnswerIsLostHoldsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		servers := memcluster.New()
		network := &deafHost{Host: servers.Connect()}
		a, b := open(t, network), open(t, servers.Connect())
		network.isDeaf.Store(true)
		if _, err := a.Take(t.Context(), "1", "note"); !errors.Is(err, lease.ErrAway) {
			t.Errorf("without an answer: %v", err)
		}
		requireTaken(t, b, "1") // the servers had it
		network.isDeaf.Store(false)
		guard.Sleep(t.Context(), limit/2)
		take(t, b, "1")
	})
}

// deafWatch tells what a bucket has, and nothing of how it changes.
type deafWatch struct{ jetstream.KeyValue }

type snapshot struct {
	jetstream.KeyWatcher
	updates chan jetstream.KeyValueEntry
}

func (s snapshot) Updates() <-chan jetstream.KeyValueEntry { return s.updates }

func (w deafWatch) WatchAll(ctx context.Context, o ...jetstream.WatchOpt) (jetstream.KeyWatcher, error) {
	all, err := w.KeyValue.WatchAll(ctx, o...)
	s := snapshot{all, make(chan jetstream.KeyValueEntry, 100)}
	for told := range all.Updates() {
		if s.updates <- told; told == nil {
			break
		}
	}
	return s, err
}

// otherHost has another bucket than its servers renew it in, or one that it hears late of.
type otherHost struct {
	*memcluster.Host
	bucket atomic.Pointer[func(kept jetstream.KeyValue) jetstream.KeyValue]
	isAway atomic.Bool // a request has said so
}

func (h *otherHost) Do(ctx context.Context, work func(context.Context) error) error {
	err := h.Host.Do(ctx, work)
	if errors.Is(err, cluster.ErrAway) {
		h.isAway.Store(true)
	}
	return err
}

// give has the host have another bucket.
func (h *otherHost) give(bucket func(kept jetstream.KeyValue) jetstream.KeyValue) *otherHost {
	h.bucket.Store(&bucket)
	return h
}

func (h *otherHost) Holds(ctx context.Context) (jetstream.KeyValue, error) {
	kept, err := h.Host.Holds(ctx)
	if bucket := h.bucket.Load(); bucket != nil {
		kept = (*bucket)(kept)
	}
	return kept, err
}

// TestAHostThatIsRenewedMeanwhile is not ended by one that has not heard of it.
func TestAHostThatIsRenewedMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		servers := memcluster.New()
		network := servers.Connect()
		h := take(t, open(t, network), "1")
		term := network.Term().ID
		other := &otherHost{Host: servers.Connect()}
		b := open(t, other.give(func(kept jetstream.KeyValue) jetstream.KeyValue { return deafWatch{kept} }))
		guard.Sleep(t.Context(), 4*limit)
		if requireTaken(t, b, "1"); !h.Valid() || network.Term().ID != term {
			t.Error("a host that lives is ended")
		}
	})
}

// TestInANewBucket_AHostIsRenewedFirst: what names a host that the servers do not know is free. That is no outage.
func TestInANewBucket_AHostIsRenewedFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := &otherHost{Host: memcluster.New().Connect()}
		take(t, open(t, network), "1")
		bucket, err := network.Open(t.Context(), cluster.Bucket{Kind: "other", TTL: time.Hour})
		must(t, err)
		network.give(func(jetstream.KeyValue) jetstream.KeyValue { return bucket })
		guard.Sleep(t.Context(), limit/3)
		if _, err := bucket.Get(t.Context(), "1"); !errors.Is(err, jetstream.ErrKeyNotFound) {
			t.Errorf("it is held by a host that is not there: %v", err)
		}
		if network.isAway.Load() {
			t.Error("the servers are called away")
		}
	})
}

// TestAPurgedBucket has the servers forget everything: whoever held a key has it again before others can take it.
func TestAPurgedBucket(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		servers := memcluster.New()
		a, b := open(t, servers.Connect()), open(t, servers.Connect())
		h := take(t, a, "1")
		guard.Sleep(t.Context(), limit)
		servers.Purge()
		guard.Sleep(t.Context(), limit/3)
		if requireTaken(t, b, "1"); !h.Valid() {
			t.Error("it is lost")
		}
		c := open(t, servers.Connect()) // which knows nothing from before
		requireTaken(t, c, "1")
	})
}

// TestAKeyThatAnAdministratorDeletes can be taken, and its holder hears of it without writing anything.
func TestAKeyThatAnAdministratorDeletes(t *testing.T) {
	twoHosts(t, func(t *testing.T, network *memcluster.Host, a, b *lease.Session) {
		h := take(t, a, "1")
		guard.Sleep(t.Context(), time.Second)
		kept, err := network.Holds(t.Context())
		must(t, err)
		must(t, kept.Delete(t.Context(), "1"))
		guard.Sleep(t.Context(), time.Second)
		if take(t, b, "1"); h.Valid() {
			t.Error("two hosts hold it")
		}
	})
}

// TestAnIdleHost writes its own entry alone, however much it holds.
func TestAnIdleHost(t *testing.T) {
	twoHosts(t, func(t *testing.T, network *memcluster.Host, a, _ *lease.Session) {
		for i := range 80 {
			take(t, a, fmt.Sprint("key.", i))
		}
		kept, err := network.Holds(t.Context())
		must(t, err)
		changes, err := kept.WatchAll(t.Context())
		must(t, err)
		writes := -len(changes.Updates())
		guard.Sleep(t.Context(), 10*time.Minute)
		if writes += len(changes.Updates()); writes > 10*60 {
			t.Errorf("two hosts wrote %d times in ten minutes", writes)
		}
		must(t, changes.Stop())
	})
}

// TestAShortAbsence is shorter than a host is believed.
func TestAShortAbsence(t *testing.T) {
	twoHosts(t, func(t *testing.T, network *memcluster.Host, a, b *lease.Session) {
		h := take(t, a, "1")
		for range 20 {
			guard.Sleep(t.Context(), limit/3)
			network.Cut()
			guard.Sleep(t.Context(), limit/3)
			network.Mend()
		}
		if requireTaken(t, b, "1"); !h.Valid() {
			t.Error("it is lost")
		}
	})
}

func TestWatch(t *testing.T) {
	twoHosts(t, func(t *testing.T, network *memcluster.Host, a, b *lease.Session) {
		var mu sync.Mutex
		told := map[string]string{}
		tell := func(key string, by lease.Holder, isHeld bool) {
			mu.Lock()
			defer mu.Unlock()
			if delete(told, key); isHeld {
				var note string
				must(t, by.Read(&note))
				told[key] = note
			}
		}
		require := func(when string, want map[string]string) {
			t.Helper()
			mu.Lock()
			defer mu.Unlock()
			if !maps.Equal(told, want) {
				t.Errorf("%s, told was %q", when, told)
			}
		}
		defer b.Watch("claim.", tell)()
		h := take(t, a, "claim.1")
		take(t, a, "other.1")
		guard.Sleep(t.Context(), time.Second)
		require("two keys are held, of which one is watched", map[string]string{"claim.1": "note"})
		h.Note("another")
		guard.Sleep(t.Context(), time.Minute)
		require("the note is another", map[string]string{"claim.1": "another"})
		network.Cut()
		guard.Sleep(t.Context(), 2*limit)
		require("the host is gone", nil)
		network.Mend()
		guard.Sleep(t.Context(), time.Second)
		require("the host is back", map[string]string{"claim.1": "another"})
	})
}
