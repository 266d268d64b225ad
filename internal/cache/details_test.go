package cache_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// first are the numbers from 1 to n.
func first(n int) []int64 {
	all := make([]int64, n)
	for i := range all {
		all[i] = int64(i + 1)
	}
	return all
}

// getting is the Get Ticket call for some tickets.
func getting(numbers ...int64) string {
	var ids []string
	for _, n := range numbers {
		ids = append(ids, id(n))
	}
	return "get-ticket " + strings.Join(ids, ",")
}

func TestTicketsAreFetchedFiftyAtATimeInTheOrderAskedFor(t *testing.T) {
	d := open(t, crowded(120))
	asked := append(keys(first(120)...), keys(7, 500)...) // one twice, one that nobody knows
	found, missing, err := d.GetTickets(t.Context(), asked)
	if err != nil || len(found) != 120 {
		t.Fatal(len(found), err)
	}
	for i, ticket := range found {
		if ticket.TaskID != int64(i+1) {
			t.Fatalf("ticket %d stands at %d", ticket.TaskID, i+1)
		}
	}
	same(t, "missing", missing, keys(500))
	sizes := map[int]int{}
	for _, call := range d.calls() {
		sizes[strings.Count(call, ",")+1]++
	}
	if sizes[50] != 2 || sizes[21] != 1 || len(sizes) != 2 {
		t.Errorf("asked for %v", sizes)
	}
	if n := list(t, d.Cache, cache.Query{Span: span(20, 20)}).Len(); n != 120 {
		t.Errorf("%d of them are listed", n)
	}
}

func TestATicketThatNobodyKnowsIsMissingAndNoError(t *testing.T) {
	d := open(t, crowded(1))
	odd := []desk.ID{desk.NewID("1,2"), desk.NewID(" 1"), desk.NewID("")}
	found, missing, err := d.GetTickets(t.Context(), append(odd, keys(9)...))
	if err != nil || len(found) != 0 {
		t.Errorf("found %v, %v", found, err)
	}
	same(t, "missing", missing, append(odd, keys(9)...))
	same(t, "calls", d.calls(), []string{getting(9)})
}

func TestAFailedBatchLeavesTheOthers(t *testing.T) {
	d := open(t, crowded(120))
	lost := getting(first(100)[50:]...)
	d.breaks(failing(lost, -1, refusing(400, "no")))
	found, missing, err := d.GetTickets(t.Context(), keys(first(120)...))
	if err == nil || len(found) != 70 || len(missing) != 0 {
		t.Errorf("found %d, missing %d, %v", len(found), len(missing), err)
	}
}

func TestWhatThisAgentTouchedIsRefreshedAlthoughNoPullBringsIt(t *testing.T) {
	d := open(t, []row{ticket(1, 2), ticket(2, 3), ticket(3, 4, calledBack), ticket(4, 20, calledBack), ticket(5, 5)})
	pull(t, d.Cache, span(1, 20))
	update(t, d.Cache, wire.UpdateTicketRequest{TicketID: id(2), SubStatus: "P"})
	for _, n := range []int64{2, 3, 4, 5} {
		if _, err := d.store.UpdateTicket(t.Context(), id(n), func(t *row) (note, error) { t.SubStatus = "CL"; return note{}, nil }); err != nil {
			t.Fatal(err)
		}
	}
	pull(t, d.Cache, span(20, 20))
	d.calls()
	refreshWatched(t, d.Cache)
	same(t, "calls", d.calls(), []string{getting(3, 2)}) // 4 came with the pull
	for n, want := range map[int64]string{1: "Unattended", 2: "Closed", 3: "Closed", 4: "Closed", 5: "Unattended"} {
		if is := one(t, d.Cache, n).SubStatus.Label(); is != want {
			t.Errorf("ticket %d is %s", n, is)
		}
	}
	refreshWatched(t, d.Cache)
	same(t, "calls when nothing has a callback any more", d.calls(), []string{getting(2)})
}

func calledBack(t *row) { t.Callback, t.NextFollowUp = true, at(21, 10, 0).Unix() }

func refreshWatched(t testing.TB, c *cache.Cache) {
	t.Helper()
	if err := c.RefreshWatched(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestEveryWatchedTicketHasItsTurn(t *testing.T) {
	d := open(t, crowded(250))
	d.Watch(keys(first(250)...)...)
	d.Watch(keys(900)...) // which nobody knows
	for round, known := range []int{199, 250, 250} {
		refreshWatched(t, d.Cache)
		if n := d.Snapshot().Len(); n != known {
			t.Errorf("after round %d %d tickets are known", round+1, n)
		}
		sent := strings.Join(d.calls(), " ")
		if n := strings.Count(sent, "7135"); n != 200 {
			t.Errorf("round %d asked for %d tickets", round+1, n)
		}
		if asked := strings.Contains(sent, id(900)); asked != (round == 0) {
			t.Errorf("round %d asked for the unknown ticket: %v", round+1, asked)
		}
	}
}

func TestATicketUnderWatchStaysListedWhenAPullLeavesItOut(t *testing.T) {
	d := open(t, nil)
	d.breaks(pulling(`{"ticketId":"` + id(1) + `","taskId":1,"date":"20-11-2026 09:00"}`))
	pull(t, d.Cache, span(20, 20))
	d.Watch(keys(1)...)
	d.breaks(func(context.Context, string) (*reply, error) {
		return says(200, `{"totalCount":0,"message":[],"status":"success"}`), nil
	})
	pull(t, d.Cache, span(20, 20))
	same(t, "tickets", numbers(list(t, d.Cache, cache.Query{Span: span(20, 20)})), []int64{1})
}

func TestTheWatchListIsKeptWhileTheServiceIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, crowded(2))
		d.Watch(keys(1)...)
		d.breaks(func(context.Context, string) (*reply, error) { return unreachable() })
		if err := d.RefreshWatched(t.Context()); err == nil {
			t.Error("no error although nothing was reached")
		}
		d.breaks(nil)
		refreshWatched(t, d.Cache)
		one(t, d.Cache, 1)
	})
}

func TestFetchingEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, crowded(2))
		d.hold()
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			_, _, err := d.GetTickets(ctx, keys(1))
			ended <- err
		}()
		synctest.Wait()
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}
