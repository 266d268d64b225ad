package submit_test

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
)

// failReads lets reads fail from the next write on. Writes are answered as before.
func (b *testSender) failReads(code int, body string) {
	answer, written := b.bend, false
	b.bend = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
		if written && !isWrite(r) {
			if code == 0 {
				return nil, errors.New("connection reset by peer")
			}
			return &http.Response{StatusCode: code, Request: r, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
		}
		written = written || isWrite(r)
		return answer(r, through)
	}
}

// writesAlike are pairs of writes whose answers only the record tells apart.
var writesAlike = map[string]func(t *testing.T, b *testSender) (first, second submit.Request){
	"the same ticket, with another comment": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
		one, _ := b.ticketIDs(t)
		return update(one, "P", "Called"), update(one, "P", "Called again")
	},
	"the same ticket, closed": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
		one, _ := b.ticketIDs(t)
		return update(one, "P", ""), update(one, "CL", "")
	},
	"another change of the customer": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
		one := desk.NumericID(b.add(t, customer("Asha", "9800000001", "")).Saved.Customer).Raw()
		return changeCustomer(one, "Pune"), changeCustomer(one, "Leith")
	},
	"another change of the order": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
		b.add(t, customer("Asha", "9800000001", ""))
		one := b.add(t, order("Asha", "cash", "")).Saved.Order.Raw()
		return changeOrder(one, "card"), changeOrder(one, "cheque")
	},
	"a namesake": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
		b.MarkedOnly = true // as in a command, which has not seen the customer before
		return customer("Ravi", "9800000001", ""), customer("Ravi", "9800000002", "")
	},
	"another order of the customer": func(t *testing.T, b *testSender) (submit.Request, submit.Request) {
		b.MarkedOnly = true
		b.add(t, customer("Asha", "9800000001", ""))
		return order("Asha", "cash", ""), order("Asha", "card", "")
	},
}

// unanswered are answers, by status, that say nothing of a record.
var unanswered = map[int]string{
	0:                              "", // the connection breaks off
	http.StatusServiceUnavailable:  `{"status":"failed","message":"the database is away"}`,
	http.StatusBadGateway:          `<html>`,
	http.StatusInternalServerError: `{"status":"failed","message":"it failed"}`,
	http.StatusTooManyRequests:     `{"status":"failed","message":"slow down"}`,
}

// TestSend_AnswerToTheWriteBeforeIsNotBelievedIfNothingCanBeReadAgain: the write never arrives and gets the answer of
// the one before, which the record alone tells apart; and the service goes away before the record is read.
func TestSend_AnswerToTheWriteBeforeIsNotBelievedIfNothingCanBeReadAgain(t *testing.T) {
	for name, c := range writesAlike {
		for code, body := range unanswered {
			runWithSender(t, func(t *testing.T, b *testSender) {
				first, second := c(t, b)
				b.replayLast(t, first)
				b.failReads(code, body)
				got := b.Send(t.Context(), second, record)
				if got.Outcome != submit.NotKnown || client.KindOf(got.Err) != client.Mismatched ||
					!strings.Contains(got.Err.Error(), "cannot be read") {
					t.Errorf("%s, %d: %v, %v, verdict %d", name, code, got.Outcome, got.Err, got.Verdict)
				}
			})
		}
	}
}

// TestSend_AnswerIsBelievedIfTheServiceLetsNobodyReadWhatItAdded: it has answered, and says no more.
func TestSend_AnswerIsBelievedIfTheServiceLetsNobodyReadWhatItAdded(t *testing.T) {
	for _, code := range []int{http.StatusForbidden, http.StatusNotFound} {
		runWithSender(t, func(t *testing.T, b *testSender) {
			b.MarkedOnly = true
			b.answerWrites(false, `{"status":"success","customer":{"customer_id":"999"}}`)
			b.failReads(code, `{"status":"failed","message":"no"}`)
			if got := b.Send(t.Context(), customer("Ira", "9800000002", ""), record); got.Outcome != submit.Saved || got.IsLost {
				t.Errorf("%d: %v, %v", code, got.Outcome, got.Err)
			}
		})
	}
}

// TestSend_NothingIsSentWhileTheServiceFailsToShowTheRecord: without it, an answer cannot be told from that to an
// earlier write.
func TestSend_NothingIsSentWhileTheServiceFailsToShowTheRecord(t *testing.T) {
	for name, writes := range writesAlike {
		for code, body := range unanswered {
			runWithSender(t, func(t *testing.T, b *testSender) {
				first, second := writes(t, b)
				if b.MarkedOnly {
					return // nothing is read before what is added
				}
				b.replayLast(t, first)
				answer := b.bend
				b.bend = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
					switch {
					case isWrite(r):
						return answer(r, through)
					case code == 0:
						return nil, errors.New("connection reset by peer")
					}
					return &http.Response{StatusCode: code, Request: r, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}, nil
				}
				if got := b.Send(t.Context(), second, record); got.Outcome != submit.NotSent || got.Err == nil {
					t.Errorf("%s, %d: %v, %v", name, code, got.Outcome, got.Err)
				}
			})
		}
	}
}
