package ui_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

const pullCustomer = "select-customer-between"

// TestFinder_ShowsWhatIsLoadedAfterItWasTyped: in the finder and in a call, with the cursor on its row.
func TestFinder_ShowsWhatIsLoadedAfterItWasTyped(t *testing.T) {
	for key, underCursor := range map[string]string{
		"F": "Searching customers added on", // day by day
		"p": "no customer: ",                // the call is taken without one
	} {
		uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
			s.OtherAgentAddsTicket("Order ACM-777123 is lost")
			s.Press(key)
			s.Type("ACM-777123")
			s.RequireNoText("“Order ACM-777123 is lost”")
			s.Press("down")
			s.Advance(time.Minute)
			s.RequireText("“Order ACM-777123 is lost”")
			release := s.Net.HoldAnswers(pullCustomer)
			defer release()
			s.Press("enter")
			s.RequireText(underCursor)
		})
	}
}

func TestFinder_CachedCustomerIsFoundWhileTyping(t *testing.T) {
	wanted := map[string]string{
		"98765 43210":       "Priya Natarajan",
		"+91-98765-43210":   "Priya Natarajan",
		"098765 43210":      "Priya Natarajan",
		"43210":             "Priya Natarajan",
		"priya@example":     "Priya Natarajan",
		"natarajan pri":     "Priya Natarajan",
		"ravi":              "Priya Natarajan", // a contact of hers
		"c-1234":            "Priya Natarajan",
		"61001":             "Priya Natarajan",
		"priya nataraian":   "maybe Priya Natarajan",
		"priya natarajna":   "maybe Priya Natarajan",
		"91 88888 84455":    "maybe Priya Natarajan", // as far as the masked phone shows
		"ravi@example.com":  "maybe Priya Natarajan",
		"+46 70 555 0199":   "maybe Jonas Lindqvist",
		"lindqvist":         "Jonas Lindqvist",
		"713516551148":      "Priya Natarajan",
		"55501":             "“Who is this”", // the ticket that names nobody
		"nobody like this":  "Found nobody among",
		"5550100":           "Priya Natarajan", // her ticket's phone
		"customer@example.": "Jonas Lindqvist",
	}
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(t *testing.T, s *uitest.Driver) {
		s.Press("C", "j") // both were seen, and are known
		for typed, want := range wanted {
			s.Press("F")
			s.Type(typed)
			s.RequireText(want)
			s.Press("esc")
		}
		if n := s.Net.Calls(pullCustomer); n != 0 {
			t.Errorf("the service was asked %d times", n)
		}
	})
}

func TestFinder_CustomerIsOpenedOverTheWholeWidth(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", "F")
		s.Type("9876543210")
		s.Press("enter")
		s.RequireText("Priya Natarajan", "4 Temple Road", "Orders 2")
		s.RequireNoText("All 5", "Find a customer")
		s.Press("esc")
		s.RequireText("All 5")
	})
}

func TestFinder_CustomerNumberIsFetchedAtOnce(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 80, Height: 24, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("F")
		s.Type("61002")
		s.Press("enter")
		s.RequireText("Jonas Lindqvist", "C-77")
		s.Press("F")
		s.Type("4711")
		s.Press("enter")
		s.RequireText("The service has no customer 4711.", "Find a customer")
		s.Net.Down()
		s.Press("enter")
		s.Advance(minute)
		s.RequireText("✗", "Find a customer")
	})
}

func TestFinder_CallerWithoutACustomerIsFoundByTicket(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("F")
		s.Type("5550100")
		s.RequireText("“Who is this”", "“Refund not received”", "61002", "2 tickets")
		s.Type("x")
		s.Press("backspace", "down", "down", "enter")
		s.RequireText("This ticket names no customer.")
	})
}

func TestFinder_SearchesBackToTheFirstMatch(t *testing.T) {
	for typed, day := range map[string]string{
		"0176 5550142":      "28 Oct 2026",
		"+49 176 5550142":   "28 Oct 2026",
		"mirela@example.de": "28 Oct 2026",
		"Mirela":            "28 Oct 2026",
		"cx-9":              "28 Oct 2026",
	} {
		t.Run(typed, func(t *testing.T) {
			desk := newCustomerDesk()
			desk.Customers = append(desk.Customers, store.Customer{
				ID: 61003, Name: "Mirela Kovač", Code: "CX-9", Created: time.Date(2026, 10, 31, 12, 0, 0, 0, uitest.Zone).Unix(),
				Contacts: []store.Contact{{ID: 9, Name: "Mirela Kovač", CountryCode: "49", Phone: "1765550142", Email: "Mirela@example.de"}},
			})
			uitest.Run(t, uitest.Options{Desk: desk}, func(t *testing.T, s *uitest.Driver) {
				s.Press("F")
				s.Type(typed)
				s.RequireText("Search older customers, day by day (slow)")
				s.Press("ctrl+r")
				s.RequireText("Mirela Kovač", "Found 1 customer among those added from 28 Oct to 20 Nov (24 days).", "Search before "+day)
				calls := s.Net.Calls(pullCustomer)
				s.Advance(minute)
				if n := s.Net.Calls(pullCustomer); n != calls {
					t.Errorf("it went on by itself: %d calls more", n-calls)
				}
				s.Press("enter")
				s.RequireText("CX-9")
			})
		})
	}
}

func TestFinder_SearchBackIsStoppedAndContinued(t *testing.T) {
	slow := func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
		if strings.Contains(r.URL.Path, pullCustomer) {
			select {
			case <-time.After(5 * time.Second):
			case <-r.Context().Done():
				return nil, r.Context().Err()
			}
		}
		return pass()
	}
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk(), Intercept: slow}, func(t *testing.T, s *uitest.Driver) {
		s.Press("F")
		s.Type("nobody at all")
		s.Press("ctrl+r")
		s.RequireText("Searching customers added on 20 Nov and before…", "esc stop")
		s.Advance(12 * time.Second)
		s.RequireText("Searching customers added on 12 Nov and before… 8 days done, nobody yet.")
		s.Press("esc")
		s.RequireText("No customer with this name was added from 13 Nov to 20 Nov (8 days).", "Search before 13 Nov 2026")
		calls := s.Net.Calls(pullCustomer)
		s.Advance(minute)
		if n := s.Net.Calls(pullCustomer); n != calls {
			t.Errorf("%d calls after it was stopped", n-calls)
		}
		s.Press("enter")
		s.Advance(6 * time.Second)
		s.RequireText("12 days done")
		s.Press("esc", "esc")
		s.RequireNoText("Find a customer")
	})
}

func TestFinder_SearchBackEndsAfterAYear(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("F")
		s.Type("nobody at all")
		s.Press("ctrl+r")
		s.Advance(minute)
		s.RequireText("No customer with this name was added from 18 Nov 2025 to 20 Nov 2026 (368 days).", "Search before")
	})
}

func TestFinder_SaysWhatFitsWhenTheColumnsDoNotShowIt(t *testing.T) {
	for typed, want := range map[string]string{
		"91 88888 84455": "last digits",
		"c-12":           "code C-1234",
		"713516551148":   "ticket 713516551148",
	} {
		uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("C", "j", "F") // both were seen, and are known
			s.Type(typed)
			s.RequireText(want)
		})
	}
}

func TestFinder_NumberThatNobodyHasIsSaidWithItsDays(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("F")
		s.Type("+46 8 5550 9999")
		s.Press("ctrl+r")
		s.Advance(minute)
		s.RequireText("No customer with this phone number was added from 18 Nov 2025 to 20 Nov 2026 (368 days).")
	})
}

func TestFinder_FailedDayIsNamedAndTriedAgain(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("F")
		s.Type("Jonas")
		s.Net.Intercept(func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
			if strings.Contains(uitest.RequestBody(r), "2026-11-15") {
				return nil, uitest.ErrDown
			}
			return pass()
		})
		s.Press("ctrl+r")
		s.Advance(minute)
		s.RequireText("✗ 15 Nov 2026: the service cannot be reached")
		s.Net.Up()
		s.Press("ctrl+r")
		s.RequireText("Jonas Lindqvist", "Found 1 customer among those added")
	})
}

func TestFinder_WithoutAnAccountIDDaysAreNotSearched(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk(), NoAccount: true}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("F")
		s.Type("Jonas")
		s.Press("ctrl+r")
		s.RequireText("Not searched:", "FRONTDESK_CM_ID")
	})
}
