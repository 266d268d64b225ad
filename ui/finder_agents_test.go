package ui_test

import (
	"testing"

	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// newDeskOfPhoneTickets is a desk with a ticket that Mei Lin, an agent, has opened for a caller.
func newDeskOfPhoneTickets() *store.Dataset {
	byMei := func(t *store.Ticket) { t.CreatorName, t.Phone = "Mei Lin", "447700900481" }
	ofMei := func(t *store.Ticket) { t.AssignedName = "Mei Lin" }
	return newDesk(
		newTicket("713516551148", "Ordered with my account", 1, byMei),
		newTicket("713516551149", "Screen stays black", 2, ofMei),
	)
}

// TestFinder_AgentWhoOpenedATicketIsNoCustomer: the caller would be spoken to by the agent's name.
func TestFinder_AgentWhoOpenedATicketIsNoCustomer(t *testing.T) {
	for _, key := range []string{"F", "p"} {
		uitest.Run(t, uitest.Options{Desk: newDeskOfPhoneTickets()}, func(_ *testing.T, s *uitest.Driver) {
			s.Press(key)
			s.Type("447700900481")
			s.RequireText("“Ordered with my account”")
			s.RequireNoText("Mei Lin: ")
		})
		uitest.Run(t, uitest.Options{Desk: newDeskOfPhoneTickets()}, func(_ *testing.T, s *uitest.Driver) {
			s.Press(key)
			s.Type("mei lin")
			s.RequireNoText("“Ordered with my account”")
		})
	}
}

// TestCall_AgentWhoOpenedTheTicketIsNotTheCaller: the ticket names no customer.
func TestCall_AgentWhoOpenedTheTicketIsNotTheCaller(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Desk: newDeskOfPhoneTickets()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("447700900481")
		s.Press("enter")
		s.RequireText("447700900481", "Notes go to 713516551148")
		s.RequireNoText("Mei Lin ·", "Mei Lin  ")
	})
}
