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

// firstNumbers returns the numbers from 1 to n.
func firstNumbers(n int) []int64 {
	all := make([]int64, n)
	for i := range all {
		all[i] = int64(i + 1)
	}
	return all
}

// getTicketCall returns the Get Ticket call for some tickets.
func getTicketCall(numbers ...int64) string {
	var ids []string
	for _, n := range numbers {
		ids = append(ids, id(n))
	}
	return "get-ticket " + strings.Join(ids, ",")
}

func TestTicketsAreFetchedFiftyAtATimeInTheOrderAskedFor(t *testing.T) {
	d := newTestCache(t, manyTickets(120))
	asked := append(ticketIDs(firstNumbers(120)...), ticketIDs(7, 500)...) // one twice, one that nobody knows
	found, missing, err := d.GetTickets(t.Context(), asked)
	if err != nil || len(found) != 120 {
		t.Fatal(len(found), err)
	}
	for i, ticket := range found {
		if ticket.TaskID != int64(i+1) {
			t.Fatalf("ticket %d stands at %d", ticket.TaskID, i+1)
		}
	}
	equalLists(t, "missing", missing, ticketIDs(500))
	sizes := map[int]int{}
	for _, call := range d.calls() {
		sizes[strings.Count(call, ",")+1]++
	}
	if sizes[50] != 2 || sizes[21] != 1 || len(sizes) != 2 {
		t.Errorf("asked for %v", sizes)
	}
	if n := list(t, d.Cache, cache.Query{Span: november(20, 20)}).Len(); n != 120 {
		t.Errorf("%d of them are listed", n)
	}
}

func TestATicketThatNobodyKnowsIsMissingAndNoError(t *testing.T) {
	d := newTestCache(t, manyTickets(1))
	odd := []desk.ID{desk.NewID("1,2"), desk.NewID(" 1"), desk.NewID("")}
	found, missing, err := d.GetTickets(t.Context(), append(odd, ticketIDs(9)...))
	if err != nil || len(found) != 0 {
		t.Errorf("found %v, %v", found, err)
	}
	equalLists(t, "missing", missing, append(odd, ticketIDs(9)...))
	equalLists(t, "calls", d.calls(), []string{getTicketCall(9)})
}

func TestAFailedBatchLeavesTheOthers(t *testing.T) {
	d := newTestCache(t, manyTickets(120))
	lost := getTicketCall(firstNumbers(100)[50:]...)
	d.intercept(failCalls(lost, -1, refuse(400, "no")))
	found, missing, err := d.GetTickets(t.Context(), ticketIDs(firstNumbers(120)...))
	if err == nil || len(found) != 70 || len(missing) != 0 {
		t.Errorf("found %d, missing %d, %v", len(found), len(missing), err)
	}
}

func TestWhatThisAgentTouchedIsRefreshedAlthoughNoPullBringsIt(t *testing.T) {
	d := newTestCache(t, []row{ticket(1, 2), ticket(2, 3), ticket(3, 4, withCallback), ticket(4, 20, withCallback), ticket(5, 5)})
	pull(t, d.Cache, november(1, 20))
	update(t, d.Cache, wire.UpdateTicketRequest{TicketID: id(2), SubStatus: "P"})
	for _, n := range []int64{2, 3, 4, 5} {
		if _, err := d.store.UpdateTicket(t.Context(), id(n), func(t *row) (note, error) { t.SubStatus = "CL"; return note{}, nil }); err != nil {
			t.Fatal(err)
		}
	}
	pull(t, d.Cache, november(20, 20))
	d.calls()
	refreshWatched(t, d.Cache)
	equalLists(t, "calls", d.calls(), []string{getTicketCall(3, 2)}) // 4 came with the pull
	for n, want := range map[int64]string{1: "Unattended", 2: "Closed", 3: "Closed", 4: "Closed", 5: "Unattended"} {
		if is := mustTicket(t, d.Cache, n).SubStatus.Label(); is != want {
			t.Errorf("ticket %d is %s", n, is)
		}
	}
	refreshWatched(t, d.Cache)
	equalLists(t, "calls when nothing has a callback any more", d.calls(), []string{getTicketCall(2)})
}

func withCallback(t *row) { t.Callback, t.NextFollowUp = true, timeAt(21, 10, 0).Unix() }

func refreshWatched(t testing.TB, c *cache.Cache) {
	t.Helper()
	if err := c.RefreshWatched(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestEveryWatchedTicketHasItsTurn(t *testing.T) {
	d := newTestCache(t, manyTickets(250))
	d.Watch(ticketIDs(firstNumbers(250)...)...)
	d.Watch(ticketIDs(900)...) // which nobody knows
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
	d := newTestCache(t, nil)
	d.intercept(answerPulls(`{"ticketId":"` + id(1) + `","taskId":1,"date":"20-11-2026 09:00"}`))
	pull(t, d.Cache, november(20, 20))
	d.Watch(ticketIDs(1)...)
	d.intercept(func(context.Context, string) (*reply, error) {
		return replyWith(200, `{"totalCount":0,"message":[],"status":"success"}`), nil
	})
	pull(t, d.Cache, november(20, 20))
	equalLists(t, "tickets", numbers(list(t, d.Cache, cache.Query{Span: november(20, 20)})), []int64{1})
}

func TestTheWatchListIsKeptWhileTheServiceIsAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, manyTickets(2))
		d.Watch(ticketIDs(1)...)
		d.intercept(func(context.Context, string) (*reply, error) { return unreachable() })
		if err := d.RefreshWatched(t.Context()); err == nil {
			t.Error("no error although nothing was reached")
		}
		d.intercept(nil)
		refreshWatched(t, d.Cache)
		mustTicket(t, d.Cache, 1)
	})
}

func TestFetchingEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, manyTickets(2))
		d.holdCalls()
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() {
			_, _, err := d.GetTickets(ctx, ticketIDs(1))
			ended <- err
		}()
		synctest.Wait()
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}
