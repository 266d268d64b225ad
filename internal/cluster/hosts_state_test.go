package cluster_test

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/agent/agenttest"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
)

// signInOn is an agent's sign-in to a host with a disk of its own.
func signInOn(t *testing.T, c *cluster.Cluster, account string, at time.Time) backend.Storage {
	t.Helper()
	shared := agent.NewShared(agent.Options{Cluster: c, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(func() { _ = shared.Close() })
	dir := agent.Place(t.TempDir(), account, "Asha Rao")
	storage, warning := backend.OpenStorage(agenttest.Open(t, shared, dir, account), at)
	if warning != nil {
		t.Fatal(warning)
	}
	return storage
}

func TestSeveralHosts_AnAgentFindsEverythingOnAnotherHost(t *testing.T) {
	t.Parallel()
	morning := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	c := clustertest.Any(t)
	account := clustertest.Account(t, c)
	a := signInOn(t, c, account, morning)
	ticket := &desk.Ticket{ID: desk.NewID("7"), LastConversation: desk.NewUnixTime(morning.Add(time.Hour))}
	save(t, a.State, "713516551148", "called back, no ans")
	err1 := a.State.ToOutbox(typed("", "Belt"), agent.Unknown, "the answer was lost", morning)
	err2 := a.State.Note(agent.Entry{At: morning, Kind: "update-ticket", Record: "7", Summary: "closed", Outcome: "saved"})
	a.ReadState.MarkRead(ticket)
	a.ReadState.MarkChanged(ticket.ID, morning)
	err3 := a.ReadState.Save(morning)
	_, err4 := a.State.Views().Add(desk.View{Name: "Money", Filter: "queue:billing"})
	run := agenttest.NewRun(t, a.State, 1000)
	err5 := a.State.BeginUpdate(run, 1, agent.Result{Result: "sending"})
	agenttest.Must(t, errors.Join(err1, err2, err3, err4, err5, a.State.CloseRun(run)))

	b := signInOn(t, c, account, morning.Add(time.Minute)) // nothing of the first host's disk is here
	agenttest.RequireComments(t, b.State, "Belt (unknown), called back, no ans")
	if got := notes(t, b.State); got != "closed " {
		t.Errorf("the journal has %q", got)
	}
	if changed := b.ReadState.RecentlyChanged(); len(changed) != 1 || b.ReadState.IsUnread(ticket) {
		t.Errorf("changed %v, unread %v", changed, b.ReadState.IsUnread(ticket))
	}
	if views, err := b.State.Views().Load(); len(views) != 1 || err != nil {
		t.Errorf("the views: %+v, %v", views, err)
	}
	if got := agenttest.Results(t, b.State); !strings.HasPrefix(got, "sending, , ") || strings.HasSuffix(got, "?") {
		t.Errorf("of the updates of many tickets there is %.40s", got)
	}
}

// TestSeveralHosts_MarksOfManyThousandTickets has an agent look at more tickets on each of two hosts than one message
// of the cluster would hold.
func TestSeveralHosts_MarksOfManyThousandTickets(t *testing.T) {
	t.Parallel()
	morning := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	c := clustertest.Any(t)
	account := clustertest.Account(t, c)
	a := signInOn(t, c, account, morning)
	b := signInOn(t, c, account, morning)
	ticketOf := func(i int) *desk.Ticket {
		return &desk.Ticket{
			ID:               desk.NewID(fmt.Sprintf("7135165%08d", i)),
			LastConversation: desk.NewUnixTime(morning.Add(time.Duration(i) * time.Second)),
		}
	}
	const many = 30_000
	for i := range many {
		at := []backend.Storage{a, b}[i%2].ReadState
		at.MarkRead(ticketOf(i))
		at.MarkChanged(ticketOf(i).ID, morning.Add(time.Duration(i)*time.Second))
	}
	if err := errors.Join(a.ReadState.Save(morning), b.ReadState.Save(morning)); err != nil {
		t.Fatal(err)
	}
	third := signInOn(t, c, account, morning)
	for i := many - 2000; i < many; i++ {
		if third.ReadState.IsUnread(ticketOf(i)) {
			t.Fatalf("ticket %d of %d is new again on the next host", i, many)
		}
	}
	if !third.ReadState.IsUnread(ticketOf(many)) {
		t.Error("a ticket that nobody looked at is not new")
	}
	if changed := third.ReadState.RecentlyChanged(); len(changed) != 200 || changed[0] != ticketOf(many-1).ID {
		t.Errorf("%d tickets were changed, the last %v", len(changed), changed[:1])
	}
}

// TestSeveralHosts_ADraftThatWasSavedElsewhereSaysSo has an agent finish on one host what another host, which is cut
// off, goes on keeping: when it is back the draft must not look as if nobody had ever sent it.
func TestSeveralHosts_ADraftThatWasSavedElsewhereSaysSo(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	servers := clustertest.Shared(t)
	network := servers.Host()
	cut, direct := servers.ConnectOver(t, network), servers.Connect(t)
	account := clustertest.Account(t, direct)
	a := signInOn(t, cut, account, now)
	b := signInOn(t, direct, account, now)
	save(t, a.State, "713516551148", "called")
	takeAll(t, b.State)
	network.Cut()
	clustertest.WaitAway(t, cut)
	save(t, a.State, "713516551148", "called back")
	discard(t, b.State, "713516551148") // it was sent
	network.Mend()
	waitFor(t, b.State, "called back?")
}
