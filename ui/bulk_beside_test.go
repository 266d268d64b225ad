package ui_test

import (
	"testing"

	"frontdesk/ui/uitest"
)

// TestBulk_BesideTheFormIsOneOfTheMarkedTickets: the form is not about the one under the cursor.
func TestBulk_BesideTheFormIsOneOfTheMarkedTickets(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThirty(), Width: 120, Height: 36}, func(t *testing.T, s *uitest.Driver) {
		s.Press("6", "j", "space", "space", "G")
		s.RequireText("2 marked")
		requireTicketPane(t, s, "Old one")
		s.Press("u")
		s.RequireText("Update 2 tickets")
		requireTicketPane(t, s, "Parcel 02 is late")
		s.Press("esc")
		requireTicketPane(t, s, "Old one")
		s.Press("g", "j", "j", "u") // the cursor is on a marked one
		requireTicketPane(t, s, "Parcel 03 is late")
	})
}
