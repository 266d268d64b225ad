package ui_test

import (
	"testing"

	"frontdesk/ui/uitest"
)

// TestForm_RecordThatLooksLikeALostOneIsOpened: the question says to look at it, and leads there. The form waits in the
// outbox meanwhile.
func TestForm_RecordThatLooksLikeALostOneIsOpened(t *testing.T) {
	for name, c := range map[string]struct{ key, path, title, offer, pane string }{
		"a ticket":   {"n", "add-ticket", "Phone is dead", "Move to the outbox and look at ticket 7", "Phone is dead"},
		"a customer": {":new-customer", "customer/api", "Rita Ora", "Move to the outbox and look at customer ", "Rita Ora"},
	} {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Width: 120, Height: 36}, func(_ *testing.T, s *uitest.Driver) {
				s.Net.LoseAnswers(c.path, true)
				s.Press(c.key)
				s.Type(c.title)
				if c.key == ":new-customer" {
					s.Press("tab")
					s.Type("5550199")
				}
				s.Press("ctrl+s")
				if c.key == ":new-customer" {
					s.Press("enter")
				}
				s.Advance(minute)
				s.RequireText("We could not confirm this was saved", c.offer)
				s.Press("o")
				s.RequireText("moved to the outbox", "⇪ outbox 1", c.pane)
				s.RequireNoText("New "+name[2:], "We could not confirm")
				s.RequireText("esc back")
			})
		})
	}
}
