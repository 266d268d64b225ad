package ui_test

import (
	"strings"
	"testing"
	"time"

	"frontdesk/internal/macro"
	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

func TestMarks_ActionsThatTakeOneTicketAreRefusedWhileOthersAreMarked(t *testing.T) {
	for _, key := range []string{":edit-customer", ":add-order"} {
		t.Run(key, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
				s.Press("space", "space", "space", key)
				s.RequireText("3 marked", "3 are marked, but this works on one: esc unmarks them")
				s.RequireNoText("Sub-status*", "Comment")
				s.Press("esc", "esc", key)
				s.RequireNoText("marked", "First · primary")
			})
		})
	}
}

func TestMarks_TheMarkedTicketIsMeantAndNotTheOneUnderTheCursor(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("space", "x")
		s.RequireText("Update 1 ticket")
		s.Press("esc", "k", "x") // the marked one is under the cursor
		s.RequireText("Update 713516550001")
	})
}

func TestMarks_OpenTicketIsUpdatedWhateverIsMarked(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("space", "space", "enter", "u")
		s.RequireText("Update 713516550003")
	})
}

func TestMarks_EscRemovesTheFilterThenTheMarks(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("space", "space", "/")
		s.Type("fifth")
		s.Press("enter", "space")
		s.RequireText("3 marked, 2 of them not shown")
		s.Press("esc")
		s.RequireText("3 marked")
		s.RequireNoText("not shown", "Filter:")
		s.Press("C", "esc")
		s.RequireNoText("marked")
		s.RequireText("Second") // the list is still there
	})
}

func TestMarks_AreClearedWithTheViewAndTheDays(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("space", "G", "space", "5")
		s.RequireText("1 marked")
		s.Press("6")
		s.RequireText("1 marked", "■ …550001")
		s.Press("d")
		s.Type("2026-11-18")
		s.Press("enter")
		s.RequireText("2 unmarked: 2 left the view")
		s.Press("d")
		s.Type("7 days")
		s.Press("enter")
		s.RequireNoText("marked", "■ …550001")
	})
}

func TestMarks_AreClearedOnATicketThatLeavesTheList(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("space", "space", "space", "G", "space")
		s.RequireText("4 marked")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: "713516550001", SubStatus: "CL"})
		s.Press("r")
		s.RequireText("3 marked")
		s.RequireRow("■", "…550007") // that was closed when it was marked
		s.Press("5")
		s.RequireText("2 marked")
		s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: "713516550002", SubStatus: "P"})
		s.Press("r")
		s.RequireText("1 marked")
	})
}

func TestMarks_AllThatMatchTheFilterAndTheirInverse(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("*")
		s.RequireText("7 marked")
		s.Press("*")
		s.RequireNoText("marked")
		s.Press("space", ":invert-marks")
		s.RequireText("6 marked")
		s.Press("/")
		s.Type("fifth")
		s.Press("enter")
		s.RequireText("6 marked, 5 of them not shown")
		s.Press(":invert-marks") // of the listed ones
		s.RequireText("5 marked, 5 of them not shown")
		s.Press("*")
		s.RequireText("6 marked, 5 of them not shown")
		s.Press("*")
		s.RequireText("5 marked, 5 of them not shown")
		s.Press("space", "esc")
		s.RequireText("6 marked")
		s.RequireNoText("not shown")
	})
}

func TestMarks_ThatComeOffByThemselvesAreCountedWithTheReason(t *testing.T) {
	t.Parallel()
	for _, width := range []int{80, 120} {
		uitest.Run(t, uitest.Options{Desk: newDeskOfSeven(), Width: width, Height: 24}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("space", "space", "space", "space")
			s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: "713516550001", SubStatus: "CL"})
			s.Press("r")
			s.RequireText("3 marked, 1 unmarked: 1 closed")
			s.Press("5")
			s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: "713516550002", SubStatus: "P"})
			s.Press("r")
			s.RequireText("2 marked, 2 unmarked: 1 closed, 1 left the view")
			s.Press("/")
			s.Type("nothing like this")
			s.Press("enter")
			s.RequireText("2 marked, 2 of them not shown, 2 unmarked: 1 closed, 1 left the view")
			s.Press("esc", "space")
			s.RequireNoText("unmarked")
		})
	}
}

func TestMarks_WhenAllHaveComeOffItIsSaidUntilTheAgentGoesOn(t *testing.T) {
	t.Parallel()
	for name, key := range map[string]string{"esc": "esc", "a mark": "space", "another view": "6", "all": "*"} {
		uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(t *testing.T, s *uitest.Driver) {
			s.Press("space")
			s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: "713516550001", SubStatus: "CL"})
			s.Press("r")
			s.RequireText("1 unmarked: 1 closed")
			s.Press(key)
			if strings.Contains(s.Text(), "unmarked") {
				t.Errorf("after %s:\n%s", name, s.Text())
			}
		})
	}
}

func TestMarks_UpdateOfManyLeavesOutWhatWasClosedWhileItsFormWasOpen(t *testing.T) {
	t.Parallel()
	for name, open := range map[string][]string{"form": {"c"}, "macro": {"m"}} {
		o := uitest.Options{Desk: newDeskOfSeven(), Macros: []macro.Macro{{Name: "Note", Key: "n", Comment: "Seen"}}}
		uitest.Run(t, o, func(t *testing.T, s *uitest.Driver) {
			s.Press("space", "space", "space")
			s.Press(open...)
			if name == "form" {
				s.Type("Seen")
			}
			s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: "713516550001", SubStatus: "CL"})
			s.Advance(2 * time.Minute) // the list is refreshed
			if name == "form" {
				s.Press("ctrl+s")
			} else {
				s.Press("n")
			}
			s.RequireText("2 tickets will change · 1 left out", "since it was marked")
		})
	}
}
