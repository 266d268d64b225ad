package ui_test

import (
	"testing"
	"time"

	"frontdesk/internal/stats"
	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// TestAtRisk_TabBoardAndFilterCountTheSame has tickets that are late by the clock, by a promised call or by the word of
// the service, and a minute that makes one more of them late.
func TestAtRisk_TabBoardAndFilterCountTheSame(t *testing.T) {
	within := func(d time.Duration) int64 { return uitest.Now.Add(d).Unix() }
	goods := newDesk(
		newTicket("900", "SLA ended 2 h ago", 9, func(t *store.Ticket) { t.Due = within(-2 * time.Hour) }),
		newTicket("901", "SLA ends in 30 min", 9, func(t *store.Ticket) { t.Due = within(30 * time.Minute) }),
		newTicket("902", "Call 2 h ago", 9, func(t *store.Ticket) { t.Callback, t.NextFollowUp = true, within(-2*time.Hour) }),
		newTicket("903", "SLA ended 3 days ago", 90, func(t *store.Ticket) { t.Due = within(-72 * time.Hour) }),
		newTicket("904", "Said to be out of SLA", 9, func(t *store.Ticket) { t.SLAStatus = "Out of SLA" }),
		newTicket("905", "SLA ended 2 h ago, said to be within", 9, func(t *store.Ticket) { t.SLAStatus, t.Due = "Within SLA", within(-2*time.Hour) }),
		newTicket("906", "SLA ends tomorrow", 9, func(t *store.Ticket) { t.Due = within(24 * time.Hour) }),
		newTicket("907", "SLA is paused", 9, func(t *store.Ticket) { t.SLAStatus, t.Due = "Paused", within(-2*time.Hour) }),
		newTicket("908", "SLA ends in 61 min", 9, func(t *store.Ticket) { t.Due = within(61 * time.Minute) }),
		newTicket("909", "Done, and was late", 9, isClosed, func(t *store.Ticket) { t.SLAStatus = "Out of SLA" }),
	)
	uitest.Run(t, uitest.Options{Desk: goods, AsInstalled: true}, func(t *testing.T, s *uitest.Driver) {
		check := func(want int, tab string) {
			t.Helper()
			s.RequireText(tab)
			bars := figuresOf(t, s, stats.Request{Days: lastWeek}).Chart(stats.Summary).Bars
			if got := bars[3].Count + bars[4].Count; got != want {
				t.Errorf("the board counts %d %s and %d %s instead of %d", bars[3].Count, bars[3].Label, bars[4].Count, bars[4].Label, want)
			}
			s.Press("4")
			if got := listedTickets(s); got != want {
				t.Errorf("the view lists %d tickets instead of %d", got, want)
			}
			s.Press("6", "/")
			s.Type("is:late,risk")
			s.Press("enter")
			if got := listedTickets(s); got != want {
				t.Errorf("the filter finds %d tickets instead of %d", got, want)
			}
			s.Press("esc", "1")
		}
		check(6, "At risk 6")
		s.Advance(time.Minute)
		check(7, "At risk 7")
	})
}
