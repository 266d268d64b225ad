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

// TestCall_LettersAfterAKnownCodeAreNotes: nothing known goes on with the letter.
func TestCall_LettersAfterAKnownCodeAreNotes(t *testing.T) {
	t.Parallel()
	for _, code := range []string{"ACM-258048", "5001", blackScreenTicket, "61001", "ACM-258077"} {
		desk := newCustomerDesk()
		desk.Sales[0].Order.ERPOrderID, desk.Tickets[0].OrderID = "ACM-258048", "5258077"
		uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("C", "esc", "p")
			s.Type(code)
			s.Type("wants a refund")
			s.RequireText("Priya Natarajan ·", "Caller  "+code+"  ", "  wants a refund")
		})
	}
}

// TestCall_LettersAfterASearchForOrdersAreNotes: also when it has found nothing.
func TestCall_LettersAfterASearchForOrdersAreNotes(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("ACM-999999")
		s.RequireText("→ Search orders for ACM-999999")
		s.Press("enter")
		s.RequireText("has no order ACM-999999")
		s.Type("wants a refund")
		s.RequireText("Caller  ACM-999999  ", "  wants a refund")
	})
}

// TestCall_LettersOfANumberStayInIt: while it may go on, and unless a blank ends it.
func TestCall_LettersOfANumberStayInIt(t *testing.T) {
	t.Parallel()
	desk := newCustomerDesk()
	desk.Tickets[0].OrderID, desk.Tickets[1].OrderID = "ERP-2024", "ERP-2024X7"
	for typed, want := range map[string]string{
		"ERP-2024X7":                "ERP-2024X7",
		"JD0002A3345":               "JD0002A3345",
		"JD0002 says it is late":    "JD0002",
		"kim@example.org wants":     "kim@example.org",
		"Kim 2 Wells":               "Kim 2 Wells",
		"Kestrel 14 laptop is loud": "Kestrel 14 laptop is loud",
	} {
		uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("C", "esc", "p")
			s.Type(typed)
			s.RequireText("Caller  " + want + "  ")
		})
	}
}

// TestCall_TheLongestCodeOfACustomerIsTyped: one customer has orders and tickets of both codes.
func TestCall_TheLongestCodeOfACustomerIsTyped(t *testing.T) {
	t.Parallel()
	desk := newCustomerDesk()
	desk.Sales[0].Order.ERPOrderID, desk.Sales[1].Order.ERPOrderID = "ACM-258048", "ACM-258048B"
	desk.Tickets[0].OrderID, desk.Tickets[4].OrderID = "ERP-2024", "ERP-2024X7"
	for typed, want := range map[string]string{
		"ACM-258048B":     "ACM-258048B",
		"ACM-258048asks":  "ACM-258048",
		"ACM-258048 asks": "ACM-258048",
		"ERP-2024X7":      "ERP-2024X7",
		"ERP-2024asks":    "ERP-2024",
	} {
		uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("C", "esc", "p")
			s.Type(typed)
			s.RequireText("Caller  " + want + "  ")
		})
	}
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
		s.Press("N")
		s.RequireText("last needle")
		s.Press("/", "esc", "n")
		s.RequireText("New ticket")
	})
}
