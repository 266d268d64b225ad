package uitest

import (
	"context"
	"slices"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// otherAgentClient returns another agent's client of the same desk.
func (s *Driver) otherAgentClient() *client.Client {
	s.t.Helper()
	c, err := client.New(client.Config{
		BaseURL: "https://desk.example.com", KMSURL: "https://kms.example.com", Token: token, User: orderUser, Password: orderPassword, Zone: Zone, Transport: client.NewHandlerTransport(s.Net.handler),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// AddTicket adds a ticket as another agent and returns its number.
func (s *Driver) AddTicket(title string) string {
	s.t.Helper()
	response, err := client.Call(context.Background(), s.otherAgentClient(), wire.AddTicket, wire.AddTicketRequest{Title: title})
	if err != nil {
		s.t.Fatal(err)
	}
	return response.Ticket.ID.Raw()
}

// UpdateTicket updates a ticket as another agent.
func (s *Driver) UpdateTicket(update wire.UpdateTicketRequest) {
	s.t.Helper()
	if _, err := client.Call(context.Background(), s.otherAgentClient(), wire.UpdateTicket, update); err != nil {
		s.t.Fatal(err)
	}
}

// Ticket returns a ticket as stored.
func (s *Driver) Ticket(id string) desk.TicketDetails {
	s.t.Helper()
	found, err := client.Call(context.Background(), s.otherAgentClient(), wire.GetTicket, wire.GetTicketRequest{TicketIDs: id})
	if err != nil || len(found) != 1 {
		s.t.Fatalf("ticket %s: %d found, %v", id, len(found), err)
	}
	return found[0]
}

// UpdateCustomer changes a customer as another agent; values are by the paths of the request.
func (s *Driver) UpdateCustomer(id string, values map[string]string) {
	s.t.Helper()
	request, err := wire.NewSaveCustomerRequest(id, values)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := client.Call(context.Background(), s.otherAgentClient(), wire.UpdateCustomer, request); err != nil {
		s.t.Fatal(err)
	}
}

// UpdateOrder changes an order as another agent; values are by the paths of the request.
func (s *Driver) UpdateOrder(id, customer string, values map[string]string) {
	s.t.Helper()
	request, err := wire.NewSaveOrderRequest(id, customer, values)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := client.Call(context.Background(), s.otherAgentClient(), wire.UpdateOrder, request); err != nil {
		s.t.Fatal(err)
	}
}

// Customer returns a customer as stored.
func (s *Driver) Customer(id int64) desk.Customer {
	s.t.Helper()
	found, err := client.Call(context.Background(), s.otherAgentClient(), wire.GetCustomer, wire.GetCustomerRequest{ID: wire.NewLooseInt(id)})
	if err != nil {
		s.t.Fatal(err)
	}
	return found
}

// CustomersToday returns the customers that were added today.
func (s *Driver) CustomersToday() []desk.Customer {
	s.t.Helper()
	day := desk.DateOf(s.now().In(Zone)).String()
	found, err := client.Call(context.Background(), s.otherAgentClient(), wire.PullCustomer, wire.PullCustomerRequest{Account: cmID, StartDate: day, EndDate: day})
	if err != nil {
		s.t.Fatal(err)
	}
	return found
}

// Orders returns a customer's orders as stored.
func (s *Driver) Orders(customer string) []desk.Order {
	s.t.Helper()
	page, err := client.Call(context.Background(), s.otherAgentClient(), wire.PullOrder, wire.PullOrderRequest{
		Account: cmID, OrderFilters: wire.OrderFilters{CustomerIDs: customer},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return page.Orders
}

// TicketsToday returns the tickets with a title that were opened today.
func (s *Driver) TicketsToday(title string) []desk.Ticket {
	s.t.Helper()
	day := desk.DateOf(s.now().In(Zone)).String()
	page, err := client.Call(context.Background(), s.otherAgentClient(), wire.PullTicket, wire.PullTicketRequest{StartDate: day, EndDate: day})
	if err != nil {
		s.t.Fatal(err)
	}
	return slices.DeleteFunc(page.Tickets, func(t desk.Ticket) bool { return t.Title.String() != title })
}
