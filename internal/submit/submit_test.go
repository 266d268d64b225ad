package submit_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptrace"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// testSender is a sender for a real service, over a network that a test can break.
type testSender struct {
	*submit.Sender
	through http.RoundTripper
	bend    func(*http.Request, func() (*http.Response, error)) (*http.Response, error)
	writes  int
	pauses  []time.Duration
}

// RoundTrip implements http.RoundTripper.
func (b *testSender) RoundTrip(r *http.Request) (*http.Response, error) {
	if isWrite(r) {
		b.writes++
	}
	through := func() (*http.Response, error) { return b.through.RoundTrip(r) }
	if b.bend == nil {
		return through()
	}
	return b.bend(r, through)
}

func isWrite(r *http.Request) bool {
	return strings.Contains(r.URL.Path, "/add-") || strings.Contains(r.URL.Path, "/update-ticket")
}

// runWithSender runs a test with a sender at an empty desk, in virtual time.
func runWithSender(t *testing.T, test func(t *testing.T, b *testSender)) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "desk.db")
	if err := storetest.Create(file); err != nil { // outside of the bubble: the copy is made once
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		held, err := store.Open(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		s := service.New(service.Config{
			Store: held, Zone: time.UTC, Log: slog.New(slog.DiscardHandler), Now: time.Now, AccountID: 1,
		})
		s.SetCredentials(service.Credentials{
			Token: "c2VjcmV0", Author: "Night shift", OrderUser: "orders", OrderPassword: "hush", Keys: []service.Key{{Token: bensKey, Author: "Ben"}},
		})
		direct := client.NewHandlerTransport(s)
		defer func() {
			direct.Close()
			if err := held.Close(); err != nil {
				t.Error(err)
			}
		}()
		b := &testSender{through: direct}
		c, err := client.New(client.Config{
			BaseURL: "https://desk.example.com", Token: "c2VjcmV0", User: "orders", Password: "hush", Zone: time.UTC, Transport: b,
		})
		if err != nil {
			t.Fatal(err)
		}
		b.Sender = &submit.Sender{
			Cache: cache.New(cache.Config{Client: c, Zone: time.UTC, AccountID: 1}), Zones: desk.NewTimeZones(time.UTC, time.UTC), Now: time.Now,
			Sleep: func(_ context.Context, d time.Duration) bool {
				b.pauses = append(b.pauses, d)
				return true
			},
		}
		test(t, b)
	})
}

// loseAnswers carries writes out, or not, and loses their answers.
func (b *testSender) loseAnswers(carriedOut bool) {
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
		if trace := httptrace.ContextClientTrace(r.Context()); trace != nil {
			trace.WroteHeaders()
		}
		return nil, io.ErrUnexpectedEOF
	}
}

// bensKey is the credential of another agent.
const bensKey = "YmVu"

func record(submit.Prior) error { return nil }

func ticket(details string) submit.Request {
	return submit.AddTicket(wire.AddTicketRequest{Title: "Drum", Details: details})
}

func TestSend_IntentThatCannotBeRecordedIsNotSent(t *testing.T) {
	runWithSender(t, func(t *testing.T, b *testSender) {
		full := errors.New("the disk is full")
		got := b.Send(t.Context(), ticket("It hums."), func(submit.Prior) error { return full })
		if got.Outcome != submit.NotSent || !errors.Is(got.Err, full) || b.writes != 0 {
			t.Errorf("%v, %v, sent %d times", got.Outcome, got.Err, b.writes)
		}
	})
}

// TestSend_ReferenceTellsTheTicketWhoseDetailsTheServiceChanges: without a reference such a ticket is not found.
func TestSend_ReferenceTellsTheTicketWhoseDetailsTheServiceChanges(t *testing.T) {
	for details, want := range map[string]submit.Verdict{"It hums.\n\nref: A-1": submit.Confirmed, "It hums.": submit.Absent} {
		runWithSender(t, func(t *testing.T, b *testSender) {
			b.loseAnswers(true)
			lose := b.bend
			b.bend = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
				if isWrite(r) {
					body, _ := io.ReadAll(r.Body)
					body = bytes.ReplaceAll(body, []byte("It hums."), []byte("By mail: it hums."))
					r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
				}
				return lose(r, through)
			}
			got := b.Send(t.Context(), ticket(details), record)
			if got.Verdict != want || (got.Outcome == submit.Saved) != (want == submit.Confirmed) || b.writes != 1 {
				t.Errorf("%q: %v, verdict %d, sent %d times", details, got.Outcome, got.Verdict, b.writes)
			}
			if want == submit.Confirmed && got.Answer.Ticket.Ticket.Title.String() != "Drum" {
				t.Errorf("the answer is %+v", got.Answer.Ticket.Ticket)
			}
		})
	}
}

// TestSend_OlderTicketIsAnotherOne: where the look before the write fails, a record added just before might be the
// result, and one of an hour ago cannot be.
func TestSend_OlderTicketIsAnotherOne(t *testing.T) {
	for age, want := range map[time.Duration]submit.Reason{time.Minute: submit.MaybeOlder, time.Hour: submit.NotAdded} {
		runWithSender(t, func(t *testing.T, b *testSender) {
			request := ticket("It hums.\n\nref: A-1")
			<-time.After(12 * time.Hour) // the whole story is on one day
			if got := b.Send(t.Context(), request, record); got.Outcome != submit.Saved {
				t.Fatalf("%+v", got)
			}
			<-time.After(age)
			b.loseAnswers(false)
			lose, isFirst := b.bend, true
			b.bend = func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error) {
				if isFirst {
					isFirst = false
					return &http.Response{StatusCode: 400, Request: r, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(`{"status":"failed","message":"no"}`))}, nil
				}
				return lose(r, through)
			}
			if got := b.Send(t.Context(), request, record); got.Outcome != submit.NotKnown || got.Reason != want {
				t.Errorf("after %v: %v, reason %d", age, got.Outcome, got.Reason)
			}
		})
	}
}

// TestVerify_LooksThreeTimesAlsoAfterAnInterrupt: the service is away, and the agent has gone.
func TestVerify_LooksThreeTimesAlsoAfterAnInterrupt(t *testing.T) {
	runWithSender(t, func(t *testing.T, b *testSender) {
		ctx, interrupt := context.WithCancel(t.Context())
		interrupt()
		looks := 0
		b.bend = func(r *http.Request, _ func() (*http.Response, error)) (*http.Response, error) {
			if r.Context().Err() == nil {
				looks++
			}
			return nil, io.ErrUnexpectedEOF
		}
		began := time.Now()
		update := submit.UpdateTicket(wire.UpdateTicketRequest{TicketID: "7", SubStatus: "CL"})
		got := b.Verify(ctx, update, submit.Prior{}, began)
		if got.Outcome != submit.NotKnown || !submit.IsUnreachable(got.LookErr) || looks < 3 || time.Since(began) > 10*time.Second {
			t.Errorf("%v, %v, %d looks in %v", got.Outcome, got.LookErr, looks, time.Since(began))
		}
		if !slices.Equal(b.pauses, []time.Duration{time.Second, 2 * time.Second}) {
			t.Errorf("it paused %v", b.pauses)
		}
	})
}

// TestSendForm_ChangedRecordIsNotOverwritten: what a colleague changed stays, unless the agent decides otherwise, and
// then as far as the agent changed it.
func TestSendForm_ChangedRecordIsNotOverwritten(t *testing.T) {
	runWithSender(t, func(t *testing.T, b *testSender) {
		added := b.Send(t.Context(), ticket("It hums."), record)
		id := added.Answer.Ticket.Ticket.ID
		opened := submit.TicketValues(&desk.TicketDetails{Ticket: added.Answer.Ticket.Ticket}, b.Zones, nil)
		theirs := submit.UpdateTicket(wire.UpdateTicketRequest{TicketID: id.Raw(), SubStatus: "CL", Comment: "Theirs"})
		if got := b.Send(t.Context(), theirs, record); got.Outcome != submit.Saved {
			t.Fatalf("%+v", got)
		}
		form := submit.Form{Kind: wire.UpdateTicket.Name, Record: id, Original: opened, Values: wire.Values{
			submit.FieldSubStatus: opened[submit.FieldSubStatus], "comment": "Mine",
		}}
		got := b.SendForm(t.Context(), form, record)
		if got.Outcome != submit.Conflict || !got.Conflicts[submit.FieldSubStatus] || !got.Conflicts[submit.FieldEntries] || b.writes != 2 {
			t.Errorf("%v, %v, %d writes", got.Outcome, got.Conflicts, b.writes)
		}
		form.Overwrite = true
		if got := b.SendForm(t.Context(), form, record); got.Outcome != submit.Saved || got.Answer.Ticket.Ticket.SubStatus.Key().Raw() != "CL" {
			t.Errorf("%v, %v: it stands at %v", got.Outcome, got.Err, got.Answer.Ticket.Ticket.SubStatus)
		}
	})
}
