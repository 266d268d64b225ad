package uitest

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// otherAgentClient returns another agent's client of the same desk.
func (s *Driver) otherAgentClient() *client.Client {
	s.t.Helper()
	c, err := client.New(client.Config{
		BaseURL:   "https://desk.example.com",
		KMSURL:    "https://kms.example.com",
		Token:     token,
		User:      orderUser,
		Password:  orderPassword,
		Zone:      Zone,
		Transport: s.service,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// asOther performs an operation as another agent.
func asOther[Req, Ans any](s *Driver, operation wire.Operation[Req, Ans], request Req) Ans {
	s.t.Helper()
	answer, err := client.Call(context.Background(), s.otherAgentClient(), operation, request)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer
}

// OtherAgentAddsTicket lets another agent add a ticket and returns its number.
func (s *Driver) OtherAgentAddsTicket(title string) string {
	s.t.Helper()
	return asOther(s, wire.AddTicket, wire.AddTicketRequest{Title: title}).Ticket.ID.Raw()
}

// OtherAgentEdits lets another agent of the host edit a ticket.
func (s *Driver) OtherAgentEdits(name, ticket string) {
	s.t.Helper()
	s.options.Host.Join(safetext.LineFromText(name)).
		SetEditing(presence.Resource{Kind: wire.UpdateTicket.Name, Record: ticket})
}

// OtherAgentUpdatesTicket lets another agent update a ticket.
func (s *Driver) OtherAgentUpdatesTicket(update wire.UpdateTicketRequest) {
	s.t.Helper()
	asOther(s, wire.UpdateTicket, update)
}

// ColleagueUpdatesTicket lets another agent, whose name the comment then bears, update a ticket.
func (s *Driver) ColleagueUpdatesTicket(name string, update wire.UpdateTicketRequest) {
	s.t.Helper()
	ctx := desk.WithAgent(context.Background(), safetext.LineFromText(name))
	if _, err := client.Call(ctx, s.otherAgentClient(), wire.UpdateTicket, update); err != nil {
		s.t.Fatal(err)
	}
}

// Ticket returns a ticket as stored.
func (s *Driver) Ticket(id string) desk.TicketDetails {
	s.t.Helper()
	found := asOther(s, wire.GetTicket, wire.GetTicketRequest{TicketIDs: id})
	if len(found) != 1 {
		s.t.Fatalf("ticket %s: %d found", id, len(found))
	}
	return found[0]
}

// OtherAgentUpdatesCustomer lets another agent change a customer; values are by the paths of the request.
func (s *Driver) OtherAgentUpdatesCustomer(id string, values map[string]string) {
	s.t.Helper()
	request, err := wire.NewSaveCustomerRequest(id, values)
	if err != nil {
		s.t.Fatal(err)
	}
	asOther(s, wire.UpdateCustomer, request)
}

// OtherAgentUpdatesOrder lets another agent change an order; values are by the paths of the request.
func (s *Driver) OtherAgentUpdatesOrder(id, customer string, values map[string]string) {
	s.t.Helper()
	request, err := wire.NewSaveOrderRequest(id, customer, values)
	if err != nil {
		s.t.Fatal(err)
	}
	asOther(s, wire.UpdateOrder, request)
}

// Customer returns a customer as stored.
func (s *Driver) Customer(id int64) desk.Customer {
	s.t.Helper()
	return asOther(s, wire.GetCustomer, wire.GetCustomerRequest{"service_customer_id": id})
}

// CustomersToday returns the customers that were added today.
func (s *Driver) CustomersToday() []desk.Customer {
	s.t.Helper()
	day := desk.DateOf(s.now().In(Zone)).String()
	return asOther(s, wire.PullCustomer, wire.PullCustomerRequest{"cm_id": cmID, "createStartDate": day, "createEndDate": day})
}

// Orders returns a customer's orders as stored.
func (s *Driver) Orders(customer string) []desk.Order {
	s.t.Helper()
	return asOther(s, wire.PullOrder, wire.PullOrderRequest{"cmId": cmID, "customerIds": customer}).Orders
}

// TicketsToday returns the tickets with a title that were opened today.
func (s *Driver) TicketsToday(title string) []desk.Ticket {
	s.t.Helper()
	day := desk.DateOf(s.now().In(Zone)).String()
	page := asOther(s, wire.PullTicket, wire.PullTicketRequest{StartDate: day, EndDate: day})
	return slices.DeleteFunc(page.Tickets, func(t desk.Ticket) bool { return t.Title.String() != title })
}

// LearnArticles searches the FAQ by every letter, as the search for all articles does, so that all are known here.
func (s *Driver) LearnArticles() {
	s.t.Helper()
	for letter := 'a'; letter <= 'z'; letter++ {
		found := asOther(s, wire.SearchFAQ, wire.SearchFAQRequest{SearchKey: string(letter)})
		if err := s.cmds.Cache.Articles.Put(found, s.now()); err != nil {
			s.t.Fatal(err)
		}
	}
}

// Replay sends a request that another console has made to this desk's service.
func (s *Driver) Replay(r *http.Request) {
	s.t.Helper()
	again := r.Clone(context.Background())
	again.Body = io.NopCloser(strings.NewReader(RequestBody(r)))
	answer, err := s.service.RoundTrip(again)
	if err != nil {
		s.t.Fatal(err)
	}
	body, _ := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		s.t.Fatalf("%s: %s", answer.Status, body)
	}
}
