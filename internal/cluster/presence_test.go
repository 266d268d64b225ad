package cluster_test

import (
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/lease"
	"frontdesk/internal/presence"
	"frontdesk/internal/presence/presencetest"
)

func TestConformance_PresenceOnTwoHosts(t *testing.T) {
	t.Parallel()
	a, b := clustertest.Any(t), clustertest.Any(t)
	presencetest.Run(t, func(t *testing.T) presencetest.Setup {
		var passed atomic.Int64
		noon := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
		now := func() time.Time { return noon.Add(time.Duration(passed.Load())) }
		account := clustertest.Account(t, a)
		return presencetest.Setup{
			Hosts: [2]*presence.Group{openPresence(t, a, account, now), openPresence(t, b, account, now)},
			Now:   now,
			Pass:  func(dur time.Duration) { passed.Add(int64(dur)) },
		}
	})
}

// openPresence opens the group of a host for the length of a test.
func openPresence(t testing.TB, c *cluster.Cluster, account string, now func() time.Time) *presence.Group {
	t.Helper()
	g := presence.New(presence.Options{Lease: openLease(t, c), Account: account, Now: now})
	t.Cleanup(g.Close)
	return g
}

// take returns the number of the ticket that an agent is given; it waits until the host has reached the cluster.
func take(t *testing.T, m *presence.Member, ids ...string) (given string) {
	t.Helper()
	clustertest.Wait(t, "nothing can be taken", func() bool {
		r, _, err := m.Take(t.Context(), presencetest.Queue(ids...), time.Now())
		given = r.Record
		return err == nil
	})
	return given
}

// takeOne has an agent take a ticket, again if the machine stood still until the claim had ended.
func takeOne(t *testing.T, m *presence.Member, id string) {
	t.Helper()
	clustertest.Wait(t, "ticket "+id+" is not given", func() bool { return take(t, m, id) == id })
}

// claimKey returns the key of the claim on a ticket.
func claimKey(account, id string) string { return "claim." + account + ".update-ticket." + id }

func has(m *presence.Member, id string) bool {
	c, claimed := m.Claims().On(presence.Resource{Kind: "update-ticket", Record: id}, time.Now())
	return claimed && c.IsMine
}

// TestClaims_AnotherAgentCannotReleaseThem has two agents of one host.
func TestClaims_AnotherAgentCannotReleaseThem(t *testing.T) {
	t.Parallel()
	servers := clustertest.Shared(t)
	c := servers.Connect(t)
	host := openPresence(t, c, clustertest.Account(t, c), nil)
	asha, ben := presencetest.Join(t, host, "Asha"), presencetest.Join(t, host, "Ben")
	if given := take(t, asha, "1"); given != "1" {
		t.Fatalf("Asha was given %q", given)
	}
	ben.Release(presence.Resource{Kind: "update-ticket", Record: "1"}, time.Now())
	if given := take(t, ben, "1"); !has(asha, "1") || given != "" {
		t.Errorf("Asha has her ticket: %v; Ben was given %q", has(asha, "1"), given)
	}
}

// TestClaims_ThatTheServersHaveForgottenAreLost has the servers lose the claim of a host that has no reason to doubt it
// for a long time, so that another host gets the ticket.
func TestClaims_ThatTheServersHaveForgottenAreLost(t *testing.T) {
	t.Parallel()
	servers := clustertest.Shared(t)
	a, b := servers.Connect(t), servers.Connect(t)
	account := clustertest.Account(t, a)
	ashas, bens := openPresence(t, a, account, nil), openPresence(t, b, account, nil)
	asha, ben := presencetest.Join(t, ashas, "Asha"), presencetest.Join(t, bens, "Ben")
	takeOne(t, asha, "1")
	clustertest.Wait(t, "Ben does not get the ticket", func() bool {
		kept, err := b.Holds(t.Context())
		if err == nil {
			err = kept.Delete(t.Context(), claimKey(account, "1"))
		}
		if err != nil {
			t.Fatal(err)
		}
		return take(t, ben, "1") == "1"
	})
	asha.Renew(presence.Resource{Kind: "update-ticket", Record: "1"}, time.Now().Add(presence.RenewTime))
	presencetest.Eventually(t, asha, "Asha hears that she has lost it", func() bool {
		lost := asha.LostClaims()
		return len(lost) == 1 && lost[0].Record == "1"
	})
	if has(asha, "1") || !has(ben, "1") {
		t.Errorf("Asha has the ticket: %v; Ben has it: %v", has(asha, "1"), has(ben, "1"))
	}
}

func TestClaims_OfAHostThatIsCutOffAreFreeAfterTheLimit(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	network := servers.Host()
	cutOff, other := clustertest.Connect(t, short(network.URLs)), clustertest.Connect(t, short(servers.URLs()))
	account := clustertest.Account(t, other)
	asha := presencetest.Join(t, openPresence(t, cutOff, account, nil), "Asha")
	ben := presencetest.Join(t, openPresence(t, other, account, nil), "Ben")
	takeOne(t, asha, "1")
	asha.SetEditing(presence.Resource{Kind: "update-ticket", Record: "9"})
	ben.Watch(presence.Resource{Kind: "update-ticket", Record: "9"})
	presencetest.Eventually(t, ben, "Ben sees Asha at work", func() bool {
		return len(ben.Editors(presence.Resource{Kind: "update-ticket", Record: "9"})) == 1
	})
	network.Cut()
	clustertest.Wait(t, "Ben never gets the ticket of the host that is gone", func() bool {
		given := take(t, ben, "1")
		if given != "" && has(asha, "1") {
			t.Error("Asha still has the ticket that Ben was given")
		}
		return given == "1"
	})
	if lost := asha.LostClaims(); len(lost) != 1 || lost[0].Record != "1" {
		t.Errorf("Asha is told that she has lost %v", lost)
	}
	if _, _, err := asha.Take(t.Context(), presencetest.Queue("2"), time.Now()); !errors.Is(err, lease.ErrAway) {
		t.Errorf("without a cluster Asha is told %v", err)
	}
	presencetest.Eventually(t, ben, "nobody is seen at work", func() bool {
		return len(ben.Editors(presence.Resource{Kind: "update-ticket", Record: "9"})) == 0
	})
	network.Mend()
	clustertest.WaitConnected(t, cutOff)
	presencetest.Eventually(t, ben, "Ben sees Asha at work again", func() bool {
		return len(ben.Editors(presence.Resource{Kind: "update-ticket", Record: "9"})) == 1
	})
	if given := take(t, asha, "1", "2"); given != "2" && has(ben, "1") {
		t.Errorf("Ben has the ticket, and Asha was given %q", given)
	}
}

func TestClaims_OutlastAShortAbsenceOfTheCluster(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	c := servers.Connect(t)
	account := clustertest.Account(t, c)
	group := openPresence(t, c, account, nil)
	asha := presencetest.Join(t, group, "Asha")
	takeOne(t, asha, "1")
	taken := group.Counts().Taken
	servers.Kill(0)
	clustertest.WaitAway(t, c)
	before := c.Term().Sent
	servers.Restart(0)
	clustertest.WaitConnected(t, c)
	clustertest.Wait(t, "the host is not renewed", func() bool { return c.Term().Sent.After(before) || !has(asha, "1") })
	had, lost := has(asha, "1"), asha.LostClaims()
	if !had && lost == nil {
		t.Error("Asha has lost the ticket, and is not told")
	}
	if lost != nil && has(asha, "1") {
		t.Errorf("Asha is told that she has lost %v, and has it", lost)
	}
	if counts := group.Counts(); counts.Taken != taken {
		t.Errorf("counted are %+v", counts)
	}
}

// TestClaims_LastWhileTheSessionLives: on a machine that stands still for the whole limit, a claim is lost and taken
// again.
func TestClaims_LastWhileTheSessionLives(t *testing.T) {
	t.Parallel()
	servers := clustertest.One(t)
	a, b := clustertest.Connect(t, short(servers.URLs())), clustertest.Connect(t, short(servers.URLs()))
	account := clustertest.Account(t, a)
	asha := presencetest.Join(t, openPresence(t, a, account, nil), "Asha")
	ben := presencetest.Join(t, openPresence(t, b, account, nil), "Ben")
	clustertest.Wait(t, "no claim lasts longer than the limit", func() bool {
		take(t, asha, "1")
		taken := time.Now()
		clustertest.Wait(t, "time stands still", func() bool { return time.Since(taken) > shortLimit+shortLimit/2 })
		given := take(t, ben, "1")
		if given == "1" {
			ben.Release(presence.Resource{Kind: "update-ticket", Record: "1"}, time.Now())
		}
		return given == "" && has(asha, "1") && asha.LostClaims() == nil
	})
}

// TestClaims_OnTheSmallerSideOfAPartedNetwork has Asha's host reach nothing but the server that leads the bucket, which
// is cut off from the two others.
func TestClaims_OnTheSmallerSideOfAPartedNetwork(t *testing.T) {
	t.Parallel()
	servers := clustertest.Three(t)
	first := servers.Connect(t)
	account := clustertest.Account(t, first)
	takeOne(t, presencetest.Join(t, openPresence(t, first, account, nil), "Carol"), "0")
	leader := servers.Leads(cluster.HoldsBucket)
	if leader < 0 {
		t.Fatal("nobody leads the bucket")
	}
	minority, majority := connectShort(t, servers.URL(leader)), connectShort(t, servers.URL((leader+1)%3))
	asha := presencetest.Join(t, openPresence(t, minority, account, nil), "Asha")
	ben := presencetest.Join(t, openPresence(t, majority, account, nil), "Ben")
	takeOne(t, asha, "1")
	servers.Part(leader)
	clustertest.WaitAway(t, minority)
	given, _, err := asha.Take(t.Context(), presencetest.Queue("2"), time.Now())
	if !errors.Is(err, lease.ErrAway) {
		t.Errorf("on the smaller side Asha is given %v, %v", given, err)
	}
	clustertest.Wait(t, "Ben never gets Asha's ticket", func() bool {
		given, ok, _ := ben.Take(t.Context(), presencetest.Queue("1"), time.Now())
		if ok && has(asha, "1") {
			t.Error("both have ticket 1")
		}
		return given.Record == "1"
	})
	servers.Join(leader)
	clustertest.WaitConnected(t, minority)
	// The servers choose a leader anew, which may take longer than Ben's claim lasts: it may be free again.
	if given := take(t, asha, "1", "2"); given == "" || has(ben, given) || has(asha, "1") && has(ben, "1") {
		t.Errorf("after the partition Asha was given %q, and Ben has 1: %v", given, has(ben, "1"))
	}
}

func TestClaims_AStoppedHostFreesThemAtOnce(t *testing.T) {
	t.Parallel()
	servers := clustertest.Shared(t)
	a, b := servers.Connect(t), servers.Connect(t)
	account := clustertest.Account(t, a)
	session := lease.Open(a, slog.New(slog.DiscardHandler))
	ashas := presence.New(presence.Options{Lease: session, Account: account})
	take(t, presencetest.Join(t, ashas, "Asha"), "1")
	ben := presencetest.Join(t, openPresence(t, b, account, nil), "Ben")
	ashas.Close()
	if err := session.Close(); err != nil {
		t.Fatal(err)
	}
	stopped := time.Now()
	clustertest.Wait(t, "Ben does not get the ticket", func() bool { return take(t, ben, "1") == "1" })
	if took := time.Since(stopped); took > a.Limit()/2 {
		t.Errorf("it was free after %s", took)
	}
}

func TestClaims_OfAccountsAreApart(t *testing.T) {
	t.Parallel()
	servers := clustertest.Shared(t)
	c := servers.Connect(t)
	for range 2 {
		g := openPresence(t, c, clustertest.Account(t, c), nil)
		if given := take(t, presencetest.Join(t, g, "Asha"), "1"); given != "1" {
			t.Errorf("given was %q", given)
		}
	}
}

// BenchmarkTake measures how long an agent waits for the next ticket.
func BenchmarkTake(b *testing.B) {
	c := clustertest.Shared(b).Connect(b)
	asha := presencetest.Join(b, openPresence(b, c, clustertest.Account(b, c), nil), "Asha")
	clustertest.Wait(b, "nothing can be taken", func() bool {
		_, ok, err := asha.Take(b.Context(), presencetest.Queue("first"), time.Now())
		return ok && err == nil
	})
	n := 0
	for b.Loop() {
		n++
		r, ok, err := asha.Take(b.Context(), presencetest.Queue(fmt.Sprint(n)), time.Now())
		if !ok || err != nil {
			b.Fatal(ok, err)
		}
		asha.Release(r, time.Now())
	}
}
