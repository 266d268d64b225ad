package client_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptrace"
	"testing"

	"frontdesk/internal/client"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/wire"
)

// panickingBody is a body whose reading panics.
type panickingBody struct{}

func (panickingBody) Read([]byte) (int, error) { panic("a fault in the decoder") }
func (panickingBody) Close() error             { panic("and another in Close") }

func sentThen(answer func() *http.Response) *countingTransport {
	return &countingTransport{transportFunc: func(_ int, r *http.Request) (*http.Response, error) {
		httptrace.ContextClientTrace(r.Context()).WroteHeaders()
		return answer(), nil
	}}
}

// TestPanic_WhileAnAnswerIsReadEndsThatCallAlone: nobody knows what became of a write, and nothing is sent again.
func TestPanic_WhileAnAnswerIsReadEndsThatCallAlone(t *testing.T) {
	texttest.ExpectPanic(t, "a fault")
	texttest.ExpectPanic(t, "and another in Close")
	for name, answer := range map[string]func() *http.Response{
		"reading the body": func() *http.Response {
			answer := response(200, "")
			answer.Body = panickingBody{}
			return answer
		},
		"before there is an answer": func() *http.Response { panic("a fault in the transport") },
	} {
		t.Run(name, func(t *testing.T) {
			network := sentThen(answer)
			desk := clientOver(t, network)
			_, err := client.Call(t.Context(), desk, wire.AddTicket, wire.AddTicketRequest{Title: "x"})
			var fault *client.Error
			if !errors.As(err, &fault) || fault.Kind != client.Internal || !fault.OutcomeUnknown() {
				t.Errorf("a write ended with %v", err)
			}
			if _, err = client.Call(t.Context(), desk, wire.PullTicket, today()); kind(t, err) != client.Internal {
				t.Errorf("a read ended with %v", err)
			}
			if network.n != 2 {
				t.Errorf("%d requests for 2 calls", network.n)
			}
		})
	}
}

// TestPanic_InAHookHidesNoResult: neither the audit nor the cache decides anything about the call.
func TestPanic_InAHookHidesNoResult(t *testing.T) {
	texttest.ExpectPanic(t, "a fault")
	desk := clientOver(t, &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) { return response(200, none), nil }})
	desk.OnResponse = func(wire.OperationInfo, []byte, []byte) { panic("a fault") }
	desk.OnDone = func(context.Context, client.CallResult) { panic("a fault") }
	if _, err := client.Call(t.Context(), desk, wire.PullTicket, today()); err != nil {
		t.Error(err)
	}
}
