package ui_test

import (
	"testing"

	"frontdesk/ui/uitest"
)

const unattendedHint = "stays unattended with this comment"

func TestComment_SaysThatTheTicketStaysUnattended(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: waiting()}, func(_ *testing.T, s *uitest.Driver) {
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
	uitest.Run(t, uitest.Options{Desk: waiting()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("G", "c")
		s.Type("One more thing.")
		s.RequireNoText(unattendedHint)
	})
}
