package ui_test

import (
	"strings"
	"testing"

	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// TestCall_EnterOfAnUnknownNumberSearchesNoYear: the search of a year is a key, and what is said goes into the notes.
func TestCall_EnterOfAnUnknownNumberSearchesNoYear(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.RequireText("ctrl+s ends the call")
		s.Type("+44 20 7946 0999")
		s.RequireText("☎ Take the call as “+44 20 7946 0999”", "↺ Search older customers")
		s.Press("enter")
		s.Type("The door jams")
		if n := s.Net.Calls(pullCustomer); n != 0 {
			t.Errorf("the service was asked %d times", n)
		}
		s.RequireText("+44 20 7946 0999", "The door jams", "Notes have no ticket yet")
	})
}

// TestCall_LettersAfterANumberAreNotes: also before the caller is chosen.
func TestCall_LettersAfterANumberAreNotes(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Paste("+44 20 7946 0999")
		s.Type("The door jams")
		s.RequireText("Caller  +44 20 7946 0999 ", "The door jams")
		s.Press("shift+tab", "shift+tab")
		s.RequireText("☎ Take the call as “+44 20 7946 0999”")
	})
}

// TestCall_NotesAfterTheNumberOfACustomerGoToTheirTicket: nobody else is meant by it.
func TestCall_NotesAfterTheNumberOfACustomerGoToTheirTicket(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", "esc", "p")
		s.Type("98765 43210")
		s.Type("wants a refund")
		s.RequireText("Priya Natarajan ·", "Notes go to 713516551148", "wants a refund")
	})
}

func TestCall_LettersDuringTheSearchOfOlderDaysAreNotes(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		release := s.Net.HoldAnswers(pullCustomer)
		s.Press("p")
		s.Type("Mira Kovac")
		s.Press("ctrl+r")
		s.Type("wants a refund")
		s.RequireText("Caller  Mira Kovac ", "wants a refund", "Searching customers added on")
		release()
	})
}

func TestNewTicket_BesideAShownCustomerIsForThatCustomer(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", "n")
		s.RequireText("New ticket for Priya Natarajan", "priya@example.com")
	})
}

func TestTicket_NAfterASearchGoesToTheNextMatch(t *testing.T) {
	t.Parallel()
	desk := newDesk(newTicket("713516551148", "Screen stays black", 2, func(t *store.Ticket) {
		t.Detail = "first needle<br>" + strings.Repeat("hay<br>", 60) + "last needle"
	}))
	uitest.Run(t, uitest.Options{Width: 120, Height: 24, Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter", "/")
		s.Type("needle")
		s.Press("enter")
		s.RequireText("first needle", "2 lines found")
		s.RequireNoText("last needle")
		s.Press("n")
		s.RequireText("last needle")
		s.Press("n")
		s.RequireText("first needle")
		s.Press("]")
		s.RequireText("last needle")
		s.Press("[")
		s.RequireText("first needle")
		s.Press("/", "esc", "n")
		s.RequireText("New ticket")
	})
}
