package client

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"frontdesk/internal/wire"
)

// spy inspects requests before they are sent.
type spy struct{ look func(*http.Request) }

func (s spy) RoundTrip(r *http.Request) (*http.Response, error) {
	s.look(r)
	return http.DefaultTransport.RoundTrip(r)
}

func TestWrite_TransportCannotSendItsBodyAgain(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) }))
	defer server.Close()
	requests := 0
	c, err := New(Config{BaseURL: server.URL, Token: "c2VjcmV0", Zone: time.UTC, Transport: spy{func(r *http.Request) {
		requests++
		if r.GetBody != nil {
			t.Error("the transport has the means to send the write again by itself")
		}
	}}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Call(t.Context(), c, wire.AddTicket, wire.AddTicketRequest{}); err == nil || requests != 1 {
		t.Errorf("%d requests, %v", requests, err)
	}
}

func TestRedirect_ThatLooksLikeSuccessIsNone(t *testing.T) {
	for _, code := range []int{http.StatusFound, http.StatusTemporaryRedirect} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "https://elsewhere.example.com/")
			w.WriteHeader(code)
			_, _ = w.Write([]byte(`{"status": "success", "message": "Ticket added", "ticket_id": "7"}`))
		}))
		t.Cleanup(server.Close)
		c, err := New(Config{BaseURL: server.URL, Token: "c2VjcmV0", Zone: time.UTC})
		if err != nil {
			t.Fatal(err)
		}
		if answer, err := CallRaw(t.Context(), c, wire.AddTicket.OperationInfo, []byte("[{}]")); err == nil {
			t.Errorf("%d counts as success: %s", code, answer)
		}
	}
}

func TestNetwork_EachStageHasItsTimeLimit(t *testing.T) {
	own, ok := network().(proxied)
	transport := own.Transport
	if !ok || transport.TLSHandshakeTimeout != 5*time.Second || transport.ResponseHeaderTimeout != 15*time.Second || transport.DialContext == nil {
		t.Errorf("%+v", transport)
	}
	if dialer.Timeout != 5*time.Second {
		t.Errorf("a connection is waited for for %v", dialer.Timeout)
	}
}
