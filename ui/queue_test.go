package ui_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/stats"
	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

var tabCounts = regexp.MustCompile(`(Next|Mine|Callbacks|At risk|Unattended) \d+`)

// TestQueue_AFreshStartOnTheSampleListsEveryOpenTicket of its fourteen days, though the inbox shows seven.
func TestQueue_AFreshStartOnTheSampleListsEveryOpenTicket(t *testing.T) {
	t.Parallel()
	var want []string
	options := uitest.Options{AsInstalled: true, Days: 14, Width: 180, Height: 36}
	uitest.Run(t, options, func(t *testing.T, s *uitest.Driver) {
		if want = tabCounts.FindAllString(s.Text(), -1); len(want) != 5 {
			t.Fatalf("%q", want)
		}
	})
	options.Days, options.OpenSince = 0, 90
	uitest.Run(t, options, func(t *testing.T, s *uitest.Driver) {
		s.RequireRow("Next", "· before 14 Nov not read yet")
		s.Advance(5 * time.Minute)
		s.RequireNoText("not read yet")
		s.RequireRow("frontdesk", "since 23 Aug")
		s.RequireText(want...)
		s.Press("0")
		s.RequireText("Open tickets: all since 23 Aug", "is reopened on an older day")
		s.Press("esc", "6")
		s.RequireRow("frontdesk", "14–20 Nov")
	})
}

// newOldDesk returns a desk with one open ticket of each of the last twenty days.
func newOldDesk() *store.Dataset {
	var all []store.Ticket
	for day := range 20 {
		id := fmt.Sprintf("7135160%05d", day)
		all = append(all, newTicket(id, "Opened on an earlier day", 24*day, func(t *store.Ticket) { t.Priority = "Low" }))
	}
	return newDesk(all...)
}

// refusesBefore refuses the tickets of days before one.
func refusesBefore(first string) uitest.Interceptor {
	return func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
		_, day, isPull := strings.Cut(uitest.RequestBody(r), `"start_date":"`)
		if isPull && day < first {
			return uitest.Response(r, http.StatusForbidden, `{"status":"failed","message":"too old"}`), nil
		}
		return pass()
	}
}

func TestQueue_SaysThatTheServiceRefusesOlderDays(t *testing.T) {
	t.Parallel()
	options := uitest.Options{AsInstalled: true, Desk: newOldDesk(), OpenSince: 20, Width: 120, Height: 36}
	options.Intercept = refusesBefore("2026-11-12")
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Advance(5 * time.Minute)
		s.RequireRow("Next", "· before 12 Nov refused by the service")
		s.RequireRow("frontdesk", "since 12 Nov")
		s.RequireRow("1 of 9", "older days: too old")
	})
}

// TestQueue_TheTicketThatIsReadKeepsTheCursor though older, more urgent tickets come above it: a comment must not go to
// another one than the one that was read. Nobody can read what the welcome covers.
func TestQueue_TheTicketThatIsReadKeepsTheCursor(t *testing.T) {
	t.Parallel()
	options := uitest.Options{AsInstalled: true, Desk: newDeskDueFor(1, 8, 12), OpenSince: 20, Width: 120, Height: 36}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("1 of 1")
		s.Advance(time.Minute)
		s.RequireText("3 of 3")
		s.Press("c")
		s.RequireRow("Update", "Due for 1 days")
	})
	options.Welcome = true
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("Welcome")
		s.Advance(time.Minute)
		s.Press("esc")
		s.RequireText("1 of 3")
		s.Press("c")
		s.RequireRow("Update", "Due for 12 days")
	})
}

func TestQueue_SaysInANarrowWindowWhatIsNotRead(t *testing.T) {
	t.Parallel()
	options := uitest.Options{AsInstalled: true, Desk: newOldDesk(), OpenSince: 20, Width: 50, Height: 24}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("before 14 Nov not read yet")
		s.Advance(time.Minute)
		s.RequireNoText("not read yet")
	})
}

func TestQueue_KeepsTheShownDaysOfOtherViewsUnlessTheySayAnyDay(t *testing.T) {
	t.Parallel()
	views := []desk.View{{Name: "Ours", Filter: "queue:=HW"}, {Name: "Ours of old", Filter: "queue:=HW any:day"}}
	options := uitest.Options{AsInstalled: true, Desk: newOldDesk(), OpenSince: 20, Views: views, Width: 160, Height: 36}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Advance(time.Minute)
		s.RequireText("Ours 7", "Ours of old 20")
		s.Press("1", "/")
		s.Type("prio:low")
		s.Press("ctrl+s")
		s.RequireText("is:open any:day prio:low")
		s.Type("Low of old")
		s.Press("enter")
		s.RequireText("Low of old 20")
	})
}

// newDeskDueFor returns a desk with one ticket for each number of days since which it is due.
func newDeskDueFor(days ...int) *store.Dataset {
	var all []store.Ticket
	for _, n := range days {
		all = append(all, newTicket(fmt.Sprintf("7135160000%02d", n), fmt.Sprintf("Due for %d days", n), 24*n, func(t *store.Ticket) {
			t.NextFollowUp = uitest.Now.AddDate(0, 0, -n).Unix()
		}))
	}
	return newDesk(all...)
}

func TestQueue_SortsOlderTicketsInUntilTheAgentBegins(t *testing.T) {
	t.Parallel()
	options := uitest.Options{AsInstalled: true, Desk: newDeskDueFor(1, 8, 12), OpenSince: 20, Width: 120, Height: 36}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Advance(time.Minute)
		s.RequireText("3 of 3")
		s.RequireNoText("new at the end")
	})
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter")
		s.Advance(time.Minute)
		s.Press("esc")
		s.RequireText("2 new at the end, r sorts")
	})
}

func TestQueue_BoardCountsTheSameTicketsAsTheViews(t *testing.T) {
	t.Parallel()
	options := uitest.Options{AsInstalled: true, Desk: newOldDesk(), OpenSince: 20, Width: 160, Height: 36}
	uitest.Run(t, options, func(t *testing.T, s *uitest.Driver) {
		s.Press("B")
		s.RequireText("open tickets before 14 Nov not read yet")
		s.Press("esc")
		s.Advance(time.Minute)
		s.RequireText("Next 20")
		s.Press("B")
		s.RequireText("open tickets since 1 Nov", "20 tickets", "Open by age since 1 Nov", "Created per day 14–20 Nov")
		s.RequireNoText("Tickets 14–20 Nov", "Open by queue 14–20 Nov", "Callbacks 14–20 Nov")
		s.Resize(80, 24)
		s.RequireText("14–20 Nov · open tickets since 1 Nov · 20 tickets") // not cut off
		s.Resize(160, 36)
		s.Press("esc")
		f := requireListed(t, s, stats.Request{Days: lastWeek, Now: s.Backend().Now()})
		for _, bar := range f.Chart(stats.Summary).Bars {
			if want := map[string]int{"created": 7, "open": 20}[bar.Label]; bar.Count != want {
				t.Errorf("%s: %d, want %d", bar.Label, bar.Count, want)
			}
		}
	})
}

func TestQueue_HandoverNamesTheDaysThatAreNotRead(t *testing.T) {
	t.Parallel()
	options := uitest.Options{AsInstalled: true, Desk: newOldDesk(), OpenSince: 20, Width: 120, Height: 36}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Press("H")
		s.RequireText("Open tickets of other days: before 14 Nov not read yet.")
		s.Press("esc")
		s.Advance(time.Minute)
		s.Press("H")
		s.RequireText("those of the tickets opened since 1 Nov")
		s.RequireNoText("not read yet")
	})
}

func TestQueue_TheEndOfAViewIsNotTheEndWhileOlderDaysAreMissing(t *testing.T) {
	t.Parallel()
	options := uitest.Options{
		AsInstalled: true, OpenSince: 20, AfterSave: "next", Width: 120, Height: 36,
		Desk: newDesk(newTicket("713516000001", "The only one", 2)), Intercept: refusesBefore("2026-11-14"),
	}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Advance(time.Minute)
		s.Press("c")
		s.Type("Answered")
		s.Press("ctrl+s")
		s.RequireText("the end of Next: 1 about to be sent · before 14 Nov refused by the service")
		s.RequireNoText("No other view has open work")
	})
}

func TestQueue_EachAccountHasItsOwn(t *testing.T) {
	t.Parallel()
	globex := uitest.Options{Account: "globex", Desk: newOldDesk(), OpenSince: 12, AsInstalled: true}
	options := uitest.Options{
		AsInstalled: true, Desk: newOldDesk(), OpenSince: 20, Width: 120, Height: 36, Others: []uitest.Options{globex},
	}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Advance(time.Minute)
		s.RequireText("Next 20", "since 1 Nov")
		goTo(s, "2")
		s.RequireText("Next 7", "before 14 Nov not read yet")
		s.Advance(time.Minute)
		s.RequireText("Next 12", "since 9 Nov")
		goTo(s, "1")
		s.RequireText("Next 20", "since 1 Nov")
	})
}

func TestQueue_ACallersOlderTicketsAreNotSaidToBeOfTheLoadedDays(t *testing.T) {
	t.Parallel()
	options := uitest.Options{AsInstalled: true, Desk: newOldDesk(), OpenSince: 20, Width: 120, Height: 36}
	uitest.Run(t, options, func(_ *testing.T, s *uitest.Driver) {
		s.Advance(5 * time.Minute)
		s.Press("p")
		s.Type("5550100")
		s.Press("enter")
		s.RequireText("Tickets 20", "14–20 Nov and some older")
	})
}
