package ui_test

import (
	"net/http"
	"path/filepath"
	"testing"

	"frontdesk/ui/uitest"
)

func TestStatusLine_DraftIsReportedOnlyWhenOneIsKept(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("x")
		s.RequireText("Closed")
		s.Press("esc")
		s.RequireNoText("kept as a draft", "✎")
		s.Press("u")
		s.RequireText("Unattended · US")
		s.Press("esc", "x")
		s.Type("It turns again")
		s.Press("esc")
		s.RequireText("✎ kept as a draft", "✎ …551148")
	})
}

func TestStatusLine_SavedIsNotShownInTheNextForm(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Called back")
		s.Press("ctrl+s")
		s.RequireText("saved 14:02 ✓")
		s.Press("j")
		s.RequireText("saved 14:02 ✓")
		s.Press("u")
		s.RequireNoText("saved")
	})
}

func TestStatusLine_HintToAListDisappearsWhenItOpens(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "drafts")
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir}, func(_ *testing.T, s *uitest.Driver) {
		sendWhileDown(s, "First")
		s.RequireText("moved to the outbox: D lists it")
		s.Press("D")
		s.RequireNoText("D lists it")
		s.Press("esc", "j")
		typeComment(s, "Half a sentence")
	})
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("✎ 1 unsent draft · ⇪ 1 in the outbox · D lists what is unsent")
		s.Press("D")
		s.RequireNoText("1 unsent draft")
		s.Press("j", "x", "x", "esc")
	})
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree(), Dir: dir}, func(_ *testing.T, s *uitest.Driver) {
		s.RequireText("⇪ 1 in the outbox · D lists what is unsent")
		s.Press("D", "esc")
		s.RequireNoText("in the outbox")
	})
}

func TestStatusLine_JournalSaysWhyAnOrderIsNotOpened(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk(), Height: 36}, func(t *testing.T, s *uitest.Driver) {
		s.Press(":new-customer")
		s.Type("Marta Weiss")
		replaceText(t, s, "Phone", "4477")
		s.Press("ctrl+s", "enter")
		s.RequireText("customer 61003 added ✓")
		s.Press("a")
		replaceText(t, s, "Payment", "card")
		s.Press("ctrl+s", "enter", "i", "D")
		s.RequireText("New order", "New customer", "esc close")
		s.RequireNoText("⏎ open")
		s.Press("enter")
		s.RequireText("orders are shown with their customer: F finds one", "My work")
		s.Press("j")
		s.RequireText("⏎ open")
		s.Press("enter")
		s.RequireNoText("My work")
		s.RequireText("Marta Weiss", "4477")
	})
}

func TestStatusLine_NewTicketWithoutACustomerAddressIsReported(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk(), Height: 36}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("j", "C", "C", "n")
		s.RequireText("New ticket for Jonas Lindqvist", "none: the ticket names no customer")
		s.Press("esc", "i", "k", "C", "C", "n")
		s.RequireText("New ticket for Priya Natarajan", "priya@example.com")
	})
}

func TestNewCustomer_PhoneNumberIsTakenAsItIsWritten(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press(":new-customer")
		replaceText(t, s, "Phone", "+44 (7700) 900-123")
		s.Press("tab")
		s.RequireText("447700900123")
		s.RequireNoText("must be digits", "+44")
	})
}

func TestStatusLine_CallbackThatStaysIsNamedInItsEmptyField(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("b")
		s.Type("2026-11-24 12:20")
		s.RequireText("→ Tue 2026-11-24 12:20")
		s.Press("ctrl+s", "b", "b")
		s.RequireText("▌ Callback stays Tue 24 Nov 12:20 ")
	})
}

func TestStatusLine_SendingEndsWithTheSubmission(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfThree()}, func(_ *testing.T, s *uitest.Driver) {
		typeComment(s, "Called back")
		s.Net.Intercept(func(r *http.Request, _ uitest.Pass) (*http.Response, error) {
			<-r.Context().Done()
			return nil, r.Context().Err()
		})
		s.Press("ctrl+s", "esc")
		s.RequireText("the form is being sent: wait for the answer")
		s.Advance(minute)
		s.RequireText("✗ not sent:")
		s.RequireNoText("the form is being sent")
	})
}
