package uitest

import (
	"context"
	"slices"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// elsewhere is another client of the same desk: what a colleague does meanwhile.
func (s *Story) elsewhere() *client.Client {
	s.t.Helper()
	c, err := client.New(client.Config{
		BaseURL: "https://desk.example.com", KMSURL: "https://kms.example.com", Token: token, User: orderUser, Password: orderPassword, Zone: Zone, Transport: client.NewInProcess(s.Net.handler),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// AddTicket opens a ticket as a colleague elsewhere and answers its number.
func (s *Story) AddTicket(title string) string {
	s.t.Helper()
	receipt, err := client.Call(context.Background(), s.elsewhere(), wire.AddTicket, wire.TicketAdd{Title: title})
	if err != nil {
		s.t.Fatal(err)
	}
	return receipt.Ticket.ID.Raw()
}

// UpdateTicket updates a ticket as a colleague elsewhere.
func (s *Story) UpdateTicket(update wire.TicketUpdate) {
	s.t.Helper()
	if _, err := client.Call(context.Background(), s.elsewhere(), wire.UpdateTicket, update); err != nil {
		s.t.Fatal(err)
	}
}

// Ticket is a ticket as the desk holds it.
func (s *Story) Ticket(id string) desk.Detail {
	s.t.Helper()
	found, err := client.Call(context.Background(), s.elsewhere(), wire.GetTicket, wire.TicketGet{TicketIDs: id})
	if err != nil || len(found) != 1 {
		s.t.Fatalf("ticket %s: %d found, %v", id, len(found), err)
	}
	return found[0]
}

// UpdateCustomer changes a customer as a colleague elsewhere; values are by the paths of the request.
func (s *Story) UpdateCustomer(id string, values map[string]string) {
	s.t.Helper()
	request, err := wire.NewCustomerSave(id, values)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := client.Call(context.Background(), s.elsewhere(), wire.UpdateCustomer, request); err != nil {
		s.t.Fatal(err)
	}
}

// UpdateOrder changes an order as a colleague elsewhere; values are by the paths of the request.
func (s *Story) UpdateOrder(id, customer string, values map[string]string) {
	s.t.Helper()
	request, err := wire.NewOrderSave(id, customer, values)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := client.Call(context.Background(), s.elsewhere(), wire.UpdateOrder, request); err != nil {
		s.t.Fatal(err)
	}
}

// Customer is a customer as the desk holds them.
func (s *Story) Customer(id int64) desk.Customer {
	s.t.Helper()
	found, err := client.Call(context.Background(), s.elsewhere(), wire.GetCustomer, wire.CustomerGet{ID: wire.NewNumber(id)})
	if err != nil {
		s.t.Fatal(err)
	}
	return found
}

// CustomersToday are the customers that were added today.
func (s *Story) CustomersToday() []desk.Customer {
	s.t.Helper()
	day := desk.DayOf(s.now().In(Zone)).String()
	found, err := client.Call(context.Background(), s.elsewhere(), wire.PullCustomer, wire.CustomerPull{Account: cmID, StartDate: day, EndDate: day})
	if err != nil {
		s.t.Fatal(err)
	}
	return found
}

// Orders are a customer's orders as the desk holds them.
func (s *Story) Orders(customer string) []desk.Purchase {
	s.t.Helper()
	page, err := client.Call(context.Background(), s.elsewhere(), wire.PullOrder, wire.OrderPull{
		Account: cmID, OrderFilters: wire.OrderFilters{CustomerIDs: customer},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return page.Purchases
}

// TicketsToday are the tickets with a title that were opened today.
func (s *Story) TicketsToday(title string) []desk.Ticket {
	s.t.Helper()
	day := desk.DayOf(s.now().In(Zone)).String()
	page, err := client.Call(context.Background(), s.elsewhere(), wire.PullTicket, wire.TicketPull{StartDate: day, EndDate: day})
	if err != nil {
		s.t.Fatal(err)
	}
	return slices.DeleteFunc(page.Tickets, func(t desk.Ticket) bool { return t.Title.String() != title })
}
