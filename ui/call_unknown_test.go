package ui_test

import (
	"testing"
	"time"

	"frontdesk/internal/store"
	"frontdesk/ui/uitest"
)

// TestCall_NumberThatIsNoCustomersIsTheCallersPhone: a phone number that was tried as the number of a customer belongs
// to a caller without a customer.
func TestCall_NumberThatIsNoCustomersIsTheCallersPhone(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("4477123")
		s.RequireText("Load customer number 4477123")
		s.Press("enter")
		s.RequireText("Caller without a name · 4477123", "the service has no such customer", "Orders belong to a customer")
		s.RequireNoText("customer 4477123 ", "loading the orders")
		s.Press("ctrl+n")
		s.RequireText("New ticket")
		s.RequireNoText("Not linked to customer")
	})
}

// TestCall_NameAndNumberThatNobodyHasAreTheCallers: a new ticket and a new customer take them over.
func TestCall_NameAndNumberThatNobodyHasAreTheCallers(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"Erika Muster 030 123456":        "Erika Muster · 030 123456",
		"Erika Muster erika@example.net": "Erika Muster · erika@example.net",
		"Erika 0301234567 e@example.net": "Erika · 0301234567 · e@example.net",
		"order ZZZ-998877":               "Caller without a name  ",
		"Erika Muster":                   "Erika Muster  ",
	} {
		uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("p")
			s.Type(typed)
			s.DoubleClickOn("Take the call as")
			s.RequireText(want)
		})
	}
}

// TestCall_CallerIsLoadedAgainOnceTheServiceIsBack: nothing is loading while the service is away.
func TestCall_CallerIsLoadedAgainOnceTheServiceIsBack(t *testing.T) {
	t.Parallel()
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Net.Down()
		s.Press("p")
		s.Type("61001")
		s.Press("enter")
		s.Advance(2 * time.Minute)
		s.RequireText("✗ the service cannot be reached", "Not loaded")
		s.RequireNoText("loading")
		s.Net.Up()
		s.Advance(2 * time.Minute)
		s.RequireText("Priya Natarajan", "Orders 2")
		s.RequireNoText("✗", "Not loaded")
	})
}

// TestCall_BeginsWithTheTicketOfTheOrderThatWasReadOut: unless it is closed and the caller has an open one.
func TestCall_BeginsWithTheTicketOfTheOrderThatWasReadOut(t *testing.T) {
	for _, c := range []struct {
		others, about, want string // the sub-statuses, and the ticket of the notes
	}{
		{"US", "US", "The one of the order"},
		{"CL", "CL", "The one of the order"},
		{"US", "CL", "A newer one"},
	} {
		desk := newCustomerDesk()
		desk.Tickets = append(desk.Tickets,
			newTicket("713516559002", "A newer one", 1, withCustomer(61002), func(t *store.Ticket) { t.SubStatus = c.others }),
			newTicket("713516559001", "The one of the order", 60, withCustomer(61002), func(t *store.Ticket) {
				t.SubStatus, t.OrderID = c.about, "5256087"
			}),
		)
		for i := range desk.Tickets {
			desk.Tickets[i].TaskID = int64(i + 1)
		}
		desk.Tickets[1].SubStatus = "CL"
		uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: desk}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("p")
			s.Type("ACM-256087")
			s.Press("enter")
			s.RequireRow("Notes go to", c.want)
		})
	}
}

func TestCall_SaysThatNobodyKnownHasTheNumber(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("+44 1632 960123 wants an invoice")
		s.RequireText("No known caller matches “+44 1632", "ctrl+n opens a ticket for them", "  wants an invoice")
		s.Press("ctrl+n")
		s.RequireText("▌ Title", "Notes have no ticket yet")
		s.RequireNoText("▌ Notes", "opens one for this")
		s.Press("esc")
		s.RequireText("▌ Notes", "Notes have no ticket yet: ctrl+n opens one for this caller")
	})
}

func TestCall_NamesTheCallerInANarrowPane(t *testing.T) {
	uitest.Run(t, uitest.Options{Width: 120, Height: 36, Desk: newCustomerDesk()}, func(_ *testing.T, s *uitest.Driver) {
		s.Press("p")
		s.Type("+44 1632 960123")
		s.Press("enter")
		s.RequireText("no customer: ctrl+t adds this caller")
		s.Press("ctrl+n")
		s.RequireText("New ticket", "  Caller without a name")
	})
}

func TestCall_ShowsDeadlinesAndWhatIsKnownOfTheCaller(t *testing.T) {
	t.Parallel()
	d := newCustomerDesk()
	d.Tickets[0].Callback, d.Tickets[0].NextFollowUp, d.Tickets[0].Due = true, minutes(90), minutes(-60)
	d.Customers[0].CustomerRemarks = "Rings twice"
	for _, size := range [][2]int{{120, 36}, {200, 50}} {
		uitest.Run(t, uitest.Options{Width: size[0], Height: size[1], Desk: d}, func(_ *testing.T, s *uitest.Driver) {
			s.Press("p")
			s.Type("713516551148")
			s.Press("enter")
			s.RequireText("! Out of SLA", "☎ Call back today 15:32", "4 Temple Road", "Rings twice", "C-1234 · Individual · Gold")
			s.RequireRow("●", "Screen stays black", "−")
		})
	}
}
