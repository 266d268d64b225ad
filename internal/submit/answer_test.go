package submit_test

import (
	"bytes"
	"context"
	"io"
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
	return submit.CustomerAddition{SaveCustomerRequest: wire.SaveCustomerRequest{
		Customer: wire.CustomerInfo{Name: name, Phone: phone, Code: code},
	}}
}

// order returns a new order of a customer.
func order(of, payment, erp string) submit.Request {
	return submit.OrderAddition{SaveOrderRequest: wire.SaveOrderRequest{
		Customer: wire.CustomerInfo{Name: of}, Order: wire.OrderInfo{PaymentMode: payment, ERPOrderID: erp},
	}}
}

func changeCustomer(id, city string) submit.Request {
	return submit.CustomerChange{SaveCustomerRequest: wire.SaveCustomerRequest{
		Customer: wire.CustomerInfo{ID: id, Name: "Asha", City: city},
	}}
}

func changeOrder(id, payment string) submit.Request {
	return submit.OrderChange{SaveOrderRequest: wire.SaveOrderRequest{
		Customer: wire.CustomerInfo{Name: "Asha"}, Order: wire.OrderInfo{ID: id, PaymentMode: payment, Update: true},
	}}
}

func update(id, status, text string) submit.Request {
	return submit.TicketChange{UpdateTicketRequest: wire.UpdateTicketRequest{TicketID: id, SubStatus: status, Comment: text}}
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
	for name, c := range map[string]func(t *testing.T, b *testSender) (first, second submit.Request){
		"another ticket, closed": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			one, two := b.ticketIDs(t)
			return update(one, "CL", ""), update(two, "CL", "")
		},
		"another ticket, with a comment": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			one, two := b.ticketIDs(t)
			return update(one, "P", "Called"), update(two, "P", "Called")
		},
		"the same ticket, with another comment": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			one, _ := b.ticketIDs(t)
			return update(one, "P", "Called"), update(one, "P", "Called again")
		},
		"the same ticket, with the same comment": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			one, _ := b.ticketIDs(t)
			return update(one, "P", "Called"), update(one, "P", "Called")
		},
		"the same ticket, closed": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			one, _ := b.ticketIDs(t)
			return update(one, "P", ""), update(one, "CL", "")
		},
		"the same ticket once more": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			one, _ := b.ticketIDs(t)
			return update(one, "P", ""), update(one, "P", "")
		},
		"an update after its ticket was opened": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			return ticket("It hums."), nil
		},
		"a ticket with another title": func(*testing.T, *testSender) (submit.Request, submit.Request) {
			return ticket("It hums."), submit.TicketAddition{AddTicketRequest: wire.AddTicketRequest{Title: "Pump", Details: "It hums."}}
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
			return submit.TicketAddition{AddTicketRequest: wire.AddTicketRequest{Title: "Drum", Email: "asha@example.com"}},
				submit.TicketAddition{AddTicketRequest: wire.AddTicketRequest{Title: "Drum", Email: "ben@example.com"}}
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
		"another change of the customer": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			one := desk.NumericID(b.add(t, customer("Asha", "9800000001", "")).Saved.Customer).Raw()
			return changeCustomer(one, "Pune"), changeCustomer(one, "Leith")
		},
		"a change of another order": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			b.add(t, customer("Asha", "9800000001", ""))
			one, two := b.add(t, order("Asha", "cash", "")), b.add(t, order("Asha", "cash", ""))
			return changeOrder(one.Saved.Order.Raw(), "card"), changeOrder(two.Saved.Order.Raw(), "card")
		},
		"another change of the order": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			b.add(t, customer("Asha", "9800000001", ""))
			one := b.add(t, order("Asha", "cash", "")).Saved.Order.Raw()
			return changeOrder(one, "card"), changeOrder(one, "cheque")
		},
		"a change of an order after it was added": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
			b.add(t, customer("Asha", "9800000001", ""))
			return order("Asha", "cash", ""), nil
		},
		"a change of a customer after it was added": func(*testing.T, *testSender) (submit.Request, submit.Request) {
			return customer("Asha", "9800000001", ""), nil
		},
	} {
		runWithSender(t, func(t *testing.T, b *testSender) {
			first, second := c(t, b)
			answer := b.replayLast(t, first)
			if second == nil {
				second = changeOf(first, answer)
			}
			got := b.Send(t.Context(), second, record)
			if got.Outcome != submit.NotKnown || !got.IsLost || client.KindOf(got.Err) != client.Mismatched {
				t.Errorf("%s: %v, %v, verdict %d", name, got.Outcome, got.Err, got.Verdict)
			}
		})
	}
}

// changeOf returns a change of what was added.
func changeOf(added submit.Request, answer submit.Answer) submit.Request {
	switch added.(type) {
	case submit.TicketAddition:
		return update(answer.Ticket.Ticket.ID.Raw(), "US", "Called")
	case submit.CustomerAddition:
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

// TestSend_AnswerThatLeavesOutWhatIsNotRequiredIsBelieved: services differ in what they answer.
func TestSend_AnswerThatLeavesOutWhatIsNotRequiredIsBelieved(t *testing.T) {
	const long = "The drum of the machine hums loudly when it begins to turn, and stands still after that"
	runWithSender(t, func(t *testing.T, b *testSender) {
		id, _ := b.ticketIDs(t)
		of := desk.NumericID(b.add(t, customer("Asha", "9800000001", "")).Saved.Customer).Raw()
		placed := b.add(t, order("Asha", "cash", "")).Saved.Order.Raw()
		for name, c := range map[string]struct {
			request submit.Request
			answer  string
		}{
			"a ticket's id":                   {update(id, "P", "One"), `{"status":"success","ticket":{"ticketId":"` + id + `"}}`},
			"an id as a number":               {update(id, "P", "Two"), `{"status":"success","ticket":{"ticketId":` + id + `}}`},
			"an array of one":                 {update(id, "P", "Three"), `{"status":"success","ticket":[{"ticketId":"` + id + `"}]}`},
			"an answer in an array":           {update(id, "P", "Four"), `[{"status":"success","ticket":{"ticketId":"` + id + `"}}]`},
			"capitals":                        {update(id, "P", "Five"), `{"Status":"success","Ticket":{"ticketId":"` + id + `"}}`},
			"only the number of the record":   {update(id, "P", "Six"), `{"status":"success","ticket":{"id":"` + id + `"}}`},
			"only the id beside the record":   {update(id, "P", "Seven"), `{"status":"success","ticket_id":"` + id + `"}`},
			"a service that does not count":   {update(id, "P", "Eight"), `{"status":"success","ticket":{"ticketId":"` + id + `","substatus":"P","totalConversationCount":0}}`},
			"another sub-status, with counts": {update(id, "P", "Nine"), `{"status":"success","ticket":{"ticketId":"` + id + `","substatus":"XX","totalConversationCount":99}}`},
			"a new ticket's id":               {ticket("One"), `{"status":"success","ticket_id":"999"}`},
			"a ticket in other capitals":      {ticket("Two"), `{"status":"success","ticket":{"ticketId":"998","taskTitle":"DRUM","detail":"<p>Two</p>"}}`},
			"with the record's own number":    {ticket("Three"), `{"status":"success","ticket":{"id":997,"ticketId":"T-997"},"ticket_id":"997"}`},
			"details with a foreword":         {ticket("Four"), `{"status":"success","ticket":{"ticketId":"996","detail":"By mail: four"}}`},
			"a cut title": {
				submit.TicketAddition{AddTicketRequest: wire.AddTicketRequest{Title: long}},
				`{"status":"success","ticket_id":"995","title":"` + long[:50] + `…"}`,
			},
			"a masked address": {
				submit.TicketAddition{AddTicketRequest: wire.AddTicketRequest{Title: "Drum", Email: "asha@example.com"}},
				`{"status":"success","ticket":{"ticketId":"994","email":"a***@example.com"}}`,
			},
			"a customer's id":           {customer("Ira", "9800000002", ""), `{"status":"success","customer":{"customer_id":"999"}}`},
			"a customer's id outside":   {customer("Ira", "9800000003", ""), `{"status":"success","customer_id":999}`},
			"a changed customer":        {changeCustomer(of, "Pune"), `{"status":"success"}`},
			"a changed customer's name": {changeCustomer(of, "Leith"), `{"status":"success","customer":{"action_event":"CUSTOMER_FIELD_UPDATION"}}`},
			"an order's id":             {order("Asha", "card", ""), `{"status":"success","Order":{"order_id":"999"}}`},
			"a changed order":           {changeOrder(placed, "card"), `{"status":"success","Order":{}}`},
		} {
			b.answerWrites(true, c.answer)
			if got := b.Send(t.Context(), c.request, record); got.Outcome != submit.Saved || got.IsLost {
				t.Errorf("%s: %v, %v, verdict %d", name, got.Outcome, got.Err, got.Verdict)
			}
			b.bend = nil
		}
	})
}

// TestSend_ServiceThatShowsLittleIsBelieved: a service without counts, comments or readable records answers as it did
// before the write.
func TestSend_ServiceThatShowsLittleIsBelieved(t *testing.T) {
	const record71 = `[{"task_details":{"ticketId":"71","substatusKey":"P","title":"Drum"},"history":%s}]`
	for name, history := range map[string]string{
		"without a history": `{}`, "with mails": `[{"date":"20-11-2026 10:00","detail":"It hums."}]`,
	} {
		runWithSender(t, func(t *testing.T, b *testSender) {
			b.bend = func(r *http.Request, _ func() (*http.Response, error)) (*http.Response, error) {
				body := strings.Replace(record71, "%s", history, 1)
				if isWrite(r) {
					body = `{"status":"success","ticket":{"ticketId":"71","substatus":"P"}}`
				}
				return &http.Response{StatusCode: 200, Request: r, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
			}
			if got := b.Send(t.Context(), update("71", "P", "Called"), func(submit.Prior) error { return nil }); got.Outcome != submit.Saved || got.IsLost {
				t.Errorf("%s: %v, %v", name, got.Outcome, got.Err)
			}
		})
	}
}

// TestSend_TicketThatWasNotAskedForStaysAsItIs in the cache, whatever the answer says of it.
func TestSend_TicketThatWasNotAskedForStaysAsItIs(t *testing.T) {
	runWithSender(t, func(t *testing.T, b *testSender) {
		id, other := b.ticketIDs(t)
		b.answerWrites(false, `{"status":"success","ticket":{"ticketId":"`+other+`","taskTitle":"Taken over","substatus":"CL"}}`)
		b.Send(t.Context(), update(id, "P", ""), record)
		b.answerWrites(false, `{"status":"success","ticket":{"ticketId":"999","taskTitle":"Taken over"},"title":"Drum"}`)
		b.Send(t.Context(), ticket("It hums."), record)
		for _, asked := range []string{id, other, "999"} {
			row, known := b.Cache.Snapshot().Ticket(desk.NewID(asked))
			if known && (asked == "999" || row.Title.String() == "Taken over" || row.SubStatus.Key().Raw() == "CL") {
				t.Errorf("ticket %s is %+v", asked, row)
			}
		}
	})
}

// TestSend_ResultOfFalseIsNotSaved: nothing was changed, as the service says itself, if it is about this write.
func TestSend_ResultOfFalseIsNotSaved(t *testing.T) {
	runWithSender(t, func(t *testing.T, b *testSender) {
		of := desk.NumericID(b.add(t, customer("Asha", "9800000001", "")).Saved.Customer).Raw()
		b.answerWrites(false, `{"status":"success","message":"Already there","customer":{"result":false,"customer_id":`+of+`}}`)
		got := b.Send(t.Context(), changeCustomer(of, "Pune"), record)
		if got.Outcome != submit.Refused || !strings.Contains(got.Err.Error(), "not done") {
			t.Errorf("%v, %v", got.Outcome, got.Err)
		}
		if got := b.Send(t.Context(), changeCustomer(of+"0", "Pune"), record); got.Outcome != submit.NotKnown {
			t.Errorf("of another customer: %v, %v", got.Outcome, got.Err)
		}
	})
}

// TestSend_RecordThatFollowsLaterIsBelieved: what a service searches is often behind what it stores.
func TestSend_RecordThatFollowsLaterIsBelieved(t *testing.T) {
	for looks, want := range map[int]submit.Outcome{2: submit.Saved, 9: submit.NotKnown} {
		runWithSender(t, func(t *testing.T, b *testSender) {
			of := desk.NumericID(b.add(t, customer("Asha", "9800000001", "")).Saved.Customer).Raw()
			var old []byte
			reads := 0
			b.bend = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
				answer, err := through()
				if err != nil || isWrite(r) {
					return answer, err
				}
				body, _ := io.ReadAll(answer.Body)
				if old == nil {
					old = body
				}
				if reads++; reads <= looks+1 {
					body = old
				}
				answer.Body, answer.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
				return answer, nil
			}
			if got := b.Send(context.WithoutCancel(t.Context()), changeCustomer(of, "Pune"), record); got.Outcome != want {
				t.Errorf("after %d looks: %v, %v", looks, got.Outcome, got.Err)
			}
		})
	}
}

// TestSend_EventOfAnotherActionIsNotBelieved, also where no record can be read.
func TestSend_EventOfAnotherActionIsNotBelieved(t *testing.T) {
	for event, want := range map[string]submit.Outcome{"ADD_CUSTOMER": submit.NotKnown, "UPDATE_CUSTOMER": submit.Saved, "": submit.Saved} {
		runWithSender(t, func(t *testing.T, b *testSender) {
			b.bend = func(r *http.Request, _ func() (*http.Response, error)) (*http.Response, error) {
				code, body := http.StatusForbidden, `{"status":"failed","message":"no"}`
				if isWrite(r) {
					code, body = http.StatusOK, `{"status":"success","customer":{"result":true,"customer_id":7,"action_event":"`+event+`"}}`
				}
				return &http.Response{StatusCode: code, Request: r, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
			}
			if got := b.Send(t.Context(), changeCustomer("7", "Pune"), record); got.Outcome != want {
				t.Errorf("%q: %v, %v", event, got.Outcome, got.Err)
			}
		})
	}
}

// TestSend_TicketIsKnownByTheNumberThatWasSent, also if the answer writes that otherwise.
func TestSend_TicketIsKnownByTheNumberThatWasSent(t *testing.T) {
	runWithSender(t, func(t *testing.T, b *testSender) {
		id, _ := b.ticketIDs(t)
		b.answerWrites(true, `{"status":"success","ticket":{"ticketId":"0`+id+`","substatus":"P"}}`)
		got := b.Send(t.Context(), update(id, "P", "Called"), record)
		if got.Outcome != submit.Saved || got.IsLost || got.Answer.Ticket.Ticket.ID.Raw() != id {
			t.Errorf("%v, %v, %v", got.Outcome, got.Err, got.Answer.Ticket.Ticket.ID)
		}
		if _, known := b.Cache.Snapshot().Ticket(desk.NewID("0" + id)); known {
			t.Error("the cache holds it under another number")
		}
	})
}
