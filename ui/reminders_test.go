package ui_test

import (
	"strings"
	"testing"
	"time"

	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// minutes returns the moment so many minutes after the start of a test.
func minutes(n int) int64 { return uitest.Now.Add(time.Duration(n) * time.Minute).Unix() }

// newCallbackDesk returns a desk on which Asha promised calls at 14:12 and yesterday, and Ben one at 14:04; the SLA of
// another ticket ends at 14:05.
func newCallbackDesk() *store.Dataset {
	calls := func(minute int, assignee string) func(*store.Ticket) {
		return func(t *store.Ticket) { t.NextFollowUp, t.Callback, t.AssignedName = minutes(minute), true, assignee }
	}
	return newDesk(
		newTicket("713516550001", "Asha calls", 1, calls(10, "ASHA RAO")), newTicket("713516550002", "Ben calls", 2, calls(2, "Ben Okri")),
		newTicket("713516550003", "Asha is late", 30, calls(-24*60, "Asha Rao")),
		newTicket("713516550004", "An SLA ends", 4, func(t *store.Ticket) { t.Due = minutes(3) }),
	)
}

func TestClock_RunsWhileTheScreenIsIdle(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCallbackDesk(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		calls := s.Net.Calls("")
		s.RequireRow("!3m", "An SLA ends")
		s.Advance(time.Minute)
		s.RequireRow("!2m", "An SLA ends")
		s.Advance(2 * time.Minute)
		s.RequireRow("!now", "An SLA ends")
		s.Advance(time.Minute)
		s.RequireRow("−1m", "An SLA ends")
		s.RequireRow("−1d ☎", "Asha is late")
		s.RequireText("☎ Call back today 14:12, in 6m") // of the ticket beside the list
		if s.Net.Calls("") != calls {
			t.Error("the clock asked the service")
		}
	})
}

func TestReminders_RingOnceForTheAgentsCallbacks(t *testing.T) {
	o := uitest.Options{Desk: newCallbackDesk(), Refresh: time.Minute, Notifications: "both"}
	uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
		alerts := func(n int, text string) {
			t.Helper()
			all := s.Alerts()
			if len(all) != n || n > 0 && all[n-1].Text != text {
				t.Fatalf("rang %d times instead of %d: %+v", len(all), n, all)
			}
		}
		s.Advance(4 * time.Minute) // Ben's call is his; Asha's of yesterday was due before the console began
		alerts(0, "")
		s.RequireText("Callbacks 3 (2 due)")
		if title := s.Title(); title != "1 due · frontdesk · acme" {
			t.Errorf("the window is called %q", title)
		}
		s.Advance(time.Minute)
		alerts(1, "call back at 14:12: Asha calls")
		s.RequireText("☎ call back at 14:12: Asha calls")
		s.Advance(4 * time.Minute)
		s.Press("r")
		alerts(1, "call back at 14:12: Asha calls")
		s.Advance(time.Minute)
		alerts(2, "call back: Asha calls")
		if a := s.Alerts()[1]; a.Title != "frontdesk · acme" || !a.OSC9 || !a.OSC777 {
			t.Errorf("the desktop is told %+v", a)
		}
		if title := s.Title(); !strings.HasPrefix(title, "2 due ") {
			t.Errorf("the window is called %q", title)
		}
		s.Advance(10 * time.Minute)
		s.Press("r")
		alerts(2, "call back: Asha calls")
	})
}

func TestReminders_AreOfAllTicketsWithoutAnAgent(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCallbackDesk(), Refresh: -1, NoAgent: true}, func(t *testing.T, s *uitest.Driver) {
		s.Advance(2 * time.Minute)
		if all := s.Alerts(); len(all) != 1 || all[0].Text != "call back: Ben calls" || all[0].OSC9 || all[0].OSC777 {
			t.Errorf("rang %+v", all)
		}
	})
}

func TestCallBack_TomorrowIsThreeKeys(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCallbackDesk(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		s.Press("3", "g") // Callbacks, the one that is late on top
		s.RequireRow("▌  −1d ☎ −Thu 14:02", "Asha is late")
		s.Press("b")
		s.RequireText("1 in 30 minutes Fri 20 Nov 14:32", "2 in 1 hour Fri 20 Nov 15:02", "3 tomorrow 10:00 Sat 21 Nov 10:00", "4 Monday 10:00 Mon 23 Nov 10:00")
		s.Press("3", "ctrl+s")
		s.RequireText("Callbacks 3")
		s.RequireNoText("due)")
		if got := s.Ticket("713516550003").Callback.In(uitest.Zone).Format(time.DateTime); got != "2026-11-21 10:00:00" {
			t.Errorf("the service holds %s", got)
		}
		for typed, want := range map[string]string{"18:30": "2026-11-20 18:30:00", "2026-12-24 18:30": "2026-12-24 18:30:00", "mon 9:00": "2026-11-23 09:00:00"} {
			s.Press("b")
			s.Type(typed)
			s.Press("ctrl+s")
			if got := s.Ticket("713516550003").Callback.In(uitest.Zone).Format(time.DateTime); got != want {
				t.Errorf("%s: the service holds %s", typed, got)
			}
		}
	})
}

func TestReminders_SnoozeIsQuietHereAndChangesNothing(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCallbackDesk(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		s.Press("3", "g")
		calls, before := s.Net.Calls(""), s.Ticket("713516550003").Callback
		s.Press("b")
		s.RequireText("6 snooze for 15m, here only; the ticket is unchanged")
		s.Press("6")
		s.RequireText("snoozed here until 14:17; the ticket keeps its callback, nothing was sent")
		s.RequireRow("▌  −1d ☎z", "Asha is late")
		if s.Title() != "frontdesk · acme" || s.Net.Calls("") != calls || s.Ticket("713516550003").Callback != before {
			t.Errorf("the window is called %q after %d calls", s.Title(), s.Net.Calls("")-calls)
		}
		s.Press("b")
		s.RequireText("snoozed here until 14:17")
		s.Press("esc")
		s.Advance(14 * time.Minute)
		if got := s.Title(); got != "1 due · frontdesk · acme" || len(s.Alerts()) != 2 { // Asha's other call
			t.Errorf("the window is called %q after %d reminders", got, len(s.Alerts()))
		}
		s.Advance(time.Minute)
		s.RequireNoText("☎z")
		if got := s.Title(); got != "2 due · frontdesk · acme" || len(s.Alerts()) != 3 || s.Alerts()[2].Text != "call back: Asha is late" {
			t.Errorf("after the snooze the window is called %q: %+v", got, s.Alerts())
		}
	})
}

// TestCallBack_OnASundayOffersTuesday: Monday 10:00 is tomorrow 10:00 then.
func TestCallBack_OnASundayOffersTuesday(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("b")
		s.RequireText("3 tomorrow 10:00 Sat 21 Nov 10:00", "4 Monday 10:00 Mon 23 Nov 10:00")
		s.Press("esc")
		s.Advance(48 * time.Hour)
		s.Press("b")
		s.RequireText("3 tomorrow 10:00 Mon 23 Nov 10:00", "4 Tuesday 10:00 Tue 24 Nov 10:00", "5 other time")
		s.RequireNoText("Monday 10:00")
	})
}

// TestHeader_CallbacksAreOfAnyDay: the view of the promised calls lists tickets of days that the inbox does not show.
func TestHeader_CallbacksAreOfAnyDay(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Width: 120, Height: 36}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireRow("frontdesk", "14–20 Nov")
		s.Press("3")
		s.RequireRow("frontdesk", "14–20 Nov and older known")
		s.Press("1")
		s.RequireRow("frontdesk", "14–20 Nov")
	})
}
