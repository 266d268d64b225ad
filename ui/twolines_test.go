package ui_test

import (
	"strings"
	"testing"

	"frontdesk/ui/uitest"
)

func TestTwoLines_SayWhatElseIsKnownOfATicket(t *testing.T) {
	options := uitest.Options{Desk: newDeskOfThree(), TicketLines: 2, AsInstalled: true}
	uitest.Run(t, options, func(t *testing.T, s *uitest.Driver) {
		s.Press("j")
		rows := strings.Split(s.Text(), "\n")
		for i, row := range rows {
			if list, _, _ := strings.Cut(row, "│"); strings.HasPrefix(list, "▌") && strings.Contains(list, "Screen stays black") {
				below, _, _ := strings.Cut(rows[i+1], "│")
				if !strings.HasPrefix(below, "▌") || !strings.Contains(below, "○ Unattended · Hardware · Asha Rao") {
					t.Errorf("below the title stands %q", below)
				}
			}
		}
		s.RequireText("opened 2 hours ago", "opened 1 day ago")
		if got := columnTitles(s); got != "Clock▾ Title" {
			t.Errorf("the columns are %s", got)
		}
		s.Resize(200, 50)
		s.RequireText("○ Unattended · Billing · Asha Rao · customer@example.com · opened 1 day ago")
	})
}

func TestTwoLines_CursorMarksFilterAndViewsWorkAsWithOne(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven(), TicketLines: 2, Width: 80, Height: 14}, func(t *testing.T, s *uitest.Driver) {
		s.RequireText("First", "Second", "Third", "Fourth")
		s.RequireNoText("Fifth")
		s.Press("G")
		requireSelectedRow(t, s, "Done")
		s.RequireNoText("· First")
		s.Press("k", "space")
		s.RequireRow("■", "Sixth")
		requireSelectedRow(t, s, "Done")
		s.Press("g", "ctrl+d")
		requireSelectedRow(t, s, "Third")
		s.Press("/")
		s.Type("sec")
		s.RequireText("1 of 1", "1 marked, 1 of them not shown")
		s.Press("enter", "esc")
		requireSelectedRow(t, s, "Second")
		s.Press("5")
		s.RequireText("2 of 6", "1 marked")
	})
}
