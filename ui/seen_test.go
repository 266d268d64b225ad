package ui_test

import (
	"os"
	"path/filepath"
	"testing"

	"frontdesk/internal/wire"
	"frontdesk/ui/uitest"
)

func TestInbox_SaysWhenWhatWasReadCannotBeSaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: three(), Dir: dir, Width: 160, Height: 40}, func(t *testing.T, s *uitest.Driver) {
		s.Advance(minute)
		s.AddTicket("Came in just now")
		path := filepath.Join(dir, "looked-at")
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(path, "in the way"), 0o700); err != nil {
			t.Fatal(err)
		}
		s.Advance(2 * minute)
		s.Press("g", "enter")
		s.RequireText("what you read may show as new again:")
	})
}

func TestInbox_NewCountStaysWhenATicketOutsideTheListIsRead(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: served(), Width: 160, Height: 40}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("4")
		s.Advance(minute)
		for id, subStatus := range map[string]string{"713516551101": "US", "713516550977": "US", "713516550800": "CL"} {
			s.UpdateTicket(wire.UpdateTicketRequest{TicketID: id, SubStatus: subStatus, Comment: "By a colleague"})
		}
		s.Press("r")
		s.RequireText("● 2 new")
		s.Press("C", "C", "down", "down", "enter") // the closed ticket of the customer, which this view does not list
		s.RequireText("Door lock jams", "By a colleague", "● 2 new")
	})
}
