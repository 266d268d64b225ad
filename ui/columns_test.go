package ui_test

import (
	"strings"
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/store"
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

func TestColumns_GiveWayByImportanceAndNeverTheTitle(t *testing.T) {
	for _, c := range []struct {
		width int
		usual string // in the order of an agent's console
		all   string
	}{
		{50, "Clock Title Sub-status", "Clock Title Sub-status"},
		{80, "Clock Title Sub-status Priority Age", "Ticket Clock Title Sub-status Age"},
		{100, "Clock Title Sub-status Age", "Clock Title Sub-status Age"},
		{120, "Clock Title Sub-status Age", "Ticket Clock Title Sub-status Age"},
		{160, "Clock Title Sub-status Priority Assignee Age", "Ticket Clock Title Sub-status Priority Age"},
		{200, "Clock Title Sub-status Priority Assignee Age", "Ticket Clock Title Sub-status Priority Age"},
		{300, "Clock Title Sub-status Priority Queue Assignee Age", "Active Customer Ticket Clock Title Sub-status Priority Queue Assignee Age"},
	} {
		for _, o := range []struct {
			options uitest.Options
			want    string
		}{
			{uitest.Options{AsInstalled: true, View: "Next"}, c.usual},
			{uitest.Options{Columns: []string{
				"source", "last-activity", "customer", "number", "clock", "marks", "title", "sub-status", "priority", "queue", "assignee", "age",
			}}, c.all},
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
