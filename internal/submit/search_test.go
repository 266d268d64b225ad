package submit_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// sendInstead gives the service other texts in the body of each write, and loses the answer.
func (b *testSender) sendInstead(old, other string) {
	b.loseAnswers(true)
	lose := b.bend
	b.bend = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
		if isWrite(r) {
			body, _ := io.ReadAll(r.Body)
			body = bytes.ReplaceAll(body, []byte(old), []byte(other))
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		}
		return lose(r, through)
	}
}

// answerReads answers the reads of a path in the service's place.
func (b *testSender) answerReads(path, body string) {
	bend := b.bend
	b.bend = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
		if r.URL.Path == path {
			return &http.Response{
				StatusCode: http.StatusOK, Request: r, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)),
			}, nil
		}
		return bend(r, through)
	}
}

// TestSend_RecordWithOtherValuesIsNotConfirmed: somebody else has just added a record with the number that was sent.
func TestSend_RecordWithOtherValuesIsNotConfirmed(t *testing.T) {
	for _, c := range []struct {
		name, sent, other string
		request           submit.Request
	}{
		{"an order", "Card", "Cash", order("Asha", "Card", "ERP-1")},
		{"a customer", "Asha", "Ben", customer("Asha", "5550100", "C-1")},
	} {
		t.Run(c.name, func(t *testing.T) {
			runWithSender(t, func(t *testing.T, b *testSender) {
				b.add(t, customer("Asha", "5550199", "C-0"))
				b.sendInstead(c.sent, c.other)
				got := b.Send(t.Context(), c.request, record)
				if got.Outcome != submit.NotKnown || got.Reason != submit.Differs {
					t.Errorf("%v, reason %d", got.Outcome, got.Reason)
				}
			})
		})
	}
}

// TestSend_LookThatIsCutShortSaysSo: what the service leaves out may be the record that was sent.
func TestSend_LookThatIsCutShortSaysSo(t *testing.T) {
	var page []string
	for i := range wire.DefaultPageSize {
		page = append(page, fmt.Sprintf(`{"id":%d,"name":"Nobody"}`, 1000+i))
	}
	for _, c := range []struct {
		name, path, body string
		request          submit.Request
		want             submit.Reason
	}{
		{"all tickets of the day", "nowhere", "", ticket("It hums."), submit.NotAdded},
		{"fewer tickets than it counts", wire.PullTicket.Path, `{"totalCount":20000,"message":[],"status":"success"}`, ticket("It hums."), submit.Cut},
		{"all customers of the day", "nowhere", "", customer("Asha", "5550100", "C-1"), submit.NotAdded},
		{
			"a full page of customers", wire.PullCustomer.Path, `{"message":[` + strings.Join(page, ",") + `],"status":"success"}`,
			customer("Asha", "5550100", "C-1"), submit.Cut,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			runWithSender(t, func(t *testing.T, b *testSender) {
				b.loseAnswers(false)
				b.answerReads(c.path, c.body)
				got := b.Send(t.Context(), c.request, record)
				if got.Outcome != submit.NotKnown {
					t.Errorf("%v", got.Outcome)
				}
				requireReason(t, c.name, got.Found, c.want)
			})
		})
	}
}

// TestSend_TicketThatCannotBeReadMayBeTheLostOne: it is in the list of its day, and its details are not to be had.
func TestSend_TicketThatCannotBeReadMayBeTheLostOne(t *testing.T) {
	runWithSender(t, func(t *testing.T, b *testSender) {
		b.loseAnswers(true)
		b.answerReads(wire.GetTicket.Path, `{"message":[],"status":"success"}`)
		got := b.Send(t.Context(), ticket("It hums."), record)
		if got.Outcome != submit.NotKnown || got.Reason != submit.Cut {
			t.Errorf("%v, reason %d, %v", got.Outcome, got.Reason, got.LookErr)
		}
	})
}

// TestSend_OlderCustomerIsAnotherOne: where the look before the write fails, a customer of an hour ago cannot be the
// result.
func TestSend_OlderCustomerIsAnotherOne(t *testing.T) {
	for age, want := range map[time.Duration]submit.Reason{time.Minute: submit.MaybeOlder, time.Hour: submit.NotAdded} {
		runWithSender(t, func(t *testing.T, b *testSender) {
			request := customer("Asha", "5550100", "C-1")
			<-time.After(12 * time.Hour) // the whole story is on one day
			b.add(t, request)
			<-time.After(age)
			got := b.Verify(t.Context(), request, submit.Prior{}, time.Now())
			if got.Outcome != submit.NotKnown || got.Reason != want {
				t.Errorf("after %v: %v, reason %d", age, got.Outcome, got.Reason)
			}
		})
	}
}

// TestVerify_RecordOfAnotherNumberTellsNothing: the service answers with another record, which shows the change.
func TestVerify_RecordOfAnotherNumberTellsNothing(t *testing.T) {
	runWithSender(t, func(t *testing.T, b *testSender) {
		b.add(t, customer("Asha", "5550100", "C-1"))
		ids := []string{
			b.add(t, order("Asha", "Card", "ERP-1")).Saved.Order.Raw(), b.add(t, order("Asha", "Cash", "ERP-2")).Saved.Order.Raw(),
		}
		b.bend = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
			body, _ := io.ReadAll(r.Body)
			body = bytes.ReplaceAll(body, []byte(`"`+ids[0]+`"`), []byte(`"`+ids[1]+`"`))
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			return through()
		}
		got := b.Verify(t.Context(), changeOrder(ids[0], "Cash"), submit.Prior{IsKnown: true}, time.Now())
		if got.Outcome != submit.NotKnown || got.LookErr == nil {
			t.Errorf("order: %v, verdict %d, %v", got.Outcome, got.Verdict, got.LookErr)
		}
		b.bend = func(_ *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
			return through()
		}
		b.answerReads(wire.GetCustomer.Path, `{"Customer Details":{"id":99,"name":"Asha","city":"Pune"},"status":"success"}`)
		got = b.Verify(t.Context(), changeCustomer("1", "Pune"), submit.Prior{IsKnown: true}, time.Now())
		if got.Outcome != submit.NotKnown || got.LookErr == nil {
			t.Errorf("customer: %v, verdict %d, %v", got.Outcome, got.Verdict, got.LookErr)
		}
	})
}

// TestSendForm_WhatAnotherConsoleMayHaveSentIsAskedAbout: the input was begun on a host that was cut off from this one.
func TestSendForm_WhatAnotherConsoleMayHaveSentIsAskedAbout(t *testing.T) {
	for _, c := range []struct {
		name  string
		begun time.Duration // before now
		want  submit.Outcome
	}{
		{"the same comment, older than the input", time.Hour, submit.Saved},
		{"the same comment, since the input was begun", 3 * time.Hour, submit.LooksSaved},
	} {
		t.Run(c.name, func(t *testing.T) {
			runWithSender(t, func(t *testing.T, b *testSender) {
				<-time.After(12 * time.Hour) // the whole story is on one day
				id := b.add(t, ticket("It hums.")).Ticket.Ticket.ID
				b.add(t, update(id.Raw(), "P", "Rang back."))
				<-time.After(2 * time.Hour)
				form := submit.Form{
					Kind: wire.UpdateTicket.Name, Record: id, SharedSince: time.Now().Add(-c.begun),
					Values: wire.Values{submit.FieldSubStatus: "P", "comment": "Rang back."},
				}
				if got := b.SendForm(t.Context(), form, record); got.Outcome != c.want {
					t.Errorf("%v, want %v: %+v", got.Outcome, c.want, got)
				}
			})
		})
	}
}

// TestSendForm_InputOfWeeksAgoIsAlwaysAskedAbout: new records are looked for in the last 14 days only.
func TestSendForm_InputOfWeeksAgoIsAlwaysAskedAbout(t *testing.T) {
	for days, want := range map[int]submit.Outcome{3: submit.Saved, 20: submit.LooksSaved} {
		runWithSender(t, func(t *testing.T, b *testSender) {
			form := submit.Form{
				Kind: wire.AddTicket.Name, SharedSince: time.Now().AddDate(0, 0, -days),
				Values: wire.Values{"title": "Drum", "details": "It hums.\n\nref: A-1"},
			}
			if got := b.SendForm(t.Context(), form, record); got.Outcome != want {
				t.Errorf("after %d days: %v, want %v: %v", days, got.Outcome, want, got.Err)
			}
		})
	}
}
