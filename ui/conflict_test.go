package ui_test

import (
	"testing"

	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

func TestConflict_ShowsWhatAColleagueWroteMeanwhile(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		uitest.Run(t, uitest.Options{Width: size[0], Height: size[1], Desk: three()}, func(_ *testing.T, s *uitest.Driver) {
			comment(s, "I will call them")
			s.UpdateTicket(wire.UpdateTicketRequest{TicketID: black, SubStatus: "US", Comment: "Called the customer: the fuse was out."})
			s.Press("ctrl+s")
			s.RequireText("Someone changed this ticket while you were editing", "Timeline: 1 new entry", "● ", "Called the customer: the fuse was out.",
				"Save my changes anyway", "Load their changes and keep editing", "Send only my comment")
			s.RequireNoText("0 1", "Entries")
		})
	}
}
