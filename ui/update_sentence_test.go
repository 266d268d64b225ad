package ui_test

import (
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

// TestUpdate_SentenceInTheSubStatusIsNotSent: it was meant for the comment, and no service has such a key.
func TestUpdate_SentenceInTheSubStatusIsNotSent(t *testing.T) {
	t.Parallel()
	const refused = "no key has blanks: choose from the list"
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk(), Width: 120, Height: 36, HoldBack: time.Second}, func(t *testing.T, s *uitest.Driver) {
		s.Press("u")
		s.Type("The plan was cancelled")
		s.Press("ctrl+s")
		s.Advance(time.Minute)
		s.RequireText(refused)
		s.Press("ctrl+x", "x")
		call(s, "Wants a refund")
		s.Press("tab")
		s.Type("The plan was cancelled")
		s.Press("ctrl+s")
		s.Advance(time.Minute)
		s.RequireText(refused, "Wants a refund")
		if n := s.Net.Calls("update-ticket"); n != 0 {
			t.Errorf("%d updates were sent", n)
		}
	})
}
