package cluster_test

import (
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/guard"
	"frontdesk/internal/lease"
)

// shortLimit is short, for tests that wait for what a lost host had: a machine that stands still for so long loses it,
// which is no fault. They have servers of their own, whose hosts all have it. Others have the usual one, which a slow
// machine does not exceed.
const shortLimit = time.Second

// short returns the options of a host with the short limit.
func short(urls string) cluster.Options {
	o := cluster.Options{Servers: cluster.Servers{URLs: urls}, Times: cluster.DefaultTimes}
	o.Times.Limit = shortLimit
	return o
}

// connectShort connects a host to one server of several, which it may lose.
func connectShort(t testing.TB, url string) *cluster.Cluster {
	t.Helper()
	o := cluster.Options{Servers: cluster.Servers{URLs: url}, Times: clustertest.Short}
	o.Times.Limit = 2 * shortLimit
	return clustertest.Connect(t, o)
}

// openLease opens the session of a host for the length of a test.
func openLease(t testing.TB, c *cluster.Cluster) *lease.Session {
	t.Helper()
	s := lease.Open(c, slog.New(slog.DiscardHandler))
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// hold takes a key as soon as nobody has it.
func hold(t *testing.T, s *lease.Session, key string) (h *lease.Hold) {
	t.Helper()
	clustertest.Wait(t, key+" is held for ever", func() (ok bool) {
		var err error
		h, err = s.Take(t.Context(), key, "note")
		if err != nil && !errors.Is(err, lease.ErrTaken) && !errors.Is(err, lease.ErrAway) {
			t.Fatal(err)
		}
		return err == nil
	})
	return h
}

// requireHeld fails if another host can take a key, unless the machine stood still until the hold was lost.
func requireHeld(t *testing.T, h *lease.Hold, other *lease.Session, key string) {
	t.Helper()
	if taken, err := other.Take(t.Context(), key, "note"); err == nil && h.Valid() {
		t.Errorf("two hosts hold %s", key)
		taken.Release()
	}
}

func TestHolds_OneOfManyTakesAKey(t *testing.T) {
	t.Parallel()
	a, b := openLease(t, clustertest.Any(t)), openLease(t, clustertest.Any(t))
	key, won := clustertest.NewAccount(), atomic.Int32{}
	var all guard.Group
	for range 20 {
		for _, s := range []*lease.Session{a, b} {
			all.Go(func() error {
				_, err := s.Take(t.Context(), key, nil)
				if err == nil {
					won.Add(1)
				}
				if errors.Is(err, lease.ErrTaken) {
					return nil
				}
				return err
			})
		}
	}
	if err := all.Wait(); err != nil || won.Load() != 1 {
		t.Errorf("%d took one key, %v", won.Load(), err)
	}
}

// TestHolds_OfAHostThatIsCutOff pass on within the limit, and no two hosts believe in one at any time.
func TestHolds_OfAHostThatIsCutOff(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	network := servers.Host()
	cutOff := clustertest.Connect(t, short(network.URLs))
	a, b := openLease(t, cutOff), openLease(t, clustertest.Connect(t, short(servers.URLs())))
	h := hold(t, a, "1")
	requireHeld(t, h, b, "1")
	network.Cut()
	var passed *lease.Hold
	clustertest.Wait(t, "it never passes on", func() bool {
		taken, err := b.Take(t.Context(), "1", "note")
		if err == nil && h.Valid() {
			t.Error("two hosts hold it")
		}
		passed = taken
		return err == nil
	})
	if _, err := a.Take(t.Context(), "2", "note"); !errors.Is(err, lease.ErrAway) {
		t.Errorf("without servers: %v", err)
	}
	network.Mend()
	clustertest.WaitConnected(t, cutOff)
	requireHeld(t, passed, a, "1")
	h.Release()
	requireHeld(t, passed, a, "1")
	hold(t, a, "2")
}

func TestHolds_OutlastServersThatAreRestarted(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	c := servers.Connect(t)
	a, b := openLease(t, c), openLease(t, servers.Connect(t))
	h := hold(t, a, "1")
	servers.Kill(0)
	clustertest.WaitAway(t, c)
	servers.Restart(0)
	clustertest.WaitConnected(t, c)
	requireHeld(t, h, b, "1")
}

// TestHolds_ThatTheServersHaveLost are held again before anybody else takes them, or lost.
func TestHolds_ThatTheServersHaveLost(t *testing.T) {
	for name, lose := range map[string]func(t *testing.T, c *cluster.Cluster, servers *clustertest.Servers){
		"the bucket is removed": func(t *testing.T, c *cluster.Cluster, _ *clustertest.Servers) {
			removeBucket(t, c, cluster.HoldsBucket)
		},
		"the bucket is emptied": func(t *testing.T, c *cluster.Cluster, _ *clustertest.Servers) {
			stream, err := c.JetStream().Stream(t.Context(), "KV_"+cluster.HoldsBucket)
			if err == nil {
				err = stream.Purge(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
		},
		"the servers are emptied": func(t *testing.T, c *cluster.Cluster, servers *clustertest.Servers) {
			servers.Kill(0)
			servers.Empty(0)
			servers.Restart(0)
			clustertest.WaitConnected(t, c)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			servers := clustertest.One(t)
			a := servers.Connect(t)
			holder, other := openLease(t, a), openLease(t, servers.Connect(t))
			h := hold(t, holder, "1")
			lose(t, a, servers)
			clustertest.Wait(t, "it is neither held again nor lost", func() bool {
				kept, err := a.Holds(t.Context())
				if err == nil {
					_, err = kept.Get(t.Context(), "1")
				}
				return err == nil || !h.Valid()
			})
			requireHeld(t, h, other, "1")
		})
	}
}

// TestHolds_OfAnOlderCopy has servers come back with a copy in which another host holds the key: soon only one does.
func TestHolds_OfAnOlderCopy(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	c := servers.Connect(t)
	a, b := openLease(t, c), openLease(t, servers.Connect(t))
	before := hold(t, a, "1")
	servers.Kill(0)
	copied := servers.Copy(0)
	servers.Restart(0)
	clustertest.WaitConnected(t, c)
	before.Release()
	now := hold(t, b, "1")
	servers.Kill(0)
	servers.Restore(0, copied)
	servers.Restart(0)
	clustertest.WaitConnected(t, c)
	after, err := a.Take(t.Context(), "1", "note")
	if err != nil && !errors.Is(err, lease.ErrTaken) && !errors.Is(err, lease.ErrAway) {
		t.Fatal(err)
	}
	clustertest.Wait(t, "two hosts hold it", func() bool { return err != nil || !after.Valid() || !now.Valid() })
}

// TestHolds_OnTheSmallerSideOfAPartedNetwork has a host reach nothing but the server that leads the bucket, which is
// cut off from the two others.
func TestHolds_OnTheSmallerSideOfAPartedNetwork(t *testing.T) {
	t.Parallel()
	servers := clustertest.Three(t)
	first := servers.Connect(t)
	hold(t, openLease(t, first), "0")
	leader := servers.Leads(cluster.HoldsBucket)
	if leader < 0 {
		t.Fatal("nobody leads the bucket")
	}
	minority, majority := connectShort(t, servers.URL(leader)), connectShort(t, servers.URL((leader+1)%3))
	a, b := openLease(t, minority), openLease(t, majority)
	h := hold(t, a, "1")
	servers.Part(leader)
	clustertest.WaitAway(t, minority)
	if _, err := a.Take(t.Context(), "2", "note"); !errors.Is(err, lease.ErrAway) {
		t.Errorf("on the smaller side: %v", err)
	}
	clustertest.Wait(t, "it never passes on", func() bool {
		_, err := b.Take(t.Context(), "1", "note")
		if err == nil && h.Valid() {
			t.Error("two hosts hold it")
		}
		return err == nil
	})
	servers.Join(leader)
	clustertest.WaitConnected(t, minority)
}
