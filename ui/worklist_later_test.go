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
		s.Press("D", "s")
		s.Advance(2 * time.Second)
		s.Press("esc")
		s.RequireText("✓ "+title(1), "1 done")
	})
}

// TestWorkList_TicketOfAnEarlierStartSavedFromTheOutboxIsDone: its pass is not kept.
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
		s.Press("7", "D", "s")
		s.Advance(2 * time.Second)
		s.Press("esc")
		s.RequireText("✓ "+title(1), "1 done")
	})
}

// TestWorkList_HeaderHasThePlaceOfTheFormsTicket: an undone form opens while the list is at another ticket.
func TestWorkList_HeaderHasThePlaceOfTheFormsTicket(t *testing.T) {
	t.Parallel()
	uitest.Run(t, working(uitest.Options{HoldBack: 30 * time.Second}), func(_ *testing.T, s *uitest.Driver) {
		s.Press("7", "x", "ctrl+s")
		s.RequireText("2 of 10")
		s.Press("z")
		s.RequireText("Update "+nth(1), "Waiting · 1 of 10")
		s.Press("esc")
		s.RequireText("2 of 10")
	})
}

// TestForm_OfATicketSavedFromTheOutboxKnowsItsOwnUpdate: nobody else has changed the ticket.
func TestForm_OfATicketSavedFromTheOutboxKnowsItsOwnUpdate(t *testing.T) {
	t.Parallel()
	uitest.Run(t, watching(uitest.Options{Width: 80, Height: 24}), func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter", "esc")
		sendHeldWhileDown(s, "First")
		s.Press("j", "enter", "esc", "D", "s")
		s.Advance(2 * time.Second)
		s.Press("esc", "k", "c")
		s.RequireText("Update " + blackScreenTicket)
		s.RequireNoText("changed by")
	})
}

// TestForm_OfATicketOfABulkUpdateKnowsItsOwnUpdate: nobody else has changed the ticket.
func TestForm_OfATicketOfABulkUpdateKnowsItsOwnUpdate(t *testing.T) {
	t.Parallel()
	uitest.Run(t, watching(uitest.Options{Width: 80, Height: 24}), func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter", "esc", "space", "j", "space", "c")
		s.Type("Both")
		s.Press("ctrl+s", "S")
		s.Advance(5 * time.Second)
		s.RequireText("2 saved")
		s.Press("esc", "esc", "g", "c")
		s.RequireText("Update " + blackScreenTicket)
		s.RequireNoText("changed by")
	})
}

// sendHeldWhileDown hands an update over while the service is down until it is back; it is in the outbox then.
func sendHeldWhileDown(s *uitest.Driver, text string) {
	typeComment(s, text)
	s.Net.Down()
	s.Press("ctrl+s")
	s.Advance(minute)
	s.RequireText("⇪ outbox 1")
	s.Net.Up()
}
