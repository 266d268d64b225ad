package cache_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
)

// closed makes a ticket a closed one.
func closed(t *row) { t.SubStatus = "CL" }

// wholeQueue lets a cache keep the open tickets of some days.
func wholeQueue(days int) func(*cache.Config) {
	return func(c *cache.Config) { c.OpenSince = days }
}

// atNoon gives a cache the time that has passed in the test's bubble since noon.
func atNoon() func(*cache.Config) {
	began := time.Now()
	return func(c *cache.Config) { c.Now = func() time.Time { return noon.Add(time.Since(began)) } }
}

// agedTickets are tickets of the last fourteen days: an open and a closed one each day, numbered by the day.
func agedTickets() []row {
	var all []row
	for day := 7; day <= 20; day++ {
		all = append(all, ticket(int64(day), day), ticket(int64(100+day), day, closed))
	}
	return all
}

// read runs the reader of the queue for a time, as long as a console is open that shows the last days.
func (c *testCache) read(t *testing.T, shown desk.DateRange, lasts time.Duration) {
	t.Helper()
	console := c.Subscribe()
	defer console.Close()
	console.ShowDays(shown)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.ReadQueue(ctx)
	}()
	<-time.After(lasts)
	cancel()
	<-done
}

// change changes a ticket at the service, as another agent does.
func (c *testCache) change(t *testing.T, number int64, change func(*row)) error {
	t.Helper()
	_, err := c.store.UpdateTicket(t.Context(), id(number), func(t *row) (note, error) {
		change(t)
		return note{}, nil
	})
	return err
}

var (
	next = "is:open any:day"
	all  = ""
)

// listedIn returns the numbers of the tickets of a view, sorted.
func listedIn(t *testing.T, c *testCache, view string, shown desk.DateRange) []int64 {
	t.Helper()
	found := numbers(list(t, c.Cache, cache.Query{View: view, Span: shown, Now: noon}))
	slices.Sort(found)
	return found
}

func TestQueue_HasOpenTicketsOfOlderDaysAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestCache(t, agedTickets(), wholeQueue(14), atNoon())
		shown := november(19, 20)
		pull(t, c.Cache, shown)
		if got := c.Queue().Missing(desk.DateOf(noon)); got != "before 19 Nov not read yet" {
			t.Errorf("before older days are read: %q", got)
		}
		c.calls()
		c.read(t, shown, time.Minute)
		calls := c.calls()
		if len(calls) != 12 || !strings.HasSuffix(calls[0], "2026-11-18") || !strings.HasSuffix(calls[11], "2026-11-07") {
			t.Errorf("calls: %q", calls)
		}
		if got := listedIn(t, c, next, shown); len(got) != 14 || got[0] != 7 {
			t.Errorf("Next lists %v", got)
		}
		if got := listedIn(t, c, all, shown); !slices.Equal(got, []int64{19, 20, 119, 120}) {
			t.Errorf("All lists %v", got)
		}
		if got := listedIn(t, c, all, november(7, 20)); len(got) != 16 {
			t.Errorf("closed tickets of older days are kept: %v", got)
		}
		if q := c.Queue(); !q.IsWhole() || q.Missing(desk.DateOf(noon)) != "" {
			t.Errorf("after all days: %+v", q)
		}
		for view, want := range map[string][2]int{next: {14, 14}, all: {4, 16}} {
			for i, text := range []string{"words", "words any:day"} {
				l := list(t, c.Cache, cache.Query{View: view, Span: shown, Text: text, Now: noon})
				if l.Searched() != want[i] {
					t.Errorf("%q in %s: %d titles are searched, want %d", text, view, l.Searched(), want[i])
				}
			}
		}
		for filter, want := range map[string]int{"any:day": 16, "any:day is:open": 14, "is:open": 2} {
			l := list(t, c.Cache, cache.Query{View: all, Span: shown, Text: filter, Now: noon})
			if l.Len() != want {
				t.Errorf("%s lists %d tickets, want %d", filter, l.Len(), want)
			}
		}
		l := list(t, c.Cache, cache.Query{View: next, Span: shown, Text: "-any:day", Now: noon})
		if l.Len() != 2 {
			t.Errorf("-any:day lists %d tickets", l.Len())
		}
	})
}

func TestQueue_IsNotReadWithoutOpenSince(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestCache(t, agedTickets(), atNoon())
		pull(t, c.Cache, november(7, 20))
		c.calls()
		c.read(t, november(19, 20), time.Hour)
		if calls := c.calls(); len(calls) > 0 {
			t.Errorf("calls: %q", calls)
		}
	})
}

func TestQueue_ReadsNothingWhileAnAgentWaitsOrNobodyIsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestCache(t, agedTickets(), wholeQueue(14), atNoon())
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go c.ReadQueue(ctx)
		<-time.After(time.Hour)
		if calls := c.calls(); len(calls) > 0 {
			t.Fatalf("nobody is there, and it reads %q", calls)
		}
		release := make(chan struct{})
		c.intercept(func(_ context.Context, call string) (*reply, error) {
			if strings.HasPrefix(call, "get-ticket") {
				<-release
			}
			return nil, nil
		})
		console := c.Subscribe()
		go func() { _, _, _ = c.GetTickets(ctx, ticketIDs(20)) }()
		<-time.After(time.Minute)
		if calls := c.calls(); len(calls) != 1 {
			t.Errorf("while an agent waits: %q", calls)
		}
		close(release)
		<-time.After(4 * time.Second)
		if calls := c.calls(); len(calls) == 0 || len(calls) > 5 {
			t.Errorf("once the agent has the answer: %q", calls)
		}
		console.Close()
		<-time.After(time.Minute)
		if calls := c.calls(); len(calls) > 1 {
			t.Errorf("after the agent has left: %q", calls)
		}
		cancel()
		synctest.Wait()
	})
}

func TestQueue_WaitsAsLongAsTheServiceAsks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestCache(t, agedTickets(), wholeQueue(14), atNoon())
		pull(t, c.Cache, november(19, 20))
		c.calls()
		began := time.Now()
		c.intercept(func(context.Context, string) (*reply, error) {
			if time.Since(began) > time.Minute {
				return nil, nil
			}
			answer := replyWith(http.StatusTooManyRequests, `{"status":"failed","message":"slow down"}`)
			answer.header = http.Header{"Retry-After": {"600"}}
			return answer, nil
		})
		c.read(t, november(19, 20), 9*time.Minute)
		if calls := c.calls(); len(calls) != 1 {
			t.Errorf("before the time has passed: %q", calls)
		}
		c.read(t, november(19, 20), 15*time.Minute)
		if q := c.Queue(); !q.IsWhole() {
			t.Errorf("after it: %+v", q)
		}
	})
}

func TestQueue_GoesOnAsSoonAsAServiceThatWasGoneAnswersAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestCache(t, agedTickets(), wholeQueue(14), atNoon(), func(c *cache.Config) { c.PullTries = 1 })
		pull(t, c.Cache, november(19, 20))
		c.intercept(func(context.Context, string) (*reply, error) { return nil, errors.New("connection refused") })
		console := c.Subscribe()
		defer console.Close()
		console.ShowDays(november(19, 20))
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		go c.ReadQueue(ctx)
		<-time.After(time.Hour)
		_ = c.Pull(ctx, november(19, 20)) // the refresh of a console, which fails too
		if q := c.Queue(); q.Err == nil {
			t.Fatalf("while the service is gone: %+v", q)
		}
		c.intercept(nil)
		pull(t, c.Cache, november(19, 20))
		if q := c.Queue(); q.Err != nil {
			t.Errorf("it still says that the service is gone: %+v", q)
		}
		<-time.After(time.Minute)
		if q := c.Queue(); !q.IsWhole() {
			t.Errorf("a minute later: %+v", q)
		}
		cancel()
		synctest.Wait()
	})
}

func TestQueue_RespectsAServiceThatRefusesOlderDays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestCache(t, agedTickets(), wholeQueue(14), atNoon())
		pull(t, c.Cache, november(19, 20))
		c.calls()
		c.intercept(func(_ context.Context, call string) (*reply, error) {
			if call < "pull-ticket 2026-11-15" {
				return replyWith(http.StatusForbidden, `{"status":"failed","message":"too old"}`), nil
			}
			return nil, nil
		})
		c.read(t, november(19, 20), 11*time.Hour)
		if calls := c.calls(); len(calls) != 7 {
			t.Errorf("calls: %q", calls)
		}
		q := c.Queue()
		if got := q.Missing(desk.DateOf(noon)); got != "before 15 Nov refused by the service" {
			t.Errorf("it says %q: %+v", got, q)
		}
		if got := listedIn(t, c, next, november(19, 20)); len(got) != 6 {
			t.Errorf("Next lists %v", got)
		}
	})
}

func TestQueue_ADayThatFailsDoesNotKeepOlderOnesAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestCache(t, agedTickets(), wholeQueue(14), atNoon())
		pull(t, c.Cache, november(19, 20))
		c.intercept(func(_ context.Context, call string) (*reply, error) {
			if call == "pull-ticket 2026-11-15" {
				return replyWith(http.StatusInternalServerError, `{"status":"failed","message":"own fault"}`), nil
			}
			return nil, nil
		})
		c.read(t, november(19, 20), 10*time.Minute)
		q := c.Queue()
		if got := q.Missing(desk.DateOf(noon)); got != "15 Nov not read yet" || q.Err == nil {
			t.Errorf("it says %q: %+v", got, q)
		}
	})
}

func TestQueue_AReopenedTicketIsSeenWhenItsDayIsReadAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestCache(t, agedTickets(), wholeQueue(14), atNoon())
		pull(t, c.Cache, november(19, 20))
		c.read(t, november(19, 20), time.Minute)
		c.calls()
		c.read(t, november(19, 20), 11*time.Hour)
		if calls := c.calls(); len(calls) > 0 {
			t.Errorf("days are read again too soon: %q", calls)
		}
		err := c.change(t, 108, func(t *row) { t.SubStatus = "PS" })
		if err != nil {
			t.Fatal(err)
		}
		c.read(t, november(19, 20), 14*time.Hour)
		if got := listedIn(t, c, next, november(19, 20)); !slices.Contains(got, 108) {
			t.Errorf("Next lists %v", got)
		}
	})
}

func TestQueue_AConsoleThatShowsADayGetsAllOfItWhileItsOpenTicketsAreRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestCache(t, agedTickets(), wholeQueue(14), atNoon())
		pull(t, c.Cache, november(19, 20))
		release := make(chan struct{})
		first := true
		c.intercept(func(ctx context.Context, _ string) (*reply, error) {
			if first {
				first = false
				select {
				case <-release:
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			}
			return nil, nil
		})
		go func() {
			<-time.After(5 * time.Second)
			pull(t, c.Cache, november(18, 18))
			close(release)
		}()
		c.read(t, november(19, 20), time.Minute)
		if got := listedIn(t, c, all, november(18, 18)); !slices.Equal(got, []int64{18, 118}) {
			t.Errorf("the day has %v", got)
		}
		if !c.Queue().IsWhole() {
			t.Errorf("%+v", c.Queue())
		}
	})
}

// TestQueue_OfTheEmbeddedDeskIsWholeAtOnce: nobody else waits for that desk, and nothing of it is kept for the next start.
func TestQueue_OfTheEmbeddedDeskIsWholeAtOnce(t *testing.T) {
	for isEmbedded, reads := range map[bool]int{true: 12, false: 2} {
		synctest.Test(t, func(t *testing.T) {
			embedded := func(c *cache.Config) { c.Embedded = isEmbedded }
			c := newTestCache(t, agedTickets(), wholeQueue(14), atNoon(), embedded)
			pull(t, c.Cache, november(19, 20))
			c.calls()
			c.read(t, november(19, 20), 3500*time.Millisecond)
			if calls := c.calls(); len(calls) != reads || c.Queue().IsWhole() != isEmbedded {
				t.Errorf("embedded %v: %q", isEmbedded, calls)
			}
		})
	}
}
