package ui_test

import (
	"reflect"
	"testing"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/stats"
	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// TestBoard_EveryBarCountsWhatItsFilterLists at any time of more than a day, in all tickets and in a view.
func TestBoard_EveryBarCountsWhatItsFilterLists(t *testing.T) {
	at := func(m int) int64 { return uitest.Now.Add(time.Duration(m) * time.Minute).Unix() }
	d := newDesk(
		newTicket("1001", "Due soon", 3, func(t *store.Ticket) { t.Due = at(100) + 30 }),
		newTicket("1002", "Call", 1, func(t *store.Ticket) { t.NextFollowUp = at(28) }),
		newTicket("1003", "Call tomorrow", 20, func(t *store.Ticket) { t.NextFollowUp = at(60*24 + 7) }),
		newTicket("1004", "Old", 71), newTicket("1005", "Older", 24*7+2), newTicket("1006", "The same day", 24*7-3),
		newTicket("1007", "Closed", 30, func(t *store.Ticket) { t.SubStatus = "CL" }),
		newTicket("1008", "Of an agent whose name is a word", 9, assignedTo("Me")), newTicket("1009", "Likewise", 9, assignedTo("None")),
	)
	uitest.Run(t, uitest.Options{Desk: d, Refresh: -1, Days: 14}, func(t *testing.T, s *uitest.Driver) {
		s.Press("B")
		today := desk.DateOf(uitest.Now)
		days := desk.DateRange{From: today.Add(-6), To: today}
		changes := 0
		var before *stats.Figures
		for m := range 26 * 6 {
			r := stats.Request{Days: days, Now: uitest.Now.Add(time.Duration(10*m) * time.Minute)}
			if m%2 == 1 {
				r.View = desk.View{Name: "Ours", Filter: "queue:HW"}
			}
			f := requireListed(t, s, r)
			if m%2 == 1 {
				continue
			}
			for _, bar := range f.Chart("open_by_assignee").Bars {
				if isWord := bar.Label == "Me" || bar.Label == "None"; isWord != (bar.Filter == "") {
					t.Errorf("%s has the filter %q", bar.Label, bar.Filter)
				}
			}
			if before != nil && (!reflect.DeepEqual(f.Charts, before.Charts) || f.Created.Before != before.Created.Before) {
				changes++
			}
			before = f
		}
		if !before.Created.IsKnown || changes < 8 || changes > 30 {
			t.Errorf("%d changes were seen, the days before are known: %t", changes, before.Created.IsKnown)
		}
	})
}

// requireListed computes figures, and requires that the filter of each bar lists as many tickets as the bar counts.
func requireListed(t *testing.T, s *uitest.Driver, r stats.Request) *stats.Figures {
	t.Helper()
	c := s.Backend().Cache
	f, err := stats.Of(t.Context(), c, r)
	if err != nil {
		t.Fatal(err)
	}
	for _, chart := range f.Charts {
		for _, bar := range chart.Bars {
			q := cache.Query{View: r.View.Filter, Text: bar.Filter, Span: r.Days, Now: r.Now}
			l, err := c.Snapshot().List(t.Context(), q)
			if err != nil || bar.Filter != "" && l.Len() != bar.Count {
				t.Errorf("at %s, %s %q counts %d, but %d are listed, %v", r.Now, bar.Label, bar.Filter, bar.Count, l.Len(), err)
			}
			q.Text += map[string]string{"": " is:x", "closed": " is:closed", "late": " is:late", "late or at risk": " is:late,risk"}[chart.Part]
			if l, err = c.Snapshot().List(t.Context(), q); err != nil || bar.Filter != "" && l.Len() != bar.Part {
				t.Errorf("at %s, %d of %s %q are %s, but %d are listed, %v", r.Now, bar.Part, bar.Label, q.Text, chart.Part, l.Len(), err)
			}
		}
	}
	return f
}

// TestBoard_IsCountedEachMinuteOnlyWhileItIsShown: what is late or old changes by itself, but a hidden board costs nothing.
func TestBoard_IsCountedEachMinuteOnlyWhileItIsShown(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Refresh: -1}, func(t *testing.T, s *uitest.Driver) {
		messages := func() int {
			before := s.Messages()
			s.Advance(10 * time.Minute)
			return s.Messages() - before
		}
		beside := messages()
		s.Press("B")
		if shown := messages(); shown <= beside || shown > beside+10 {
			t.Errorf("%d messages in ten minutes while the board is shown, %d otherwise", shown, beside)
		}
		s.Press("esc")
		if hidden := messages(); hidden > beside {
			t.Errorf("%d messages in ten minutes after the board, %d before it", hidden, beside)
		}
	})
}
