package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/wire"
)

// transportFunc is a transport that answers the n-th request.
type transportFunc func(n int, r *http.Request) (*http.Response, error)

type countingTransport struct {
	transportFunc
	n int
}

func (c *countingTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	c.n++
	return c.transportFunc(c.n, r)
}

func response(code int, body string, header ...string) *http.Response {
	w := httptest.NewRecorder()
	for i := 0; i+1 < len(header); i += 2 {
		w.Header().Set(header[i], header[i+1])
	}
	w.WriteHeader(code)
	_, _ = io.WriteString(w, body)
	return w.Result()
}

const none = `{"totalCount":0,"message":[],"status":"success"}`

func clientOver(t *testing.T, network http.RoundTripper) *client.Client {
	t.Helper()
	c, err := client.New(client.Config{
		BaseURL: "https://desk.example.com", KMSURL: "https://kms.example.com/", Token: "Basic c2VjcmV0", User: "u", Password: "hunter2", Transport: network,
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestAReadIsTriedAgainUntilTheServiceIsBack(t *testing.T) {
	for name, fault := range map[string]transportFunc{
		"refused": func(int, *http.Request) (*http.Response, error) { return nil, errors.New("connection refused") },
		"503":     func(int, *http.Request) (*http.Response, error) { return response(503, "<html>busy</html>"), nil },
		"429":     func(int, *http.Request) (*http.Response, error) { return response(429, "", "Retry-After", "7"), nil },
		"cut off": func(int, *http.Request) (*http.Response, error) { return response(200, `{"message":[{"ticketId"`), nil },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				network := &countingTransport{transportFunc: func(n int, r *http.Request) (*http.Response, error) {
					if n < 3 {
						return fault(n, r)
					}
					return response(200, none), nil
				}}
				began := time.Now()
				_, err := client.Call(t.Context(), clientOver(t, network), wire.PullTicket, wire.PullTicketRequest{StartDate: "2026-11-20", EndDate: "2026-11-20"})
				if err != nil || network.n != 3 {
					t.Errorf("%d tries, %v", network.n, err)
				}
				if waited := time.Since(began); name == "429" && waited != 14*time.Second {
					t.Errorf("waited %v", waited)
				}
			})
		})
	}
}

func TestAReadGivesUpInsideTheCallersTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) { return response(503, "", "Retry-After", "3600"), nil }}
		began := time.Now()
		_, err := client.Call(t.Context(), clientOver(t, network), wire.FAQCategories, wire.EmptyRequest{})
		if err == nil || network.n != 1 || time.Since(began) > time.Second {
			t.Errorf("%d tries in %v, %v", network.n, time.Since(began), err)
		}
	})
}

func TestAWriteIsSentOnceWhateverHappens(t *testing.T) {
	for name, fault := range map[string]transportFunc{
		"network": func(int, *http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF },
		"503":     func(int, *http.Request) (*http.Response, error) { return response(503, ""), nil },
		"429":     func(int, *http.Request) (*http.Response, error) { return response(429, "", "Retry-After", "0"), nil },
		"cut off": func(int, *http.Request) (*http.Response, error) { return response(200, `{"ticket":{`), nil },
	} {
		network := &countingTransport{transportFunc: fault}
		_, err := client.Call(t.Context(), clientOver(t, network), wire.UpdateTicket, wire.UpdateTicketRequest{TicketID: "1", SubStatus: "P"})
		if err == nil || network.n != 1 {
			t.Errorf("%s: sent %d times, %v", name, network.n, err)
		}
	}
}

func TestAWriteWhoseAnswerWasLostIsUnknown(t *testing.T) {
	lost := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	defer lost.Close()
	gone := httptest.NewServer(nil)
	gone.Close()
	for address, unknown := range map[string]bool{lost.URL: true, gone.URL: false} {
		c, err := client.New(client.Config{BaseURL: address, KMSURL: address, Token: "t"})
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.Call(t.Context(), c, wire.AddTicket, wire.AddTicketRequest{Title: "x"})
		var fault *client.Error
		if !errors.As(err, &fault) || fault.OutcomeUnknown() != unknown || fault.Kind != client.Unreachable {
			t.Errorf("%v, unknown %v", err, fault.OutcomeUnknown())
		}
	}
}

// TestWhatARedirectionSaysOfAWrite: 303 points to what came of it, the others want it sent elsewhere.
func TestWhatARedirectionSaysOfAWrite(t *testing.T) {
	for code, unknown := range map[int]bool{301: false, 302: false, 303: true, 307: false, 308: false} {
		network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) { return response(code, ""), nil }}
		_, err := client.Call(t.Context(), clientOver(t, network), wire.AddTicket, wire.AddTicketRequest{Title: "x"})
		var fault *client.Error
		if !errors.As(err, &fault) || fault.Kind != client.Redirected || fault.OutcomeUnknown() != unknown || network.n != 1 {
			t.Errorf("%d: %v, sent %d times", code, err, network.n)
		}
	}
}

// TestAPathThatNoOperationHasSaysNothingOfRecords: a typing error in the address must not look like a deleted ticket.
func TestAPathThatNoOperationHasSaysNothingOfRecords(t *testing.T) {
	network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) {
		return response(404, `{"message":"no such endpoint","status":"failed"}`), nil
	}}
	_, err := client.Call(t.Context(), clientOver(t, network), wire.GetTicket, wire.GetTicketRequest{TicketIDs: "1"})
	var fault *client.Error
	if !errors.As(err, &fault) || fault.NotFound() || err.Error() != "get-ticket: the service refused: no such endpoint" {
		t.Error(err)
	}
}

func TestTheServicesWordsAreTheError(t *testing.T) {
	for _, c := range []struct {
		code int
		body string
		kind client.Kind
		line string
	}{
		{200, `{"status":"failed","message":"title is missing"}`, client.Rejected, "add-ticket: the service refused: title is missing"},
		{400, `{"status":"failed","message":"a\u001b]52;c;x\u0007"}`, client.Rejected, "add-ticket: the service refused: a␛]52;c;x␇"},
		{200, `{"Status":"failed","Message":"Invalid Auth Key"}`, client.Unauthorized, ""},
		{401, ``, client.Unauthorized, ""},
		{500, `<html>`, client.BadResponse, "add-ticket: the service's answer cannot be read (500)"},
	} {
		network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) { return response(c.code, c.body), nil }}
		_, err := client.Call(t.Context(), clientOver(t, network), wire.AddTicket, wire.AddTicketRequest{Title: "x"})
		var fault *client.Error
		if !errors.As(err, &fault) || fault.Kind != c.kind || c.line != "" && err.Error() != c.line {
			t.Errorf("%d %s: %v", c.code, c.body, err)
		}
	}
}

func TestTheCredentialGoesToItsHostAndNowhereElse(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		t.Errorf("%s was asked, with %q", r.URL, r.Header.Get("Authorization"))
	}))
	defer elsewhere.Close()
	for _, code := range []int{301, 302, 303, 307, 308} {
		pointing := httptest.NewServer(http.RedirectHandler(elsewhere.URL, code))
		c, err := client.New(client.Config{BaseURL: pointing.URL, KMSURL: pointing.URL, Token: "c2VjcmV0"})
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.Call(t.Context(), c, wire.FAQCategories, wire.EmptyRequest{})
		var fault *client.Error
		if !errors.As(err, &fault) || fault.Kind != client.Redirected {
			t.Errorf("%d: %v", code, err)
		}
		pointing.Close()
	}
	var hosts []string
	network := &countingTransport{transportFunc: func(_ int, r *http.Request) (*http.Response, error) {
		hosts = append(hosts, r.URL.String()+" "+r.Header.Get("Authorization")+" "+r.Header.Get("Content-Type"))
		return response(200, none), nil
	}}
	_, _ = client.Call(t.Context(), clientOver(t, network), wire.FAQCategories, wire.EmptyRequest{})
	_, _ = client.Call(t.Context(), clientOver(t, network), wire.SearchFAQ, wire.SearchFAQRequest{SearchKey: "x"})
	want := "https://desk.example.com/get-all-faq-categories.html Basic c2VjcmV0 |https://kms.example.com/search-faq-contents.html Basic c2VjcmV0 application/json"
	if got := strings.Join(hosts, "|"); got != want {
		t.Errorf("got %s", got)
	}
}

func TestCredential_IsSentOnceWhateverSchemeItIsConfiguredWith(t *testing.T) {
	for _, token := range []client.Secret{"c2VjcmV0", "Basic c2VjcmV0", "basic c2VjcmV0", "BASIC   c2VjcmV0"} {
		var sent []string
		c, err := client.New(client.Config{BaseURL: "https://desk.example.com", KMSURL: "https://kms.example.com", Token: token, Transport: &countingTransport{
			transportFunc: func(_ int, r *http.Request) (*http.Response, error) {
				sent = append(sent, r.Header.Values("Authorization")...)
				return response(200, none), nil
			},
		}})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = client.Call(t.Context(), c, wire.FAQCategories, wire.EmptyRequest{})
		if got := strings.Join(sent, "|"); got != "Basic c2VjcmV0" {
			t.Errorf("sent was %q", got)
		}
	}
}

func TestAddressesThatWouldShowTheCredentialAreRefused(t *testing.T) {
	for _, address := range []string{"", "desk.example.com", "ftp://x", "http://desk.example.com", "https://u:hunter2@x", "https://x?token=hunter2", "http://127.0.0.1.example.com", "https://x\x7f", "https://x:0", "http://127.0.0.1:70000"} {
		_, err := client.New(client.Config{BaseURL: address, KMSURL: "https://kms.example.com"})
		if err == nil || strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v", address, err)
		}
	}
	for _, address := range []string{"http://127.0.0.1:8080", "http://[::1]:1/", "http://localhost:8080", "https://desk.example.com/acme"} {
		if _, err := client.New(client.Config{BaseURL: address, KMSURL: address}); err != nil {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestWithoutAHostForArticlesNothingIsSentToTheOther(t *testing.T) {
	network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) { return response(200, none), nil }}
	c, err := client.New(client.Config{BaseURL: "https://desk.example.com", Token: "c2VjcmV0", Transport: network})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Call(t.Context(), c, wire.SearchFAQ, wire.SearchFAQRequest{SearchKey: "refund"}); err == nil || network.n != 0 ||
		err.Error() != "search-faq: no address of its host is configured; nothing was sent" {
		t.Errorf("%d requests, %v", network.n, err)
	}
	if _, err := client.Call(t.Context(), c, wire.PullTicket, wire.PullTicketRequest{StartDate: "2026-11-20", EndDate: "2026-11-20"}); err != nil || network.n != 1 {
		t.Errorf("%d requests, %v", network.n, err)
	}
}

func TestACredentialIsNeverPrinted(t *testing.T) {
	c := clientOver(t, nil)
	asJSON, _ := json.Marshal(client.Config{Token: "c2VjcmV0", Password: "hunter2"}.Token)
	for _, printed := range []string{fmt.Sprintf("%v %+v %#v %s %q %x", c.Config, c.Config, c.Config, c.Token, c.Password, c.Password), string(asJSON)} {
		if strings.Contains(printed, "c2VjcmV0") || strings.Contains(printed, "hunter2") || strings.Contains(printed, "68756e74657232") {
			t.Errorf("printed %s", printed)
		}
	}
}

func TestACancelledCallSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := client.Call(ctx, clientOver(t, &countingTransport{transportFunc: func(_ int, r *http.Request) (*http.Response, error) { return nil, r.Context().Err() }}), wire.FAQCategories, wire.EmptyRequest{})
	var fault *client.Error
	if !errors.As(err, &fault) || fault.Kind != client.Canceled {
		t.Errorf("got %v", err)
	}
}
