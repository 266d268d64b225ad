package backend_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
)

func TestTicketList_SlowListIsUpdatedLessOften(t *testing.T) {
	c := newTestBackend(t, t.TempDir(), nil)
	var rested []time.Duration
	c.Sleep = func(_ context.Context, d time.Duration) bool {
		rested = append(rested, d)
		return true
	}
	day := desk.Date{Year: 2026, Month: time.November, Day: 20}
	span := desk.DateRange{From: day, To: day}
	for _, step := range []struct{ takes, later time.Duration }{
		{0, 0}, {time.Millisecond, 0}, {10 * time.Millisecond, 50 * time.Millisecond}, {time.Second, 0}, {time.Second, time.Minute},
	} {
		now := time.Now()
		c.Config.Now = func() time.Time {
			now = now.Add(step.takes)
			return now
		}
		if _, listed := c.ListTickets(backend.Query{Span: span}, 0, nil)().(backend.TicketsListedMsg); !listed {
			t.Fatal("nothing was listed")
		}
		c.Config.Now = func() time.Time { return now.Add(step.later) }
		_ = c.Cache.Pull(t.Context(), span) // that it failed is news
		if _, changed := c.WatchStore()().(backend.StoreChangedMsg); !changed {
			t.Fatal("the console heard of nothing")
		}
	}
	want := []time.Duration{
		30 * time.Millisecond, 30 * time.Millisecond, 150 * time.Millisecond, 500 * time.Millisecond,
		10 * time.Millisecond, // nothing was listed for long: the change is shown soon
	}
	if !slices.Equal(rested, want) {
		t.Errorf("changes were collected for %v, want %v", rested, want)
	}
}
