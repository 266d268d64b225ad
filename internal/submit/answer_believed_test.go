package submit_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

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
				submit.AddTicket(wire.AddTicketRequest{Title: long}),
				`{"status":"success","ticket_id":"995","title":"` + long[:50] + `…"}`,
			},
			"a masked address": {
				submit.AddTicket(wire.AddTicketRequest{Title: "Drum", Email: "asha@example.com"}),
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
