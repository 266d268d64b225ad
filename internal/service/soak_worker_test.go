package service_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// round is the records of one round of a client; all texts derive from its name.
type round struct {
	name     string
	customer int64
	order    string
	ticket   string
}

func (r round) customerID() string { return strconv.FormatInt(r.customer, 10) }
func (r round) email() string      { return r.name + "@example.com" }
func (r round) city() string       { return "city of " + r.name }
func (r round) delivery() string   { return "on its way to " + r.name }
func (r round) comment() string    { return "called " + r.name }

// soakWorker is a client that calls all operations in rounds.
type soakWorker struct {
	*client.Client
	number int
	done   []round
	fault  error
}

// manyRounds is more than a client makes, so that its notes do not count as a heap that grows.
const manyRounds = 2000

func newWorker(t *testing.T, url string, number int) *soakWorker {
	t.Helper()
	c, err := client.New(client.Config{BaseURL: url, KMSURL: url, Token: "c2VjcmV0", User: "orders", Password: "hush", Zone: time.UTC})
	if err != nil {
		t.Fatal(err)
	}
	return &soakWorker{Client: c, number: number, done: make([]round, 0, manyRounds)}
}

// work does rounds until enough is done, and completes the last one.
func (w *soakWorker) work(ctx, enough context.Context) {
	for enough.Err() == nil && len(w.done) < manyRounds {
		if w.doRound(ctx); w.fault != nil {
			return
		}
	}
}

// doRound does everything once, up to the first fault.
func (w *soakWorker) doRound(ctx context.Context) {
	r := round{name: fmt.Sprintf("c%dr%d", w.number, len(w.done))}
	for _, step := range []func(context.Context, *round) error{w.customer, w.order, w.ticket, w.lookUp} {
		if w.fault = step(ctx, &r); w.fault != nil {
			return
		}
	}
	w.done = append(w.done, r)
}

// customer adds a customer, changes it and gets it.
func (w *soakWorker) customer(ctx context.Context, r *round) error {
	saved, err := client.Call(ctx, w.Client, wire.AddCustomer, wire.SaveCustomerRequest{Customer: wire.CustomerInfo{"customer_name": r.name, "email_id": r.email()}})
	if err != nil {
		return err
	}
	r.customer = saved.Customer
	_, err = client.Call(ctx, w.Client, wire.UpdateCustomer, wire.SaveCustomerRequest{
		Customer: wire.CustomerInfo{"customer_id": r.customerID(), "email_id": r.email(), "city": r.city(), "update": true},
	})
	if err != nil {
		return err
	}
	got, err := client.Call(ctx, w.Client, wire.GetCustomer, wire.GetCustomerRequest{"service_customer_id": r.customer, "email_id": r.email()})
	if err != nil {
		return err
	}
	return isCustomer(got, *r)
}

// order adds an order and changes it.
func (w *soakWorker) order(ctx context.Context, r *round) error {
	of := wire.CustomerInfo{"customer_name": r.name, "customer_id": r.customerID()}
	saved, err := client.Call(ctx, w.Client, wire.AddOrder, wire.SaveOrderRequest{Customer: of})
	if err != nil {
		return err
	}
	r.order = saved.Order.Raw()
	_, err = client.Call(ctx, w.Client, wire.UpdateOrder, wire.SaveOrderRequest{
		Customer: of, Order: wire.OrderInfo{"order_id": r.order, "delivery_status": r.delivery(), "update": true},
	})
	return err
}

// ticket adds a ticket and changes it.
func (w *soakWorker) ticket(ctx context.Context, r *round) error {
	added, err := client.Call(ctx, w.Client, wire.AddTicket, wire.AddTicketRequest{Title: r.name, Details: "It hums.", Email: r.email()})
	if err != nil {
		return err
	}
	r.ticket = added.Ticket.ID.Raw()
	_, err = client.Call(ctx, w.Client, wire.UpdateTicket, wire.UpdateTicketRequest{TicketID: r.ticket, SubStatus: "CL", Comment: r.comment()})
	return err
}

// lookUp finds the round's records by lists, a part of the day and the FAQ.
func (w *soakWorker) lookUp(ctx context.Context, r *round) error {
	if err := w.find(ctx, []round{*r}); err != nil {
		return err
	}
	limit := 20
	page, err := client.Call(ctx, w.Client, wire.PullTicket, wire.PullTicketRequest{StartDate: theDay, EndDate: theDay, Limit: &limit})
	if err != nil || len(page.Tickets) != min(limit, page.Total) {
		return fmt.Errorf("pulled %d of %d tickets: %w", len(page.Tickets), page.Total, err)
	}
	found, err := client.Call(ctx, w.Client, wire.SearchFAQ, wire.SearchFAQRequest{SearchKey: "refund"})
	if err != nil || len(found) != 1 {
		return fmt.Errorf("%d articles: %w", len(found), err)
	}
	categories, err := client.Call(ctx, w.Client, wire.FAQCategories, wire.EmptyRequest{})
	if err != nil || len(categories) != 1 {
		return fmt.Errorf("%d categories: %w", len(categories), err)
	}
	return nil
}

// verifyAll finds all records that the client wrote.
func (w *soakWorker) verifyAll(ctx context.Context) error {
	for some := range slices.Chunk(w.done, wire.MaxTicketIDs) {
		if err := w.find(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

// find finds the customers, orders and tickets of some rounds as they were written last.
func (w *soakWorker) find(ctx context.Context, rounds []round) error {
	var customers, tickets []string
	for _, r := range rounds {
		customers, tickets = append(customers, r.customerID()), append(tickets, r.ticket)
	}
	people, err := client.Call(ctx, w.Client, wire.PullCustomer, wire.PullCustomerRequest{
		"cm_id": int64(1), "createStartDate": theDay, "createEndDate": theDay, "customer_id": strings.Join(customers, ","), "limit": wire.MaxTicketIDs,
	})
	if err != nil {
		return err
	}
	orders, err := client.Call(ctx, w.Client, wire.PullOrder, wire.PullOrderRequest{
		"cmId": int64(1), "customerIds": strings.Join(customers, ","), "limit": strconv.Itoa(wire.MaxTicketIDs),
	})
	if err != nil {
		return err
	}
	details, err := client.Call(ctx, w.Client, wire.GetTicket, wire.GetTicketRequest{TicketIDs: strings.Join(tickets, ",")})
	if err != nil {
		return err
	}
	if len(people) != len(rounds) || len(orders.Orders) != len(rounds) || len(details) != len(rounds) {
		return fmt.Errorf("of %d rounds there are %d customers, %d orders, %d tickets", len(rounds), len(people), len(orders.Orders), len(details))
	}
	for i, r := range rounds { // ids rise from round to round, and each list is in their order
		if err := r.isWritten(people[i], orders.Orders[i], details[i]); err != nil {
			return err
		}
	}
	return nil
}

func (r round) isWritten(c desk.Customer, o desk.Order, t desk.TicketDetails) error {
	if err := isCustomer(c, r); err != nil {
		return err
	}
	if o.ID.Raw() != r.order || o.Customer != r.customer || o.Delivery.String() != r.delivery() {
		return fmt.Errorf("%+v has the order %+v", r, o)
	}
	if t.ID.Raw() != r.ticket || t.Title.String() != r.name || t.CustomerID != r.customer || t.SubStatus.Key().Raw() != "CL" ||
		len(t.Timeline) != 1 || t.Timeline[0].Body.Text().String() != r.comment() {
		return fmt.Errorf("%+v has the ticket %+v", r, t)
	}
	return nil
}

func isCustomer(c desk.Customer, r round) error {
	if c.ID != r.customer || c.Name.String() != r.name || c.Text("city").String() != r.city() {
		return fmt.Errorf("%+v has the customer %+v", r, c)
	}
	return nil
}
