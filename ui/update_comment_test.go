package ui_test

import (
	"testing"

	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

func TestComment_SaysThatTheTicketStaysUnattended(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("c")
		s.RequireNoText(unattendedHint)
		s.Type("I have called back.")
		s.RequireText(unattendedHint)
		s.Press("esc", "c")
		s.RequireText("I have called back.", unattendedHint)
		s.Press("shift+tab", "shift+tab", "shift+tab", "shift+tab")
		s.Type("closed")
		s.RequireNoText(unattendedHint)
	})
}

func TestComment_SaysNothingOfATicketThatIsAttendedTo(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfSeven()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("G", "c")
		s.Type("One more thing.")
		s.RequireNoText(unattendedHint)
	})
}

func TestConflict_ShowsWhatAColleagueWroteMeanwhile(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		uitest.Run(t, uitest.Options{Width: size[0], Height: size[1], Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
			typeComment(s, "I will call them")
			s.OtherAgentUpdatesTicket(wire.UpdateTicketRequest{TicketID: blackScreenTicket, SubStatus: "US", Comment: "Called the customer: the fuse was out."})
			s.Press("ctrl+s")
			s.RequireText("This ticket has changed since you opened the form", "Timeline: 1 new entry", "● ", "Called the customer: the fuse was out.",
				"Save my changes anyway", "Load the changes and keep editing", "Send only my comment")
			s.RequireNoText("0 1", "Entries")
		})
	}
}
