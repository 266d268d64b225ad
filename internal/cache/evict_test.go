package cache_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// ticketsOfAYear returns a ticket a day for most of a year, and the first day.
func ticketsOfAYear() ([]row, desk.Date) {
	first := desk.Date{Year: 2026, Month: 1, Day: 1}
	var all []row
	for n := range int64(300) {
		t := ticket(n+1, 1)
		t.Created = time.Date(2026, 1, 1, 9, 0, 0, 0, time.UTC).AddDate(0, 0, int(n)).Unix()
		t.AssignedName = fmt.Sprintf("Agent %d", n) // a value of its own
		all = append(all, t)
	}
	return all, first
}

func daysFrom(first desk.Date, skip, days int) desk.DateRange {
	return desk.DateRange{From: first.Add(skip), To: first.Add(skip + days - 1)}
}

// TestHost_RemembersABoundedNumberOfTickets: agents look at one week after the other for days, and the cache holds no
// more than they have looked at lately.
func TestHost_RemembersABoundedNumberOfTickets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rows, first := ticketsOfAYear()
		d := newTestCache(t, rows, withTestClock)
		console := d.Subscribe()
		defer console.Close()
		for week := range 40 {
			days := daysFrom(first, 7*week, 7)
			console.ShowDays(days)
			if _, err := d.Refresh(t.Context(), days, minute); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if n := list(t, d.Cache, cache.Query{Span: days}).Len(); n != 7 {
				t.Fatalf("week %d shows %d tickets of 7", week, n)
			}
			if size := cache.SizeOf(d.Cache); size.Rows > 6*7 || size.Index != size.Rows || size.Days > 6*7 ||
				size.Values > 6*7+50 {
				t.Fatalf("in week %d the cache holds %+v", week, size)
			}
			<-time.After(time.Hour)
		}
	})
}

// TestHost_AnIdleDayIsPulledAgainWhenItIsLookedAt, and what others look at stays as it is without being asked for.
func TestHost_AnIdleDayIsPulledAgainWhenItIsLookedAt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rows, first := ticketsOfAYear()
		d := newTestCache(t, rows, withTestClock)
		lazy := cache.SameAge(1000 * time.Hour)
		look := func(s *cache.Subscription, days desk.DateRange) {
			t.Helper()
			s.ShowDays(days)
			if _, err := d.Refresh(t.Context(), days, lazy); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if n := list(t, d.Cache, cache.Query{Span: days}).Len(); n != 2 {
				t.Fatalf("%v shows %d tickets of 2", days, n)
			}
		}
		stays, goes := d.Subscribe(), d.Subscribe()
		defer stays.Close()
		look(stays, daysFrom(first, 0, 2))
		look(goes, daysFrom(first, 10, 2))
		_ = d.calls()
		for hour := range 8 {
			<-time.After(time.Hour)
			look(goes, daysFrom(first, 20+2*hour, 2))
		}
		goes.Close()
		_ = d.calls()
		look(stays, daysFrom(first, 0, 2))
		equalLists(t, "calls for the days that are looked at", d.calls(), nil)
		if p := d.Progress(daysFrom(first, 10, 2)); p.Days[0].State != cache.Pending || p.Days[0].Received != 0 {
			t.Errorf("an idle day stands at %+v", p.Days[0])
		}
		look(stays, daysFrom(first, 10, 2))
		if n := len(d.calls()); n != 2 {
			t.Errorf("%d calls for 2 days that were forgotten", n)
		}
	})
}

// TestHost_WhatIsLookedAtOrWorkedOnIsNeverForgotten, even with more tickets than there is room for.
func TestHost_WhatIsLookedAtOrWorkedOnIsNeverForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rows, first := ticketsOfAYear()
		withCallback(&rows[3])
		d := newTestCache(t, rows, withTestClock)
		cache.Bound(d.Cache, 10, 10)
		console := d.Subscribe()
		defer console.Close()
		pull(t, d.Cache, daysFrom(first, 0, 8))
		before := d.Snapshot()
		old := list(t, d.Cache, cache.Query{Span: daysFrom(first, 0, 8)})
		d.Watch(ticketIDs(1)...)
		console.ShowTicket(ticketIDs(3)[0])
		console.ShowDays(daysFrom(first, 6, 2))
		for range 3 {
			<-time.After(5 * time.Hour)
			pull(t, d.Cache, daysFrom(first, 50, 20))
			synctest.Wait()
		}
		now := d.Snapshot()
		for n, want := range map[int64]bool{1: true, 2: false, 3: true, 4: true, 5: false, 6: false, 7: true, 8: true, 60: false} {
			got, known := now.Ticket(ticketIDs(n)[0])
			if known != want || known && (got.ID != ticketIDs(n)[0] || got.Assignee.String() != fmt.Sprintf("Agent %d", n-1)) {
				t.Errorf("ticket %d: %v, %+v", n, known, got)
			}
			if n < 9 {
				if same, known := before.Ticket(ticketIDs(n)[0]); !known || same.ID != ticketIDs(n)[0] || old.Len() != 8 {
					t.Errorf("a snapshot that was taken lost ticket %d", n)
				}
			}
		}
		equalLists(t, "tickets", numbers(list(t, d.Cache, cache.Query{Span: daysFrom(first, 6, 2)})), []int64{7, 8})
	})
}

func TestHost_RemembersABoundedNumberOfCustomers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, nil, withTestClock)
		cache.Bound(d.Cache, 100, 100)
		console := d.Subscribe()
		defer console.Close()
		console.ShowCustomer(1)
		for n := range int64(1_000) {
			cache.LearnCustomers(d.Cache, []desk.Customer{{ID: n + 1, Name: safetext.LineFromText(fmt.Sprint("Customer ", n+1))}})
			if n%50 == 0 {
				<-time.After(11 * time.Minute)
				pull(t, d.Cache, november(20, 20))
				synctest.Wait()
				if size := cache.SizeOf(d.Cache); size.Customers > 160 {
					t.Fatalf("%d customers are remembered", size.Customers)
				}
			}
		}
		for id, want := range map[int64]bool{1: true, 2: false, 500: false, 1_000: true} {
			if c, known := d.CachedCustomer(id); known != want || known && c.ID != id {
				t.Errorf("customer %d: %v, %+v", id, known, c)
			}
		}
	})
}

// TestCommand_ThatPullsMoreThanAHostKeepsLosesNothing: the cache of a single command has no subscription.
func TestCommand_ThatPullsMoreThanAHostKeepsLosesNothing(t *testing.T) {
	rows, first := ticketsOfAYear()
	d := newTestCache(t, rows)
	cache.Bound(d.Cache, 10, 10)
	pull(t, d.Cache, daysFrom(first, 0, 100))
	pull(t, d.Cache, daysFrom(first, 100, 100))
	if n := d.Snapshot().Len(); n != 200 {
		t.Errorf("%d tickets of 200", n)
	}
}

func BenchmarkEvict100000(b *testing.B) {
	known := fullCache(many)
	console := known.Subscribe()
	defer console.Close()
	console.ShowDays(month)
	b.Run("nothing to evict", func(b *testing.B) {
		for b.Loop() {
			cache.FindIdle(known, noon)
		}
	})
	b.Run("half", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			half := fullCache(many)
			b.StartTimer()
			cache.Rebuild(half)
		}
	})
}
