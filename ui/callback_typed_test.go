package ui_test

import (
	"testing"

	"frontdesk/ui/uitest"
)

// TestTicketUpdate_CallbackIsReadBackWhileItIsTyped: with the day if it is one of a weekend, and what is not understood.
func TestTicketUpdate_CallbackIsReadBackWhileItIsTyped(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		for _, c := range [][2]string{
			{"+2d", "→ Sun 2026-11-22 14:02 CET, a Sunday"},
			{"in 2h", "→ Fri 2026-11-20 16:02 CET"},
			{"10", "→ Sat 2026-11-21 10:00 CET, a Saturday"},
			{"2h", "→ Fri 2026-11-20 16:02 CET"},
			{"next monday", "→ Mon 2026-11-23 10:00 CET"},
			{"27.11. 14:00", "→ Fri 2026-11-27 14:00 CET"},
			{"tomorow", "… \"tomorow\" is not a time: try 18:30"},
			{"13:00", "… Fri 2026-11-20 13:00 lies in the past"},
		} {
			s.Press("b")
			s.Type(c[0])
			s.RequireText(c[1], "Update "+blackScreenTicket)
			s.RequireNoText("✗")
			s.Press("ctrl+x", "x")
		}
	})
}
