package cache_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
)

// days returns the pulls of some days of November.
func days(numbers ...int) []string {
	var all []string
	for _, n := range numbers {
		all = append(all, fmt.Sprintf("pull-ticket 2026-11-%02d", n))
	}
	return all
}

func equalLists[T comparable](t testing.TB, what string, got, want []T) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %v, not %v", what, got, want)
	}
}

// dayStates returns the states of a range of days, newest first.
func dayStates(c *cache.Cache, s desk.DateRange) []cache.DayState {
	var all []cache.DayState
	for _, d := range c.Progress(s).Days {
		all = append(all, d.State)
	}
	return all
}

func TestARangeIsPulledDayByDayNewestFirstAndEightAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, []row{ticket(1, 1), ticket(2, 20)})
		held := d.holdCalls()
		ended := make(chan error, 1)
		go func() { ended <- d.Pull(t.Context(), november(1, 20)) }()
		synctest.Wait()
		calls := held.arrived()
		slices.Sort(calls)
		equalLists(t, "first calls", calls, days(13, 14, 15, 16, 17, 18, 19, 20))
		for i, next := 0, days(20, 13, 17, 18, 19, 16, 15, 14, 12, 11, 10, 9); i < len(next); i++ {
			held.release(next[i])
			synctest.Wait()
			equalLists(t, "after "+next[i], held.arrived(), days(12-i))
		}
		for _, day := range days(8, 7, 6, 5, 4, 3, 2, 1) {
			held.release(day)
		}
		if err := <-ended; err != nil {
			t.Error(err)
		}
		equalLists(t, "tickets", numbers(list(t, d.Cache, cache.Query{Span: november(1, 20)})), []int64{1, 2})
	})
}

func TestTwoRangesTogetherAskForEightDaysAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, nil)
		held := d.holdCalls()
		ctx, stop := context.WithCancel(t.Context())
		for _, s := range []desk.DateRange{november(1, 10), november(5, 25)} {
			go func() { _ = d.Pull(ctx, s) }()
			synctest.Wait()
		}
		if calls := held.arrived(); len(calls) != 8 {
			t.Errorf("%d calls at a time: %v", len(calls), calls)
		}
		stop()
		synctest.Wait()
		if p := d.Progress(november(1, 25)); p.Busy {
			t.Errorf("after everybody left: %v", p)
		}
	})
}

func TestDaysThatSomebodyElseIsPullingAreNotAskedForTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, []row{ticket(1, 19), ticket(2, 20)})
		held := d.holdCalls()
		ended := make(chan error, 2)
		go func() { ended <- d.Pull(t.Context(), november(18, 20)) }()
		go func() { ended <- d.Pull(t.Context(), november(19, 20)) }()
		synctest.Wait()
		calls := held.arrived()
		slices.Sort(calls)
		equalLists(t, "calls", calls, days(18, 19, 20))
		for _, call := range calls {
			held.release(call)
		}
		if err := errors.Join(<-ended, <-ended); err != nil {
			t.Error(err)
		}
		d.intercept(nil)
		pull(t, d.Cache, november(20, 20))
		equalLists(t, "calls of a later pull", d.calls()[3:], days(20))
	})
}

func TestWhoeverLeavesEndsOnlyWhatNobodyElseWaitsFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, []row{ticket(1, 19), ticket(2, 20)})
		held := d.holdCalls()
		leaving, leave := context.WithCancel(t.Context())
		left, stayed := make(chan error, 1), make(chan error, 1)
		go func() { left <- d.Pull(leaving, november(18, 20)) }()
		synctest.Wait()
		go func() { stayed <- d.Pull(t.Context(), november(19, 20)) }()
		synctest.Wait()
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("the canceled pull returned %v", err)
		}
		synctest.Wait()
		equalLists(t, "states", dayStates(d.Cache, november(18, 20)), []cache.DayState{cache.Running, cache.Running, cache.Pending})
		if d.Progress(november(18, 18)).Busy {
			t.Error("a day that nobody waits for is still on its way")
		}
		held.release("pull-ticket 2026-11-19")
		held.release("pull-ticket 2026-11-20")
		if err := <-stayed; err != nil {
			t.Error(err)
		}
		equalLists(t, "states", dayStates(d.Cache, november(18, 20)), []cache.DayState{cache.Complete, cache.Complete, cache.Pending})
	})
}

func TestAPullThatIsGivenUpLeavesWhatWasKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, []row{ticket(1, 20)})
		pull(t, d.Cache, november(20, 20))
		before := d.Progress(november(20, 20))
		d.holdCalls()
		ctx, leave := context.WithTimeout(t.Context(), time.Second)
		defer leave()
		if err := d.Pull(ctx, november(20, 20)); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		synctest.Wait()
		equalLists(t, "progress", d.Progress(november(20, 20)).Days, before.Days)
		equalLists(t, "tickets", numbers(list(t, d.Cache, cache.Query{Span: november(20, 20)})), []int64{1})
	})
}

func TestRowsAreThereWhileTheirDayStillArrives(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, nil)
		read, write := io.Pipe()
		d.intercept(func(context.Context, string) (*reply, error) {
			return &reply{code: 200, body: read}, nil
		})
		ended := make(chan error, 1)
		go func() { ended <- d.Pull(t.Context(), november(20, 20)) }()
		var rows []string
		for i := range 70 {
			rows = append(rows, fmt.Sprintf(`{"ticketId":%q,"taskId":%d,"date":"20-11-2026 09:00"}`, id(int64(i+1)), i+1))
		}
		_, _ = io.WriteString(write, `{"totalCount":71,"message":[`+strings.Join(rows, ",")+",")
		synctest.Wait()
		if n := list(t, d.Cache, cache.Query{Span: november(20, 20)}).Len(); n != 64 {
			t.Errorf("%d rows are listed of 70 that came", n)
		}
		if got := d.Progress(november(20, 20)).Days[0]; got.State != cache.Running || got.Received != 64 {
			t.Errorf("the day stands at %+v", got)
		}
		_, _ = io.WriteString(write, `{"ticketId":"`+id(99)+`","date":"20-11-2026 09:00"}],"status":"success"}`)
		_ = write.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if got := d.Progress(november(20, 20)).Days[0]; got != (cache.DayStatus{Day: got.Day, State: cache.Complete, Received: 71, Total: 71, At: noon}) {
			t.Errorf("the day stands at %+v", got)
		}
	})
}

func TestADayThatIsPulledAgainDoesNotShowLessMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, manyTickets(100))
		pull(t, d.Cache, november(20, 20))
		read, write := io.Pipe()
		d.intercept(func(context.Context, string) (*reply, error) { return &reply{code: 200, body: read}, nil })
		ended := make(chan error, 1)
		go func() { ended <- d.Pull(t.Context(), november(20, 20)) }()
		var rows []string
		for n := range int64(70) {
			rows = append(rows, fmt.Sprintf(`{"ticketId":%q,"taskId":%d,"date":"20-11-2026 09:00"}`, id(n+1), n+1))
		}
		_, _ = io.WriteString(write, `{"totalCount":70,"message":[`+strings.Join(rows, ","))
		synctest.Wait()
		if got := d.Progress(november(20, 20)).Days[0]; got.State != cache.Running || got.Received != 100 {
			t.Errorf("the day stands at %+v", got)
		}
		_, _ = io.WriteString(write, `],"status":"success"}`)
		_ = write.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if got := d.Progress(november(20, 20)).Days[0]; got.Received != 70 {
			t.Errorf("the day stands at %+v", got)
		}
	})
}

func TestARangeThatCannotBeMeantIsRefusedWithoutAsking(t *testing.T) {
	d := newTestCache(t, nil)
	for s, why := range map[desk.DateRange]string{
		november(20, 19): "the span ends on 2026-11-19, before it begins on 2026-11-20",
		{From: desk.Date{Year: 206, Month: 11, Day: 1}, To: desk.Date{Year: 2026, Month: 11, Day: 1}}: "pull at most 400",
	} {
		if err := d.Pull(t.Context(), s); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%v: %v", s, err)
		}
	}
	if sent := d.calls(); len(sent) > 0 {
		t.Errorf("asked for %v", sent)
	}
}

func TestDaysAreThoseOfTheAccountsZone(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	long := desk.Date{Year: 2026, Month: 10, Day: 25} // of 25 hours
	at := func(day, hour int) int64 { return time.Date(2026, 10, day, hour, 30, 0, 0, berlin).Unix() }
	tickets := []row{ticket(1, 1), ticket(2, 1), ticket(3, 1), ticket(4, 1)}
	for i, created := range []int64{at(24, 23), at(25, 0), at(25, 23), at(26, 0)} {
		tickets[i].Created = created
	}
	d := newTestCache(t, tickets, func(c *cache.Config) { c.Zone = berlin })
	pull(t, d.Cache, desk.DateRange{From: long.Add(-1), To: long.Add(1)})
	equalLists(t, "tickets of the long day", numbers(list(t, d.Cache, cache.Query{Span: desk.DateRange{From: long, To: long}})), []int64{2, 3})
	if known := d.Progress(desk.DateRange{From: long, To: long}).Days[0].Received; known != 2 {
		t.Errorf("%d tickets came with the long day", known)
	}
}
