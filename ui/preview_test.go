package ui_test

import (
	"path/filepath"
	"testing"

	"frontdesk/ui/uitest"
)

func TestPreview_ShowsTheTicketBelowTheListOfANarrowWindow(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {60, 16}, {99, 50}} {
		uitest.Run(t, uitest.Options{Width: size[0], Height: size[1], Desk: newDeskOfAnswers()}, func(t *testing.T, s *uitest.Driver) {
			s.RequireNoText("713516551148 · Unattended")
			s.Press("v")
			s.RequireRow("▌", "Screen stays black")
			s.RequireText("Change the delivery address", "713516551148 · Unattended")
			s.Press("down")
			s.RequireText("713516550977 · Closed")
			s.Press("enter") // reads it in the whole window
			s.RequireNoText("Screen stays black")
			s.Press("esc")
			s.RequireText("Screen stays black", "713516550977 · Closed")
			s.Press("v")
			s.RequireNoText("713516550977 · Closed")
			requireWrites(t, s, 0)
		})
	}
}

func TestPreview_IsRememberedAndHasItsPlaceBesideTheListOfAWideWindow(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newDeskOfAnswers(), Dir: dir}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("v", "q")
	})
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newDeskOfAnswers(), Dir: dir}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("713516551148 · Unattended")
		s.Resize(120, 36)
		s.Press("v")
		s.RequireText("the ticket is beside the list")
		s.Resize(80, 13)
		s.RequireNoText("713516551148 · Unattended")
		s.Press("v")
		s.RequireText("the window is too low for a ticket below the list")
	})
}

func TestPreview_IsScrolledAndEnteredByTheMouse(t *testing.T) {
	pointing(t, uitest.Options{Width: 80, Height: 24, Desk: newDeskOfAnswers()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("v")
		s.ClickOn("713516551148 · Unattended")
		s.RequireNoText("Change the delivery address")
		s.Press("esc")
		s.RequireText("Change the delivery address", "713516551148 · Unattended")
	})
}
