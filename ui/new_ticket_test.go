package ui_test

import (
	"strings"
	"testing"

	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

func TestNewTicket_CallerWithoutAnEmailIsNamedInTheDetails(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		uitest.Run(t, uitest.Options{Width: size[0], Height: size[1], Desk: newOrderDesk()}, func(t *testing.T, s *uitest.Driver) {
			s.Press(":new-customer")
			s.Type("Tom Reid")
			replaceText(t, s, "Phone", "5550177")
			s.Press("ctrl+s", "enter")
			s.RequireText("customer 6 added ✓")
			s.Press("n")
			s.RequireText("New ticket for Tom Reid", "Not linked to Tom Reid", "tickets are linked by e-mail",
				"Customer: Tom Reid, 6", "Phone: 5550177")
			s.Type("Door lock jams")
			focusField(t, s, "Details")
			s.Type("It jams since Monday.")
			s.Press("ctrl+s")
			s.RequireText("opened 7")
			all := s.TicketsToday("Door lock jams")
			if len(all) != 1 {
				t.Fatalf("the service holds %+v", all)
			}
			details := s.Ticket(all[0].ID.Raw()).Body.Text().String()
			for _, want := range []string{"Customer: Tom Reid, 6", "Phone: 5550177", "It jams since Monday."} {
				if !strings.Contains(details, want) {
					t.Errorf("%q is not in the details: %q", want, details)
				}
			}
		})
	}
}

func TestNewTicket_WithAnEmailTypedItIsLinked(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk(), Height: 36}, func(t *testing.T, s *uitest.Driver) {
		s.Press("j", "C", "C", "n")
		s.RequireText("Not linked to Jonas Lindqvist")
		replaceText(t, s, "E-mail", "jonas@example.com")
		s.RequireNoText("Not linked")
		s.Press("ctrl+a", "ctrl+k")
		s.RequireText("Not linked to Jonas Lindqvist")
	})
}

func TestNewTicket_ForACustomerWithAnEmailSaysNothingMore(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newCustomerDesk(), Height: 36}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", "C", "n")
		s.RequireText("New ticket for Priya Natarajan", "priya@example.com")
		s.RequireNoText("Not linked", "Customer: Priya")
	})
}

func TestNewTicket_MaskedPhoneIsNotPutIntoTheDetails(t *testing.T) {
	d := newOrderDesk()
	d.Customers[0].Contacts[0].Email = ""
	uitest.Run(t, uitest.Options{Desk: d, Height: 36}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("C", "C", "n")
		s.RequireText("Not linked to Isla MacPherson", "Customer: Isla MacPherson, 5")
		s.RequireNoText("Phone:")
	})
}

func TestNewTicket_FromATicketWithAPhoneOnlyTakesThePhoneOver(t *testing.T) {
	d := newDesk(newTicket("713516551148", "Screen stays black", 2, func(t *store.Ticket) { t.Email = "" }))
	uitest.Run(t, uitest.Options{Desk: d, Height: 36}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("enter", "n")
		s.RequireText("New ticket", "Not linked to a customer", "Phone: 5550100")
		s.Press("esc", "esc", "n")
		s.RequireNoText("Not linked", "Phone:")
	})
}
