package ui_test

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// newCodeDesk is a desk with an order whose code no loaded ticket names.
func newCodeDesk() *store.Dataset {
	desk := newCustomerDesk()
	desk.Sales[0].Order.ERPOrderID = "ACM-258048"
	desk.Sales[0].Order.Added = uitest.Now.Unix()
	return desk
}

func TestDoors_TicketThatIsNotLoadedIsOpenedByItsNumber(t *testing.T) {
	for name, ask := range map[string]func(s *uitest.Driver, number string){
		"finder": func(s *uitest.Driver, number string) { s.Press("F"); s.Type(number); s.Press("enter") },
		"palette": func(s *uitest.Driver, number string) {
			s.Press("ctrl+p")
			s.Type("#" + number)
			s.Press("down", "enter")
		},
		"filter": func(s *uitest.Driver, number string) { s.Press("6", "/"); s.Type(number); s.Press("enter", "enter") },
		"pasted into the filter": func(s *uitest.Driver, number string) {
			s.Press("6", "/")
			s.Paste("\u2068" + number + "\u2069")
			s.Press("enter", "enter")
		},
	} {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCodeDesk()}, func(_ *testing.T, s *uitest.Driver) {
				late := s.OtherAgentAddsTicket("Arrived this minute") // nobody has told the console
				ask(s, late)
				s.RequireText("Arrived this minute", late)
			})
		})
	}
}

func TestDoors_TicketThatIsNowhereIsSaid(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCodeDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("F")
		s.Type("713599999999")
		s.RequireText("→ Open ticket 713599999999 from the service")
		s.Press("enter")
		s.RequireText("the service has no ticket 713599999999")
		s.Net.Down()
		s.Press("F")
		s.Type("713599999998")
		s.Press("enter")
		s.Advance(minute)
		s.RequireText("ticket 713599999998 could not be loaded")
	})
}

func TestDoors_OrdersAreSearchedByTheirCode(t *testing.T) {
	for name, ask := range map[string]func(s *uitest.Driver, code string){
		"finder":  func(s *uitest.Driver, code string) { s.Press("F"); s.Type(code); s.Press("enter") },
		"palette": func(s *uitest.Driver, code string) { s.Press("ctrl+p"); s.Type(code); s.Press("down", "enter") },
		"filter":  func(s *uitest.Driver, code string) { s.Press("6", "/"); s.Type(code); s.Press("enter", "enter") },
		"pasted":  func(s *uitest.Driver, code string) { s.Paste(code + "\n"); s.Press("enter") },
		"call":    func(s *uitest.Driver, code string) { s.Press("p"); s.Type(code); s.Press("enter") },
	} {
		t.Run(name, func(t *testing.T) {
			uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCodeDesk()}, func(t *testing.T, s *uitest.Driver) {
				var asked string
				s.Net.InterceptPath(pullOrder, func(r *http.Request, pass uitest.Pass) (*http.Response, error) {
					sent, _ := io.ReadAll(r.Body)
					r.Body = io.NopCloser(bytes.NewReader(sent))
					if asked == "" {
						asked = string(sent)
					}
					return pass()
				})
				ask(s, "ACM-258048")
				s.RequireText("Found 1 order for ACM-258048.")
				for _, want := range []string{`"erpOrderId":"ACM-258048"`, `"generationStartDate":"2025-11-20"`, `"generationEndDate":"2026-11-20"`} {
					if !strings.Contains(asked, want) {
						t.Errorf("the service was asked with %s, without %s", asked, want)
					}
				}
				s.Press("enter")
				s.RequireText("Priya Natarajan")
			})
		})
	}
}

func TestDoors_ServiceThatRefusesTheSearchOfOrdersSaysSo(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCodeDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("F")
		s.Type("ACM-999999")
		s.Press("enter")
		s.RequireText("The service has no order ACM-999999 created from")
		s.Press("esc")
		s.Net.InterceptPath(pullOrder, func(r *http.Request, _ uitest.Pass) (*http.Response, error) {
			return uitest.Response(r, http.StatusBadRequest, `{"status":"failed","message":"erpOrderId is not searched here"}`), nil
		})
		s.Press("F")
		s.Type("ACM-258048")
		s.Press("enter")
		s.RequireText("✗ orders:", "erpOrderId is not searched here")
	})
}

func TestDoors_WhatIsNoNumberIsOffered(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCodeDesk()}, func(_ *testing.T, s *uitest.Driver) {
		for _, typed := range []string{"priya", "mp3", "+91 98765 43210", "555-0199-77", "a@b.example"} {
			s.Press("F")
			s.Type(typed)
			s.RequireNoText("Open ticket", "Search orders")
			s.Press("esc")
		}
		s.Press("6", "/")
		s.Type("mp3 player")
		s.Press("enter")
		s.RequireNoText("Find a customer")
	})
}

// TestDoors_ACodeWithLettersIsNoTicketsNumber where the numbers of tickets are digits.
func TestDoors_ACodeWithLettersIsNoTicketsNumber(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCodeDesk()}, func(_ *testing.T, s *uitest.Driver) {
		for _, open := range []string{"F", "ctrl+p", "p"} {
			s.Press(open)
			s.Type("ACM-258048")
			s.RequireText("ACM-258048")
			s.RequireNoText("Open ticket ACM")
			s.Press("esc", "esc")
		}
	})
}

func TestDoors_OrdersOfAnotherCodeAreNotShown(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCodeDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Answer(pullOrder, `{"status":"success","message":[{"order_id":"9001","customer_id":61002,"erp_order_id":"ACM-111111"}]}`)
		s.Press("F")
		s.Type("ACM-258048")
		s.Press("enter")
		s.RequireText("The service has no order ACM-258048")
		s.RequireNoText("9001", "61002")
	})
}
