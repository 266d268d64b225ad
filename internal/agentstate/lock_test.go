package agentstate_test

import (
	"errors"
	"testing"
	"time"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/filestore"
)

// shortLock is how long a lock of a host that has died stays in these tests.
const shortLock = 500 * time.Millisecond

// lockedAgent returns an agent's state on two hosts, whose locks are short, and the network of the first.
func lockedAgent(t *testing.T) (a, b *host, here, there agentstate.Store, network *clustertest.Host) {
	t.Helper()
	a, b, network = twoHosts(t, clustertest.One(t))
	a.shared.SetLockAge(shortLock)
	b.shared.SetLockAge(shortLock)
	here, there = a.signIn(t, "asha"), b.signIn(t, "asha")
	return a, b, here, there, network
}

// entry returns the number of the only lock's entry on the servers; 0 if there is none.
func entry(t *testing.T, c *cluster.Cluster) uint64 {
	t.Helper()
	kept, err := c.JetStream().KeyValue(t.Context(), cluster.Bucket{Account: "acme", Kind: "locks"}.Name())
	if err != nil {
		t.Fatal(err)
	}
	keys, err := kept.ListKeys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	number := uint64(0)
	for key := range keys.Keys() {
		if there, err := kept.Get(t.Context(), key); err == nil {
			number = there.Revision()
		}
	}
	return number
}

func requireLocked(t *testing.T, s agentstate.Store, name string) {
	t.Helper()
	if _, err := s.TryLock(name); !errors.Is(err, filestore.ErrLocked) {
		t.Errorf("another host sends it too: %v", err)
	}
}

// TestLock_ASendThatTakesLongerThanTheLockLasts: a lock is renewed as long as its host lives.
func TestLock_ASendThatTakesLongerThanTheLockLasts(t *testing.T) {
	_, b, here, there, _ := lockedAgent(t)
	held, err := here.TryLock(".leaving-x")
	must(t, err)
	first := entry(t, b.cluster)
	clustertest.Wait(t, "the lock is not renewed", func() bool { return entry(t, b.cluster) >= first+8 }) // 2.4 times its age
	requireLocked(t, there, ".leaving-x")
	must(t, held.Remove())
	other, err := there.TryLock(".leaving-x")
	must(t, err)
	must(t, other.Remove())
}

func TestLock_OfAHostThatDied(t *testing.T) {
	a, _, here, there, network := lockedAgent(t)
	_, err := here.TryLock(".leaving-x")
	must(t, err)
	requireLocked(t, there, ".leaving-x")
	network.Cut()
	clustertest.WaitAway(t, a.cluster)
	clustertest.Wait(t, "the lock stays for ever", func() bool {
		held, err := there.TryLock(".leaving-x")
		return err == nil && held.Release() == nil
	})
}

// TestLock_OfAHostThatWasCutOff: it has the lock again when the servers are back, also one that it took without them.
func TestLock_OfAHostThatWasCutOff(t *testing.T) {
	a, b, here, there, network := lockedAgent(t)
	before, err := here.TryLock(".leaving-x")
	must(t, err)
	network.Cut()
	clustertest.WaitAway(t, a.cluster)
	clustertest.Wait(t, "the lock stays for ever", func() bool { return entry(t, b.cluster) == 0 })
	network.Mend()
	clustertest.Wait(t, "the lock is not made again", func() bool { return entry(t, b.cluster) != 0 })
	requireLocked(t, there, ".leaving-x")
	must(t, before.Remove())

	network.Cut()
	clustertest.WaitAway(t, a.cluster)
	away, err := here.TryLock(".leaving-y")
	must(t, err)
	network.Mend()
	clustertest.Wait(t, "the lock holds on one host only", func() bool { return entry(t, b.cluster) != 0 })
	requireLocked(t, there, ".leaving-y")
	must(t, away.Remove())
}

// TestLock_AnotherHostTookItMeanwhile: the host that was cut off does not take it back.
func TestLock_AnotherHostTookItMeanwhile(t *testing.T) {
	a, _, here, there, network := lockedAgent(t)
	late, err := here.TryLock(".leaving-x")
	must(t, err)
	network.Cut()
	clustertest.WaitAway(t, a.cluster)
	var taken agentstate.Lock
	clustertest.Wait(t, "the lock stays for ever", func() bool {
		taken, err = there.TryLock(".leaving-x")
		return err == nil
	})
	network.Mend()
	clustertest.WaitConnected(t, a.cluster)
	must(t, late.Release()) // which leaves the other's alone
	requireLocked(t, here, ".leaving-x")
	must(t, taken.Remove())
}
