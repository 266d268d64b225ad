package ui_test

import (
	"testing"
	"time"

	"frontdesk/ui/uitest"
)

// TestWorkList_TicketSavedFromTheOutboxIsDone: it was worked on like the others, only later.
func TestWorkList_TicketSavedFromTheOutboxIsDone(t *testing.T) {
	o := working(uitest.Options{HoldBack: 5 * time.Second, Refresh: -1})
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		s.Press("7", "x", "ctrl+s")
		s.Net.Down()
		s.Advance(2 * minute)
		s.RequireText("⇪ outbox 1")
		s.RequireNoText("✓ "+title(1), "1 done")
		s.Net.Up()
		s.Press("O", "s")
		s.Advance(2 * time.Second)
		s.Press("esc")
		s.RequireText("✓ "+title(1), "1 done · avg")
	})
}

// TestWorkList_TicketOfAnEarlierStartSavedFromTheOutboxIsDone: how long it took is not known.
func TestWorkList_TicketOfAnEarlierStartSavedFromTheOutboxIsDone(t *testing.T) {
	dir := t.TempDir()
	o := working(uitest.Options{HoldBack: 5 * time.Second, Dir: dir})
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		s.Press("7", "x", "ctrl+s")
		s.Net.Down()
		s.Advance(2 * minute)
		s.RequireText("⇪ outbox 1")
	})
	uitest.Run(t, o, func(_ *testing.T, s *uitest.Driver) {
		s.Press("7", "O", "s")
		s.Advance(2 * time.Second)
		s.Press("esc")
		s.RequireText("✓ "+title(1), "1 done")
		s.RequireNoText("avg")
	})
}

// TestWorkList_HeaderHasThePlaceOfTheFormsTicket: an undone form opens while the list is at another ticket.
func TestWorkList_HeaderHasThePlaceOfTheFormsTicket(t *testing.T) {
	uitest.Run(t, working(uitest.Options{HoldBack: 30 * time.Second}), func(_ *testing.T, s *uitest.Driver) {
		s.Press("7", "x", "ctrl+s")
		s.RequireText("2 of 10")
		s.Press("z")
		s.RequireText("Update "+nth(1), "Waiting · 1 of 10")
		s.Press("esc")
		s.RequireText("2 of 10")
	})
}
