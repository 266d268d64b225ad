package presence_test

import (
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/memcluster"
	"frontdesk/internal/guard"
	"frontdesk/internal/lease"
	"frontdesk/internal/presence"
	"frontdesk/internal/presence/presencetest"
)

// TestConformance_PresenceOnTwoHosts has a stand-in for the servers; package cluster has the same test on real ones.
func TestConformance_PresenceOnTwoHosts(t *testing.T) {
	t.Parallel()
	presencetest.Run(t, func(t *testing.T) presencetest.Setup {
		servers := memcluster.New()
		var passed atomic.Int64
		noon := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
		now := func() time.Time { return noon.Add(time.Duration(passed.Load())) }
		return presencetest.Setup{
			Hosts: [2]*presence.Group{open(t, servers.Connect(), now), open(t, servers.Connect(), now)},
			Now:   now,
			Pass:  func(dur time.Duration) { passed.Add(int64(dur)) },
		}
	})
}

// limit is that of all hosts.
var limit = cluster.DefaultTimes.Limit

func open(t *testing.T, c cluster.Connection, now func() time.Time) *presence.Group {
	t.Helper()
	session := lease.Open(c, slog.New(slog.DiscardHandler))
	g := presence.New(presence.Options{
		Lease: session, Account: "acme", Now: now, Log: slog.New(slog.DiscardHandler),
	})
	t.Cleanup(func() {
		g.Close()
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	})
	return g
}

// twoAgents runs a test in virtual time with Asha on a host that can be cut off, and Ben on another one.
func twoAgents(t *testing.T, test func(t *testing.T, network *memcluster.Host, asha, ben *presence.Member)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		servers := memcluster.New()
		network := servers.Connect()
		ashas := open(t, network, nil)
		bens := open(t, servers.Connect(), nil)
		test(t, network, presencetest.Join(t, ashas, "Asha"), presencetest.Join(t, bens, "Ben"))
	})
}

func take(t *testing.T, m *presence.Member, id string) (given bool) {
	t.Helper()
	_, given, err := m.Take(t.Context(), presencetest.Queue(id), time.Now())
	if err != nil {
		t.Error(err)
	}
	return given
}

func has(m *presence.Member, id string) bool {
	c, claimed := m.Claims().On(presence.Resource{Kind: "update-ticket", Record: id}, time.Now())
	return claimed && c.IsMine
}

func TestClaims_OfAHostThatIsCutOffEndThereBeforeTheyAreFree(t *testing.T) {
	twoAgents(t, func(t *testing.T, network *memcluster.Host, asha, ben *presence.Member) {
		if !take(t, asha, "1") {
			t.Fatal("Asha gets no ticket")
		}
		network.Cut()
		begun, believed := time.Now(), time.Duration(0)
		for !take(t, ben, "1") {
			if has(asha, "1") {
				believed = time.Since(begun)
			}
			guard.Sleep(t.Context(), 100*time.Millisecond)
		}
		free := time.Since(begun)
		if has(asha, "1") || believed < limit/2 || free <= believed || free > limit+2*time.Second {
			t.Errorf("Asha believed for %s, and Ben got the ticket after %s", believed, free)
		}
		if lost := asha.LostClaims(); len(lost) != 1 || lost[0].Record != "1" {
			t.Errorf("Asha is told that she has lost %v", lost)
		}
		if _, _, err := asha.Take(t.Context(), presencetest.Queue("2"), time.Now()); !errors.Is(err, lease.ErrAway) {
			t.Errorf("without a cluster Asha is told %v", err)
		}
		network.Mend()
		guard.Sleep(t.Context(), time.Second)
		if has(asha, "1") || !has(ben, "1") || !take(t, asha, "2") {
			t.Error("the host that comes back takes Ben's ticket, or gets none")
		}
	})
}

// TestClaims_OfAHostWithAnotherClock are seen on all hosts, and end everywhere at the same moment.
func TestClaims_OfAHostWithAnotherClock(t *testing.T) {
	for name, fast := range map[string]time.Duration{"ahead": time.Hour, "behind": -time.Hour} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				servers := memcluster.New()
				clock := func() time.Time { return time.Now().Add(fast) }
				ashas := open(t, servers.Connect(), clock)
				bens := open(t, servers.Connect(), nil)
				asha, ben := presencetest.Join(t, ashas, "Asha"), presencetest.Join(t, bens, "Ben")
				one := presence.Resource{Kind: "update-ticket", Record: "1"}
				if _, ok, err := asha.Take(t.Context(), presencetest.Queue("1"), clock()); !ok || err != nil {
					t.Fatal(ok, err)
				}
				taken := time.Now()
				for range 4 {
					guard.Sleep(t.Context(), limit)
					c, claimed := ben.Claims().On(one, time.Now())
					if apart := c.Until.Sub(taken.Add(presence.ClaimTime)); !claimed || apart.Abs() > time.Second {
						t.Errorf("after %s Ben sees a claim: %v, which ends %s late", time.Since(taken), claimed, apart)
					}
				}
				guard.Sleep(t.Context(), presence.ClaimTime-2*limit-time.Second)
				if _, claimed := ben.Claims().On(one, time.Now()); claimed || !take(t, ben, "1") {
					t.Error("the claim has no end")
				}
			})
		})
	}
}

func TestClaims_LastWhileTheSessionLives(t *testing.T) {
	twoAgents(t, func(t *testing.T, network *memcluster.Host, asha, ben *presence.Member) {
		take(t, asha, "1")
		for range 20 { // with an absence of the cluster that is shorter than a host believes
			guard.Sleep(t.Context(), limit/10)
			network.Cut()
			guard.Sleep(t.Context(), limit/10)
			network.Mend()
			asha.Renew(presence.Resource{Kind: "update-ticket", Record: "1"}, time.Now())
		}
		if !has(asha, "1") || take(t, ben, "1") || asha.LostClaims() != nil {
			t.Error("Asha has lost her ticket")
		}
	})
}

func TestEditors_OfAHostThatIsCutOffAreForgotten(t *testing.T) {
	twoAgents(t, func(t *testing.T, network *memcluster.Host, asha, ben *presence.Member) {
		record := presence.Resource{Kind: "update-ticket", Record: "9"}
		asha.SetEditing(record)
		guard.Sleep(t.Context(), time.Second)
		if len(ben.Watch(record)) != 1 {
			t.Error("Ben does not see Asha at work")
		}
		network.Cut()
		guard.Sleep(t.Context(), limit*3/2)
		if names := ben.Editors(record); len(names) != 0 {
			t.Errorf("Ben still sees %v", names)
		}
		network.Mend()
		guard.Sleep(t.Context(), time.Second)
		if len(ben.Editors(record)) != 1 {
			t.Error("Ben does not see Asha at work again")
		}
	})
}
