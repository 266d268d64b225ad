package cluster_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/agentstate/agentstatetest"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/filestore"
)

// shortLock is how long a lock of a host that has died stays in these tests. A machine that stands still for so long
// loses locks, which is no fault: tests try again until it does not.
const shortLock = 500 * time.Millisecond

// lockedAgent returns an agent's state on two hosts, whose locks are short, and the network of the first.
func lockedAgent(t *testing.T) (a, b *agentstatetest.Host, here, there agentstate.Store, network *clustertest.Host) {
	t.Helper()
	a, b, network = twoHosts(t, clustertest.Shared(t))
	for _, h := range []*agentstatetest.Host{a, b} {
		h.LockAge = shortLock
		h.Start(t)
	}
	here, there = a.SignIn(t, "asha"), b.SignIn(t, "asha")
	return a, b, here, there, network
}

// entry returns the number of the only lock's entry on the servers; 0 if there is none.
func entry(t *testing.T, h *agentstatetest.Host) (number uint64) {
	t.Helper()
	clustertest.Wait(t, "the servers do not answer", func() (answered bool) {
		number, answered = findEntry(t, h)
		return answered
	})
	return number
}

func findEntry(t *testing.T, h *agentstatetest.Host) (number uint64, answered bool) {
	t.Helper()
	c, ok := h.Cluster.(*cluster.Cluster)
	if !ok {
		t.Fatalf("the host is on a %T", h.Cluster)
	}
	kept, err := c.JetStream().KeyValue(t.Context(), cluster.Bucket{Account: h.Account, Kind: "locks"}.Name())
	if err != nil {
		return 0, errors.Is(err, jetstream.ErrBucketNotFound)
	}
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Second) // a list has no end if an entry expires meanwhile
	defer stop()
	keys, err := kept.ListKeys(ctx)
	if err != nil {
		return 0, false
	}
	for key := range keys.Keys() {
		if there, err := kept.Get(ctx, key); err == nil {
			number = there.Revision()
		}
	}
	return number, ctx.Err() == nil
}

// takeLock takes a lock as soon as nobody has it.
func takeLock(t *testing.T, s agentstate.Store, name string) (held agentstate.Lock) {
	t.Helper()
	clustertest.Wait(t, "the lock stays for ever", func() bool {
		var err error
		held, err = s.TryLock(name)
		if err != nil && !errors.Is(err, filestore.ErrLocked) {
			t.Fatal(err)
		}
		return err == nil
	})
	return held
}

// isLocked reports whether a lock cannot be taken because somebody has it.
func isLocked(t *testing.T, s agentstate.Store, name string) bool {
	t.Helper()
	held, err := s.TryLock(name)
	if err == nil {
		agentstatetest.Must(t, held.Remove())
		return false
	}
	if !errors.Is(err, filestore.ErrLocked) {
		t.Fatal(err)
	}
	return true
}

// TestLock_ASendThatTakesLongerThanTheLockLasts: a lock is renewed as long as its host lives.
func TestLock_ASendThatTakesLongerThanTheLockLasts(t *testing.T) {
	t.Parallel()
	_, b, here, there, _ := lockedAgent(t)
	clustertest.Wait(t, "another host sends it too", func() bool {
		held := takeLock(t, here, ".leaving-x")
		first := entry(t, b)
		clustertest.Wait(t, "the lock is not renewed", func() bool { return entry(t, b) >= first+8 }) // 2.4 times its age
		locked := isLocked(t, there, ".leaving-x")
		agentstatetest.Must(t, held.Remove())
		return locked
	})
	agentstatetest.Must(t, takeLock(t, there, ".leaving-x").Remove())
}

func TestLock_OfAHostThatDied(t *testing.T) {
	t.Parallel()
	a, _, here, there, network := lockedAgent(t)
	clustertest.Wait(t, "another host sends it too", func() bool {
		held := takeLock(t, here, ".leaving-x")
		locked := isLocked(t, there, ".leaving-x")
		if !locked {
			agentstatetest.Must(t, held.Remove())
		}
		return locked
	})
	network.Cut()
	clustertest.WaitAway(t, a.Cluster)
	agentstatetest.Must(t, takeLock(t, there, ".leaving-x").Release())
}

// TestLock_OfAHostThatWasCutOff: it has the lock again when the servers are back, also one that it took without them.
func TestLock_OfAHostThatWasCutOff(t *testing.T) {
	t.Parallel()
	a, b, here, there, network := lockedAgent(t)
	clustertest.Wait(t, "a lock from before holds on one host only", func() bool {
		before := takeLock(t, here, ".leaving-x")
		network.Cut()
		clustertest.WaitAway(t, a.Cluster)
		clustertest.Wait(t, "the lock stays for ever", func() bool { return entry(t, b) == 0 })
		network.Mend()
		clustertest.Wait(t, "the lock is not made again", func() bool { return entry(t, b) != 0 })
		locked := isLocked(t, there, ".leaving-x")
		agentstatetest.Must(t, before.Remove())
		return locked
	})
	clustertest.Wait(t, "a lock from meanwhile holds on one host only", func() bool {
		network.Cut()
		clustertest.WaitAway(t, a.Cluster)
		away := takeLock(t, here, ".leaving-y")
		network.Mend()
		clustertest.Wait(t, "the lock is not made", func() bool { return entry(t, b) != 0 })
		locked := isLocked(t, there, ".leaving-y")
		agentstatetest.Must(t, away.Remove())
		return locked
	})
}

// TestLock_AnotherHostTookItMeanwhile: the host that was cut off does not take it back.
func TestLock_AnotherHostTookItMeanwhile(t *testing.T) {
	t.Parallel()
	a, _, here, there, network := lockedAgent(t)
	clustertest.Wait(t, "the lock is taken back", func() bool {
		late := takeLock(t, here, ".leaving-x")
		network.Cut()
		clustertest.WaitAway(t, a.Cluster)
		taken := takeLock(t, there, ".leaving-x")
		network.Mend()
		clustertest.WaitConnected(t, a.Cluster)
		agentstatetest.Must(t, late.Release()) // which leaves the other's alone
		locked := isLocked(t, here, ".leaving-x")
		agentstatetest.Must(t, taken.Remove())
		return locked
	})
}
