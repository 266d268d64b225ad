package ui_test

import (
	"reflect"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/stats"
	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// TestBoard_FiguresHoldUntilTheySaySo computes the figures of each minute of more than a day. They may change only when
// the ones before said that they would.
func TestBoard_FiguresHoldUntilTheySaySo(t *testing.T) {
	at := func(m int) int64 { return uitest.Now.Add(time.Duration(m) * time.Minute).Unix() }
	d := newDesk(
		newTicket("1001", "Due soon", 3, func(t *store.Ticket) { t.Due = at(100) + 30 }),
		newTicket("1002", "Call", 1, func(t *store.Ticket) { t.NextFollowUp = at(28) }),
		newTicket("1003", "Call tomorrow", 20, func(t *store.Ticket) { t.NextFollowUp = at(60*24 + 7) }),
		newTicket("1004", "Old", 71), newTicket("1005", "Older", 24*7+2), newTicket("1006", "The same day", 24*7-3),
		newTicket("1007", "Closed", 30, func(t *store.Ticket) { t.SubStatus = "CL" }),
	)
	uitest.Run(t, uitest.Options{Desk: d, Refresh: -1, Days: 14}, func(t *testing.T, s *uitest.Driver) {
		s.Press("B")
		today := desk.DateOf(uitest.Now)
		days := desk.DateRange{From: today.Add(-6), To: today}
		var before *stats.Figures
		closed := 0
		changes := 0
		for m := range 26 * 60 {
			now := uitest.Now.Add(time.Duration(m) * time.Minute)
			f, err := stats.Of(t.Context(), s.Backend().Cache, stats.Request{Days: days, Now: now})
			if err != nil {
				t.Fatal(err)
			}
			if m == 0 {
				for _, bar := range f.Chart(stats.CreatedPerDay).Bars {
					closed += bar.Part
				}
			}
			if before != nil && (!reflect.DeepEqual(f.Charts, before.Charts) || f.Created.Before != before.Created.Before) {
				changes++
				if now.Before(before.Until) {
					t.Errorf("changed at %s, but held until %s", now, before.Until)
				}
			}
			if before == nil || !now.Before(before.Until) {
				before = f
			}
		}
		if closed != 1 {
			t.Errorf("%d of the tickets of all days are closed", closed)
		}
		if !before.Created.IsKnown || changes < 8 || changes > 30 {
			t.Errorf("%d changes were seen, the days before are known: %t", changes, before.Created.IsKnown)
		}
	})
}

func TestBoard_IsNotCountedAgainWhileNothingCanChange(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		messages := func() int {
			before := s.Messages()
			s.Advance(10 * time.Minute)
			return s.Messages() - before
		}
		beside := messages()
		s.Press("B")
		if shown := messages(); shown > beside {
			t.Errorf("%d messages in ten minutes while the board is shown, %d otherwise", shown, beside)
		}
	})
}
