package ui_test

import (
	"testing"

	"frontdesk/ui/uitest"
)

const unattendedHint = "stays unattended with this comment"

func TestComment_SaysThatTheTicketStaysUnattended(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: waiting()}, func(_ *testing.T, s *uitest.Story) {
		s.Press("c")
		s.Misses(unattendedHint)
		s.Type("I have called back.")
		s.Sees(unattendedHint)
		s.Press("esc", "c")
		s.Sees("I have called back.", unattendedHint)
		s.Press("shift+tab", "shift+tab", "shift+tab", "shift+tab")
		s.Type("closed")
		s.Misses(unattendedHint)
	})
}

func TestComment_SaysNothingOfATicketThatIsAttendedTo(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: waiting()}, func(_ *testing.T, s *uitest.Story) {
		s.Press("G", "c")
		s.Type("One more thing.")
		s.Misses(unattendedHint)
	})
}
