package cache_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/cache"
)

func TestQueue_IsThereAtTheNextStartWithoutReadingItAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		kept := func(c *cache.Config) { c.Dir = dir }
		shown := november(19, 20)
		first := newTestCache(t, agedTickets(), wholeQueue(14), atNoon(), kept)
		pull(t, first.Cache, shown)
		first.read(t, shown, 7500*time.Millisecond) // some of the days: the agent leaves meanwhile
		first.Close()
		read := len(first.calls()) - 2
		if read < 2 || read > 10 {
			t.Fatalf("%d days were read", read)
		}
		second := newTestCache(t, agedTickets(), wholeQueue(14), atNoon(), kept)
		second.WaitLoaded(t.Context())
		if got := listedIn(t, second, next, shown); len(got) != read+2 {
			t.Errorf("at once Next lists %v", got)
		}
		second.read(t, shown, time.Minute)
		second.Close()
		if calls := second.calls(); len(calls) != 12-read {
			t.Errorf("after %d days: %q", read, calls)
		}
		third := newTestCache(t, nil, wholeQueue(14), atNoon(), kept)
		third.WaitLoaded(t.Context())
		if got := listedIn(t, third, next, shown); len(got) != 14 || !third.Queue().IsWhole() {
			t.Errorf("at the third start Next lists %v: %+v", got, third.Queue())
		}
		third.read(t, shown, time.Hour)
		third.Close()
		if calls := third.calls(); len(calls) > 0 {
			t.Errorf("at the third start: %q", calls)
		}
	})
}

func TestQueue_StaysWhenTheCacheMakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestCache(t, agedTickets(), wholeQueue(14), atNoon())
		console := c.Subscribe()
		defer console.Close()
		console.ShowDays(november(19, 20))
		pull(t, c.Cache, november(7, 20))
		cache.Bound(c.Cache, 4, 1000)
		<-time.After(24 * time.Hour)
		pull(t, c.Cache, november(20, 20))
		synctest.Wait() // the last worker makes room after the pull has returned
		if got := listedIn(t, c, next, november(19, 20)); len(got) != 14 {
			t.Errorf("Next lists %v", got)
		}
		if got := listedIn(t, c, all, november(7, 20)); len(got) != 16 {
			t.Errorf("closed tickets of older days are kept: %v", got)
		}
		c.calls()
		c.read(t, november(19, 20), time.Minute)
		if err := c.change(t, 15, closed); err != nil {
			t.Fatal(err)
		}
		c.read(t, november(19, 20), 25*time.Hour)
		if got := listedIn(t, c, next, november(19, 20)); len(got) != 13 {
			t.Errorf("after one was closed Next lists %v", got)
		}
	})
}

// askedTickets returns the numbers of the tickets that were asked for by number.
func (c *testCache) askedTickets() (all []string) {
	for _, call := range c.calls() {
		if ids, ok := strings.CutPrefix(call, "get-ticket "); ok {
			all = append(all, strings.Split(ids, ",")...)
		}
	}
	return all
}

func TestQueue_OlderTicketsAreReadAgainByNumber(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var tickets []row
		for n := range int64(130) { // of 10 November, the last one due next
			tickets = append(tickets, ticket(n, 10, func(t *row) {
				if n == 129 {
					t.NextFollowUp = timeAt(20, 13, 0).Unix()
				}
			}))
		}
		c := newTestCache(t, append(tickets, ticket(500, 20)), wholeQueue(14), atNoon())
		shown := november(19, 20)
		pull(t, c.Cache, shown)
		c.read(t, shown, time.Minute)
		console := c.Subscribe()
		defer console.Close()
		console.ShowDays(shown)
		console.ShowRows(ticketIDs(100, 101, 500))
		refresh := func() []string {
			pull(t, c.Cache, november(20, 20))
			c.calls()
			if err := c.RefreshWatched(t.Context()); err != nil {
				t.Fatal(err)
			}
			return c.askedTickets()
		}
		first := refresh()
		if want := []string{id(100), id(101), id(129)}; len(first) != 50 || !slices.Equal(first[:3], want) {
			t.Errorf("%d were read, beginning with %v", len(first), first[:min(len(first), 5)])
		}
		if slices.Contains(first, id(500)) {
			t.Error("a ticket of a shown day was read again")
		}
		seen := map[string]bool{}
		for _, number := range first {
			seen[number] = true
		}
		if err := c.change(t, 77, closed); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			<-time.After(time.Minute)
			for _, number := range refresh() {
				seen[number] = true
			}
		}
		if len(seen) != 130 {
			t.Errorf("%d of 130 were read in three turns", len(seen))
		}
		if got := listedIn(t, c, next, shown); slices.Contains(got, 77) {
			t.Error("a ticket that was closed is still listed")
		}
		if oldest := c.Queue().Oldest; c.Now().Sub(oldest) > 4*time.Minute {
			t.Errorf("the oldest was read at %v, now it is %v", oldest, c.Now())
		}
	})
}

func TestQueue_IsReadByOneOfTheConsolesOfAHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		kept := func(c *cache.Config) { c.Dir = dir }
		shown := november(19, 20)
		first := newTestCache(t, agedTickets(), wholeQueue(14), atNoon(), kept)
		second := newTestCache(t, agedTickets(), wholeQueue(14), atNoon(), kept)
		defer first.Close()
		defer second.Close()
		pull(t, first.Cache, shown)
		pull(t, second.Cache, shown)
		second.calls()
		var both sync.WaitGroup
		both.Go(func() { first.read(t, shown, 5*time.Minute) })
		both.Go(func() {
			<-time.After(time.Second)
			second.read(t, shown, 5*time.Minute)
		})
		both.Wait()
		if calls := second.calls(); len(calls) > 0 {
			t.Errorf("the second console reads %q", calls)
		}
		if got := listedIn(t, second, next, shown); len(got) != 14 || !second.Queue().IsWhole() {
			t.Errorf("the second console lists %v: %+v", got, second.Queue())
		}
		<-time.After(25 * time.Hour)
		second.read(t, shown, 5*time.Minute)
		if calls := second.calls(); len(calls) == 0 {
			t.Error("after the first has ended the second reads nothing")
		}
	})
}

func TestQueue_AnOlderTicketThatTheServiceHasNoLongerLeavesTheList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestCache(t, agedTickets(), wholeQueue(14), atNoon())
		shown := november(19, 20)
		pull(t, c.Cache, shown)
		c.read(t, shown, time.Minute)
		console := c.Subscribe()
		defer console.Close()
		console.ShowDays(shown)
		pull(t, c.Cache, november(20, 20))
		c.intercept(func(ctx context.Context, call string) (*reply, error) {
			switch {
			case strings.HasPrefix(call, "get-ticket") && !strings.Contains(call, id(9)):
				return replyWith(200, `{"status":"failed","message":"No data found"}`), nil
			case strings.HasPrefix(call, "get-ticket"):
				return replyWith(200, `[{"task_details":{"taskId":9,"ticketId":"`+id(9)+`","substatusKey":"PS","date":"09-11-2026 09:00"}}]`), nil
			}
			return nil, nil
		})
		if err := c.RefreshWatched(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := listedIn(t, c, next, shown); !slices.Equal(got, []int64{9, 19, 20}) {
			t.Errorf("Next lists %v", got)
		}
	})
}

func TestQueue_KeepsTicketsThatTheServiceLeavesOutOfALongAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestCache(t, agedTickets(), wholeQueue(14), atNoon())
		shown := november(19, 20)
		pull(t, c.Cache, shown)
		c.read(t, shown, time.Minute)
		console := c.Subscribe()
		defer console.Close()
		console.ShowDays(shown)
		pull(t, c.Cache, november(20, 20))
		c.intercept(func(_ context.Context, call string) (*reply, error) {
			if ids, ok := strings.CutPrefix(call, "get-ticket "); ok {
				first, _, _ := strings.Cut(ids, ",")
				return replyWith(200, `[{"task_details":{"ticketId":"`+first+`","substatusKey":"PS"}}]`), nil
			}
			return nil, nil
		})
		if err := c.RefreshWatched(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := listedIn(t, c, next, shown); len(got) != 14 {
			t.Errorf("Next lists %v", got)
		}
	})
}
