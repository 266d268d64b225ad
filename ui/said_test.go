package ui_test

import (
	"net/http"
	"path/filepath"
	"testing"

	"frontdesk/ui/uitest"
)

func TestADraftIsSaidToBeKeptOnlyWhenOneIs(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three()}, func(_ *testing.T, s *uitest.Story) {
		s.Press("x")
		s.Sees("Closed")
		s.Press("esc")
		s.Misses("kept as a draft", "✎")
		s.Press("u")
		s.Sees("Unattended · US")
		s.Press("esc", "x")
		s.Type("It turns again")
		s.Press("esc")
		s.Sees("✎ kept as a draft", "✎ "+black)
	})
}

func TestWhatWasSavedIsNotSaidOfTheNextForm(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three()}, func(_ *testing.T, s *uitest.Story) {
		comment(s, "Called back")
		s.Press("ctrl+s")
		s.Sees("saved 14:02 ✓")
		s.Press("j")
		s.Sees("saved 14:02 ✓")
		s.Press("u")
		s.Misses("saved")
	})
}

func TestWhatLeadsToAListIsGoneOnceItIsOpen(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: three(), Dir: dir}, func(_ *testing.T, s *uitest.Story) {
		unreachable(s, "First")
		s.Press("D")
		s.Sees("put into the outbox: O lists it")
		s.Press("esc", "O")
		s.Misses("O lists it")
		s.Press("esc", "j")
		comment(s, "Half a sentence")
	})
	uitest.Run(t, uitest.Options{Desk: three(), Dir: dir}, func(_ *testing.T, s *uitest.Story) {
		s.Sees("✎ a draft waits: D lists it · ⇪ 1 in the outbox: O")
		s.Press("D")
		s.Sees("⇪ 1 in the outbox: O")
		s.Press("x", "x", "esc")
	})
	uitest.Run(t, uitest.Options{Desk: three(), Dir: dir}, func(_ *testing.T, s *uitest.Story) {
		s.Sees("⇪ 1 in the outbox: O")
		s.Press("O", "esc")
		s.Misses("in the outbox: O")
	})
}

func TestTheJournalOpensTicketsAndCustomersAndSaysWhyNotOrders(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: served(), Height: 36}, func(t *testing.T, s *uitest.Story) {
		s.Press("N")
		s.Type("Marta Weiss")
		put(t, s, "Phone", "4477")
		s.Press("ctrl+s", "enter")
		s.Sees("customer 61003 added ✓")
		s.Press("a")
		put(t, s, "Payment", "card")
		s.Press("ctrl+s", "enter", "i", "L")
		s.Sees("New order", "New customer", "esc back")
		s.Misses("⏎ open")
		s.Press("enter")
		s.Sees("orders are shown with their customer: F finds one", "What you wrote today")
		s.Press("j")
		s.Sees("⏎ open")
		s.Press("enter")
		s.Misses("What you wrote today")
		s.Sees("Marta Weiss", "4477")
	})
}

func TestATicketForACustomerWithoutAnAddressIsSaidToNameNobody(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: served(), Height: 36}, func(_ *testing.T, s *uitest.Story) {
		s.Press("j", "C", "C", "n")
		s.Sees("New ticket for Jonas Lindqvist", "not known: without it no customer is named")
		s.Press("esc", "i", "k", "C", "C", "n")
		s.Sees("New ticket for Priya Natarajan", "priya@example.com")
	})
}

func TestAPlusBeforeAPhoneNumberIsSaidToBeTooMuch(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: served()}, func(t *testing.T, s *uitest.Story) {
		s.Press("N")
		put(t, s, "Phone", "+44 7700 900-123")
		s.Press("tab")
		s.Sees("+447700900123", "✗ must be digits alone: leave the + out")
	})
}

func TestACallbackThatStaysIsSaidInItsEmptyField(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three()}, func(_ *testing.T, s *uitest.Story) {
		s.Press("b")
		s.Type("2026-11-24 12:20")
		s.Sees("→ Tue 2026-11-24 12:20")
		s.Press("ctrl+s", "b")
		s.Sees("▌ Call back stays Tue 24 Nov 12:20 ")
	})
}

func TestThatAFormIsBeingSentIsNotSaidLongerThanItIs(t *testing.T) {
	uitest.Run(t, uitest.Options{Desk: three()}, func(_ *testing.T, s *uitest.Story) {
		comment(s, "Called back")
		s.Net.Bend(func(r *http.Request, _ func() (*http.Response, error)) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		})
		s.Press("ctrl+s", "esc")
		s.Sees("the form is being sent: wait for the answer")
		s.Pass(minute)
		s.Sees("✗ not sent:")
		s.Misses("the form is being sent")
	})
}
