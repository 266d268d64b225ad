package submit_test

import (
	"bytes"
	"io"
	"maps"
	"net/http"
	"strings"
	"testing"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// answerWrites gives writes another answer than the service's. Unless they are carried out, the service does not see
// them.
func (b *testSender) answerWrites(carriedOut bool, body string) {
	b.bend = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
		if !isWrite(r) {
			return through()
		}
		if carriedOut {
			if answer, err := through(); err == nil {
				_, _ = io.Copy(io.Discard, answer.Body)
				_ = answer.Body.Close()
			}
		}
		return &http.Response{
			StatusCode: http.StatusOK, Request: r, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)),
		}, nil
	}
}

// replayLast gives writes the answer of the write before, as a proxy or a connection that mixes answers up does. The
// service does not see them.
func (b *testSender) replayLast(t *testing.T, first submit.Request) submit.Answer {
	t.Helper()
	var last []byte
	b.bend = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
		answer, err := through()
		if err != nil || !isWrite(r) {
			return answer, err
		}
		last, _ = io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		answer.Body = io.NopCloser(bytes.NewReader(last))
		return answer, nil
	}
	got := b.Send(t.Context(), first, record)
	if got.Outcome != submit.Saved || got.IsLost {
		t.Fatalf("the write before: %+v", got)
	}
	b.answerWrites(false, string(last))
	return got.Answer
}

// customer returns a new customer.
func customer(name, phone, code string) submit.Request {
	return submit.AddCustomer(wire.SaveCustomerRequest{
		Customer: wire.CustomerInfo{"customer_name": name, "phone": phone, "customer_code": code},
	})
}

// order returns a new order of a customer.
func order(of, payment, erp string) submit.Request {
	return submit.AddOrder(wire.SaveOrderRequest{
		Customer: wire.CustomerInfo{"customer_name": of}, Order: wire.OrderInfo{"payment_mode": payment, "erp_order_id": erp},
	})
}

func changeCustomer(id, city string) submit.Request {
	return submit.UpdateCustomer(wire.SaveCustomerRequest{
		Customer: wire.CustomerInfo{"customer_id": id, "customer_name": "Asha", "city": city},
	})
}

func changeOrder(id, payment string) submit.Request {
	return submit.UpdateOrder(wire.SaveOrderRequest{
		Customer: wire.CustomerInfo{"customer_name": "Asha"}, Order: wire.OrderInfo{"order_id": id, "payment_mode": payment, "update": true},
	})
}

func update(id, status, text string) submit.Request {
	return submit.UpdateTicket(wire.UpdateTicketRequest{TicketID: id, SubStatus: status, Comment: text})
}

// add sends a request that has to succeed, and returns its answer.
func (b *testSender) add(t *testing.T, r submit.Request) submit.Answer {
	t.Helper()
	got := b.Send(t.Context(), r, record)
	if got.Outcome != submit.Saved || got.IsLost {
		t.Fatalf("%+v", got)
	}
	return got.Answer
}

// TestSend_AnswerToTheWriteBeforeIsNotBelieved: the write never arrives, and gets the answer of the one before.
func TestSend_AnswerToTheWriteBeforeIsNotBelieved(t *testing.T) {
	cases := maps.Clone(writesAlike)
	maps.Copy(cases, map[string]func(t *testing.T, b *testSender) (first, second submit.Request){
		"another ticket, closed": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			one, two := b.ticketIDs(t)
			return update(one, "CL", ""), update(two, "CL", "")
		},
		"another ticket, with a comment": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			one, two := b.ticketIDs(t)
			return update(one, "P", "Called"), update(two, "P", "Called")
		},
		"the same ticket, with the same comment": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			one, _ := b.ticketIDs(t)
			return update(one, "P", "Called"), update(one, "P", "Called")
		},
		"the same ticket once more": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			one, _ := b.ticketIDs(t)
			return update(one, "P", ""), update(one, "P", "")
		},
		"an update after its ticket was opened": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			return ticket("It hums."), nil
		},
		"a ticket with another title": func(*testing.T, *testSender) (submit.Request, submit.Request) {
			return ticket("It hums."), submit.AddTicket(wire.AddTicketRequest{Title: "Pump", Details: "It hums."})
		},
		"a ticket with other details": func(*testing.T, *testSender) (submit.Request, submit.Request) {
			return ticket("It hums."), ticket("It stands.")
		},
		"a ticket with another reference": func(*testing.T, *testSender) (submit.Request, submit.Request) {
			return ticket("It hums.\n\nref: A-1"), ticket("It hums.\n\nref: A-12")
		},
		"the same ticket twice": func(*testing.T, *testSender) (submit.Request, submit.Request) {
			return ticket("It hums."), ticket("It hums.")
		},
		"a ticket of another customer": func(_ *testing.T, b *testSender) (submit.Request, submit.Request) {
			b.MarkedOnly = true // as in a command, which has not seen the ticket before
			return submit.AddTicket(wire.AddTicketRequest{Title: "Drum", Email: "asha@example.com"}),
				submit.AddTicket(wire.AddTicketRequest{Title: "Drum", Email: "ben@example.com"})
		},
		"another customer": func(*testing.T, *testSender) (submit.Request, submit.Request) {
			return customer("Ravi", "9800000001", ""), customer("Ira", "9800000001", "")
		},
		"a namesake": func(*testing.T, *testSender) (submit.Request, submit.Request) {
			return customer("Ravi", "9800000001", ""), customer("Ravi", "9800000002", "")
		},
		"a customer with another code": func(*testing.T, *testSender) (submit.Request, submit.Request) {
			return customer("Ravi", "9800000001", "C-1"), customer("Ravi", "9800000001", "C-2")
		},
		"the same customer twice": func(*testing.T, *testSender) (submit.Request, submit.Request) {
			return customer("Ravi", "9800000001", ""), customer("Ravi", "9800000001", "")
		},
		"an order after its customer": func(*testing.T, *testSender) (submit.Request, submit.Request) {
			return customer("Asha", "9800000001", ""), order("Asha", "cash", "")
		},
		"another order of the customer": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			b.add(t, customer("Asha", "9800000001", ""))
			return order("Asha", "cash", ""), order("Asha", "card", "")
		},
		"an order with another ERP id": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			b.add(t, customer("Asha", "9800000001", ""))
			return order("Asha", "cash", "E-1"), order("Asha", "cash", "E-2")
		},
		"an order of another customer": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			b.add(t, customer("Asha", "9800000001", ""))
			b.add(t, customer("Ben", "9800000002", ""))
			return order("Asha", "cash", ""), order("Ben", "cash", "")
		},
		"a change of another customer": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			one := desk.NumericID(b.add(t, customer("Asha", "9800000001", "")).Saved.Customer).Raw()
			two := desk.NumericID(b.add(t, customer("Asha", "9800000002", "")).Saved.Customer).Raw()
			return changeCustomer(one, "Pune"), changeCustomer(two, "Pune")
		},
		"a change of another order": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			b.add(t, customer("Asha", "9800000001", ""))
			one, two := b.add(t, order("Asha", "cash", "")), b.add(t, order("Asha", "cash", ""))
			return changeOrder(one.Saved.Order.Raw(), "card"), changeOrder(two.Saved.Order.Raw(), "card")
		},
		"a change of an order after it was added": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			b.add(t, customer("Asha", "9800000001", ""))
			return order("Asha", "cash", ""), nil
		},
		"a change of a customer after it was added": func(*testing.T, *testSender) (submit.Request, submit.Request) {
			return customer("Asha", "9800000001", ""), nil
		},
	})
	for name, c := range cases {
		runWithSender(t, func(t *testing.T, b *testSender) {
			first, second := c(t, b)
			answer := b.replayLast(t, first)
			if second == nil {
				second = changeOf(answer)
			}
			got := b.Send(t.Context(), second, record)
			if got.Outcome != submit.NotKnown || !got.IsLost || client.KindOf(got.Err) != client.Mismatched {
				t.Errorf("%s: %v, %v, verdict %d", name, got.Outcome, got.Err, got.Verdict)
			}
		})
	}
}

// changeOf returns a change of what was added.
func changeOf(answer submit.Answer) submit.Request {
	switch id := answer.Ticket.Ticket.ID; {
	case !id.IsZero():
		return update(id.Raw(), "US", "Called")
	case answer.Saved.Order.IsZero():
		return changeCustomer(desk.NumericID(answer.Saved.Customer).Raw(), "Pune")
	}
	return changeOrder(answer.Saved.Order.Raw(), "card")
}

// ticketIDs opens two tickets.
func (b *testSender) ticketIDs(t *testing.T) (one, two string) {
	t.Helper()
	return b.add(t, ticket("It hums.")).Ticket.Ticket.ID.Raw(), b.add(t, ticket("It stands.")).Ticket.Ticket.ID.Raw()
}

// TestSend_WriteThatArrivedIsFoundAfterAnAnswerThatIsNotBelieved: what is not believed is looked up like a lost answer,
// with an agent who is known.
func TestSend_WriteThatArrivedIsFoundAfterAnAnswerThatIsNotBelieved(t *testing.T) {
	runWithSender(t, func(t *testing.T, b *testSender) {
		b.Author = safetext.LineFromText("Night shift")
		id, other := b.ticketIDs(t)
		of := desk.NumericID(b.add(t, customer("Asha", "9800000001", "")).Saved.Customer).Raw()
		for name, c := range map[string]struct {
			request submit.Request
			answer  string
		}{
			"another ticket":                  {update(id, "P", "One"), `{"status":"success","ticket":{"ticketId":"` + other + `","substatus":"P"}}`},
			"no ticket":                       {update(id, "P", "Two"), `{"status":"success","message":"Ticket updated"}`},
			"a null ticket":                   {update(id, "P", "Three"), `{"status":"success","ticket":null}`},
			"several tickets":                 {update(id, "P", "Four"), `{"status":"success","ticket":[{"ticketId":"` + id + `"},{"ticketId":"` + other + `"}]}`},
			"a ticket without a number":       {update(id, "P", "Eleven"), `{"status":"success","ticket":[{"ticketId":"` + id + `"},{"taskTitle":"Pump"}]}`},
			"several customers":               {customer("Ira", "9800000007", "C-7"), `{"status":"success","customer":[{"customer_id":7},{"customer_id":8}]}`},
			"two answers":                     {update(id, "P", "Five"), `[{"status":"success","ticket":{"ticketId":"` + id + `"}},{"status":"failed","message":"no"}]`},
			"under another name":              {update(id, "P", "Six"), `{"status":"success","data":{"ticketId":"` + id + `"}}`},
			"half an answer":                  {update(id, "P", "Seven"), `{"status":"success","ticket":{"ticketId":"` + id},
			"a pull":                          {update(id, "P", "Eight"), `{"status":"success","totalCount":1,"message":[{"ticketId":"` + id + `"}]}`},
			"a customer":                      {update(id, "P", "Nine"), `{"status":"success","customer":{"result":true,"customer_id":7}}`},
			"two tickets at once":             {update(id, "P", "Ten"), `{"status":"success","ticket":{"ticketId":"` + id + `"},"ticket_id":"` + other + `"}`},
			"no new ticket":                   {ticket("One\n\nref: A-1"), `{"status":"success","title":"Drum"}`},
			"new tickets that disagree":       {ticket("Two\n\nref: A-2"), `{"status":"success","ticket":{"ticketId":"` + id + `"},"ticket_id":"` + other + `"}`},
			"no new customer":                 {customer("Ira", "9800000003", "C-3"), `{"status":"success"}`},
			"a customer's order":              {customer("Ira", "9800000004", "C-4"), `{"status":"success","Order":{"result":true,"order_id":7,"customer_id":9}}`},
			"a customer who was read":         {customer("Ira", "9800000005", "C-5"), `{"status":"success","Customer Details":{"id":7,"name":"Ira"}}`},
			"a customer in place of a change": {changeCustomer(of, "Pune"), `{"status":"success","Customer Details":{"id":7,"name":"Asha"}}`},
			"another customer event":          {customer("Ira", "9800000006", "C-6"), `{"status":"success","customer":{"result":true,"customer_id":999,"action_event":"UPDATE_CUSTOMER"}}`},
			"another order event":             {order("Asha", "cash", "E-1"), `{"status":"success","Order":{"result":true,"order_id":999,"action_event":"ORDER_FIELD_UPDATION"}}`},
			"no new order":                    {order("Asha", "cash", "E-2"), `{"status":"success","Order":{"result":true,"action_event":"ADD_ORDER"}}`},
			"a null order":                    {order("Asha", "cash", "E-3"), `{"status":"success","Order":null}`},
		} {
			b.answerWrites(true, c.answer)
			got := b.Send(t.Context(), c.request, record)
			if got.Outcome != submit.Saved || !got.IsLost {
				t.Errorf("%s: %v, %v, verdict %d, %v", name, got.Outcome, got.Err, got.Verdict, got.LookErr)
			}
			b.bend = nil
		}
	})
}
