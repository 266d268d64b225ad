package cluster_test

import (
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/cluster"
	"frontdesk/internal/cluster/clustertest"
	"frontdesk/internal/console"
	"frontdesk/internal/desk"
	"frontdesk/internal/draft"
	"frontdesk/internal/journal"
	"frontdesk/internal/outbox"
	"frontdesk/internal/ownlist"
	"frontdesk/ui/backend"
)

// signInOn is an agent's sign-in to a host with a disk of its own.
func signInOn(t *testing.T, c *cluster.Cluster, account string, at time.Time) (backend.Storage, agentstate.Store) {
	t.Helper()
	shared := agentstate.NewShared(agentstate.Options{
		Cluster: c, Kinds: console.StateKinds(), Log: slog.New(slog.DiscardHandler),
	})
	t.Cleanup(func() { _ = shared.Close() })
	dir := draft.Place(t.TempDir(), account, "Asha Rao")
	state, err := shared.Open(dir, account)
	if err != nil {
		t.Fatal(err)
	}
	storage, warning, err := backend.OpenStorage(state, dir, at)
	if err != nil || warning != nil {
		t.Fatal(err, warning)
	}
	return storage, state
}

func TestSeveralHosts_AnAgentFindsEverythingOnAnotherHost(t *testing.T) {
	t.Parallel()
	morning := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	c := clustertest.Any(t)
	account := clustertest.Account(t, c)
	a, state := signInOn(t, c, account, morning)
	form := draft.Key{Account: account, Kind: "update-ticket", Record: "713516551148"}
	typed := draft.Draft{Key: form, SavedAt: morning, Values: map[string]string{"comment": "called back, no ans"}}
	unsent := draft.Draft{Key: draft.Key{Account: account, Kind: "add-ticket"}, Values: map[string]string{"title": "Belt"}}
	ticket := &desk.Ticket{ID: desk.NewID("7"), LastConversation: desk.NewUnixTime(morning.Add(time.Hour))}
	_, err1 := a.Drafts.Save(typed)
	_, err2 := a.Outbox.Add(unsent, outbox.Unknown, "the answer was lost", morning)
	err3 := a.Journal.Add(journal.Entry{At: morning, Kind: "update-ticket", Record: "7", Outcome: "saved"})
	a.ReadState.MarkRead(ticket)
	a.ReadState.MarkChanged(ticket.ID, morning)
	err4 := a.ReadState.Save(morning)
	_, err5 := ownlist.Views(state).Add(desk.View{Name: "Money", Filter: "queue:billing"})
	for _, err := range []error{err1, err2, err3, err4, err5} {
		if err != nil {
			t.Fatal(err)
		}
	}

	b, state := signInOn(t, c, account, morning.Add(time.Minute)) // nothing of the first host's disk is here
	if d, found, err := b.Drafts.Load(form); !found || err != nil || !d.Equal(typed) {
		t.Errorf("the draft: %+v, %v, %v", d, found, err)
	}
	if items, err := b.Outbox.List(); len(items) != 1 || err != nil || items[0].State != outbox.Unknown {
		t.Errorf("the outbox: %+v, %v", items, err)
	}
	if entries, err := b.Journal.Day(desk.DateOf(morning)); len(entries) != 1 || err != nil {
		t.Errorf("the journal: %+v, %v", entries, err)
	}
	if changed := b.ReadState.RecentlyChanged(); len(changed) != 1 || b.ReadState.IsUnread(ticket) {
		t.Errorf("changed %v, unread %v", changed, b.ReadState.IsUnread(ticket))
	}
	if views, err := ownlist.Views(state).Load(); len(views) != 1 || err != nil {
		t.Errorf("the views: %+v, %v", views, err)
	}
}

// TestSeveralHosts_MarksOfManyThousandTickets has an agent look at more tickets on each of two hosts than one message
// of the cluster would hold.
func TestSeveralHosts_MarksOfManyThousandTickets(t *testing.T) {
	t.Parallel()
	morning := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	c := clustertest.Any(t)
	account := clustertest.Account(t, c)
	a, _ := signInOn(t, c, account, morning)
	b, _ := signInOn(t, c, account, morning)
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
	third, state := signInOn(t, c, account, morning)
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
	if d, err := state.Get("looked-at"); err != nil || len(d.Content) > 1<<20 {
		t.Errorf("the marks have %d bytes, %v", len(d.Content), err)
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
	a, _ := signInOn(t, cut, account, now)
	b, _ := signInOn(t, direct, account, now)
	form := draft.Key{Account: account, Kind: "update-ticket", Record: "713516551148"}
	save := func(text string) {
		t.Helper()
		if _, err := a.Drafts.Save(draft.Draft{Key: form, SavedAt: now, Values: map[string]string{"comment": text}}); err != nil {
			t.Fatal(err)
		}
	}
	save("called")
	found, _, err := b.Drafts.Load(form)
	if err != nil || found.MaybeSaved {
		t.Fatal(found, err)
	}
	network.Cut()
	clustertest.WaitAway(t, cut)
	save("called back")
	b.Drafts.Adopt(found)
	if err := b.Drafts.Discard(form); err != nil { // it was sent
		t.Fatal(err)
	}
	network.Mend()
	clustertest.Wait(t, "what was typed is lost", func() bool {
		found, has, err := b.Drafts.Load(form)
		return err == nil && has && found.Values["comment"] == "called back" && found.MaybeSaved
	})
}
