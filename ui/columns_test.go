package ui_test

import (
	"strings"
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/store"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/uitest"
)

// columnTitles returns the row of the list's column titles.
func columnTitles(s *uitest.Driver) string {
	for row := range strings.SplitSeq(s.Text(), "\n") {
		if list, _, _ := strings.Cut(row, "│"); strings.Contains(list, "Title") {
			return strings.Join(strings.Fields(list), " ")
		}
	}
	return ""
}

func TestColumns_AreThoseThatWereChosenFromLeftToRight(t *testing.T) {
	views := []desk.View{{Name: "By phone", Columns: []string{"source", "title", "customer"}}}
	goods := newDesk(newTicket("713516551101", "Screen stays black", 30, func(t *store.Ticket) { t.PrimarySource = "WhatsApp" }))
	uitest.Run(t, uitest.Options{
		Desk: goods, Width: 80, Height: 24, Views: views, Columns: []string{"last-activity", "title", "assignee", "number"},
	}, func(t *testing.T, s *uitest.Driver) {
		if got := columnTitles(s); got != "Active Title Assignee Ticket" {
			t.Errorf("the columns are %s", got)
		}
		s.RequireText("1d Screen stays black Asha Rao 713516551101")
		s.Press("7")
		if got := columnTitles(s); got != "Source Title Customer" {
			t.Errorf("the columns of the view are %s", got)
		}
		s.RequireText("WhatsApp Screen stays black customer@example.com")
	})
}

func TestColumns_TitleTakesWhatTheOthersLeave(t *testing.T) {
	const title = "The screen of my new monitor stays black whenever I connect my laptop with the cable"
	goods := newDesk(newTicket("713516551148", title, 2, func(t *store.Ticket) {
		t.SubStatus, t.NextFollowUp = "RP", minutes(60)
	}))
	goods.SubStatuses = append(goods.SubStatuses, store.SubStatus{Key: "RP", Name: "Replacement on its way", Status: "P", StatusName: "Pending"})
	for _, c := range []struct{ width, height, least int }{{50, 12, 20}, {80, 24, 30}, {100, 30, 30}, {120, 36, 40}, {200, 50, 60}, {240, 60, 60}} {
		for _, view := range []string{"Next", "All", "Callbacks"} {
			options := uitest.Options{Desk: goods, AsInstalled: true, View: view, Width: c.width, Height: c.height}
			uitest.Run(t, options, func(t *testing.T, s *uitest.Driver) {
				row := cursorRow(s)
				start := strings.Index(row, title[:8])
				end := max(strings.Index(row, " AR "), strings.Index(row, " ◐"), strings.Index(row, " Asha"))
				if found := termwidth.Width(strings.TrimRight(row[max(start, 0):max(end, 0)], " ")); start < 0 || found < c.least {
					t.Errorf("at %d in %s the title has %d columns, want %d: %s", c.width, view, found, c.least, row)
				}
				if !strings.Contains(row, "◐ Repl") {
					t.Errorf("at %d the sub-status is not told: %s", c.width, row)
				}
			})
		}
	}
}

// cursorRow returns the row under the cursor in the list.
func cursorRow(s *uitest.Driver) string {
	for row := range strings.SplitSeq(s.Text(), "\n") {
		if list, _, _ := strings.Cut(row, "│"); strings.HasPrefix(list, "▌") {
			return list
		}
	}
	return ""
}

func TestColumns_GiveWayToTheTitle(t *testing.T) {
	for _, c := range []struct {
		width  int
		usual  string // in the order of an agent's console, as installed
		chosen string // when the agent has asked for all of them
	}{
		{50, "Clock Title Sub-status", "Clock Title Sub-status"},
		{80, "Clock Title Sub-status Age", "Ticket Clock Title Sub-status Age"},
		{100, "Clock Title Sub-status", "Clock Title Sub-status"},
		{120, "Clock Title Sub-status", "Ticket Clock Title Sub-status Age"},
		{160, "Clock Title Sub-status", "Ticket Clock Title Sub-status Assignee Age"},
		{300, "Clock Priority Title Assignee Sub-status Queue Age Ticket", "Source Active Customer Ticket Clock Title Sub-status Priority Queue Assignee Age"},
	} {
		for _, o := range []struct {
			options uitest.Options
			want    string
		}{
			{uitest.Options{AsInstalled: true, View: "Next"}, c.usual},
			{uitest.Options{Columns: []string{
				"source", "last-activity", "customer", "number", "clock", "marks", "title", "sub-status", "priority", "queue", "assignee", "age",
			}}, c.chosen},
		} {
			o.options.Desk, o.options.Width, o.options.Height = newDeskOfThree(), c.width, 24
			uitest.Run(t, o.options, func(t *testing.T, s *uitest.Driver) {
				got := strings.NewReplacer("▾", "", "▴", "").Replace(columnTitles(s))
				if got != o.want {
					t.Errorf("at %d: %s, want %s", c.width, got, o.want)
				}
			})
		}
	}
}

func TestColumns_ListAloneShowsMoreThanBesideATicket(t *testing.T) {
	for width, row := range map[int]string{99: "Screen stays black AR ○ Unattended Hardware 2h", 110: "Screen stays black ○ Unattended │"} {
		uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), AsInstalled: true, Width: width, Height: 24}, func(_ *testing.T, s *uitest.Driver) {
			s.RequireText(row)
		})
	}
}

func TestColumns_ShortWordsStandForLongSubStatuses(t *testing.T) {
	goods := newDesk(
		newTicket("713516551101", "First", 1, func(t *store.Ticket) { t.SubStatus = "RP" }),
		newTicket("713516551102", "Second", 2, func(t *store.Ticket) { t.SubStatus = "WP" }),
		newTicket("713516551103", "Third", 3, func(t *store.Ticket) { t.SubStatus = "WC" }),
		newTicket("713516551104", "Fourth", 4, func(t *store.Ticket) { t.SubStatus = "CC" }),
		newTicket("713516551105", "Fifth", 5),
	)
	for key, name := range map[string]string{
		"RP": "Replacement on its way", "WP": "Waiting for parts", "WC": "Waiting for customer", "CC": "Customer contacted",
	} {
		goods.SubStatuses = append(goods.SubStatuses, store.SubStatus{Key: key, Name: name, Status: "P", StatusName: "Pending"})
	}
	uitest.Run(t, uitest.Options{Desk: goods, AsInstalled: true, Width: 100, Height: 30}, func(_ *testing.T, s *uitest.Driver) {
		for title, status := range map[string]string{
			"First": "◐ Replacement", "Second": "◔ Parts", "Third": "◔ Customer", "Fourth": "◐ Contacted", "Fifth": "○ Unattended",
		} {
			s.RequireRow(title, status)
		}
	})
}
