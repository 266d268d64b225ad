package client_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/wire"
)

// TestAServiceThatSaysTheCredentialBackIsNotRepeated: neither as it is nor as it travels, neither in errors nor in what comes with them.
func TestAServiceThatSaysTheCredentialBackIsNotRepeated(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, password, _ := r.BasicAuth()
		w.WriteHeader(http.StatusForbidden)
		_, _ = fmt.Fprintf(w, `{"status":"failed","message":"not with %s, which is %s"}`, r.Header.Get("Authorization"), password)
	}))
	defer server.Close()
	c, err := client.New(client.Config{
		BaseURL: server.URL, KMSURL: server.URL, Token: "Basic c2VjcmV0", User: "orders", Password: "hush-hush", Zone: time.UTC,
	})
	if err != nil {
		t.Fatal(err)
	}
	travels := base64.StdEncoding.EncodeToString([]byte("orders:hush-hush"))
	_, asked := client.Call(t.Context(), c, wire.FAQCategories, wire.EmptyRequest{})
	_, pulled := client.Call(t.Context(), c, wire.PullOrder, wire.PullOrderRequest{})
	answer, sent := client.CallRaw(t.Context(), c, wire.PullOrder.OperationInfo, []byte(`{}`))
	for _, err := range []error{asked, pulled, sent} {
		var fault *client.Error
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), "not with Basic •••, which is") {
			t.Errorf("%v", err)
		}
	}
	for _, said := range []string{asked.Error(), pulled.Error(), sent.Error(), string(answer)} {
		for _, secret := range []string{"c2VjcmV0", "hush-hush", travels} {
			if strings.Contains(said, secret) {
				t.Errorf("it shows %s: %s", secret, said)
			}
		}
	}
}

// TestAFailureOfAWriteWithAStatusOfAnotherProgramIsNoRefusal: web servers and frameworks answer with bodies of their
// own, also after the service has written the record.
func TestAFailureOfAWriteWithAStatusOfAnotherProgramIsNoRefusal(t *testing.T) {
	for _, c := range []struct {
		code    int
		body    string
		unknown bool
	}{
		{500, `{"timestamp":1,"status":500,"error":"Internal Server Error","message":"","path":"/x"}`, true},
		{500, `{"message":"Internal server error"}`, true},
		{503, `{"status":"error","message":"down"}`, true},
		{200, `{"status":"queued","message":"later"}`, true},
		{200, `{"status":true,"message":"done"}`, true},
		{500, `{"status":"FAILED","message":"no"}`, false},
		{200, `{"message":"title is missing"}`, false},
		{400, `{"timestamp":1,"status":400,"error":"Bad Request"}`, false},
		{404, `{"status":404,"message":"no such path"}`, false},
	} {
		network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) { return response(c.code, c.body), nil }}
		update := wire.UpdateTicketRequest{TicketID: "1", SubStatus: "P"}
		_, err := client.Call(t.Context(), clientOver(t, network), wire.UpdateTicket, update)
		_, raw := client.CallRaw(t.Context(), clientOver(t, network), wire.UpdateTicket.OperationInfo, []byte(`[{"ticket_id":"1"}]`))
		for _, err := range []error{err, raw} {
			var fault *client.Error
			if !errors.As(err, &fault) || fault.OutcomeUnknown() != c.unknown || strings.Contains(err.Error(), "refused") == c.unknown {
				t.Errorf("%d %s: %v", c.code, c.body, err)
			}
		}
	}
}

func TestWhateverAServiceSaysItsErrorIsOneSafeLine(t *testing.T) {
	for _, c := range texttest.Hostile(t) {
		message, _ := json.Marshal(c.Text)
		for body, code := range map[string]int{
			c.Text: 500,
			`{"status":"failed","message":` + string(message) + `}`: 200,
		} {
			network := &countingTransport{transportFunc: func(int, *http.Request) (*http.Response, error) { return response(code, body), nil }}
			_, err := client.Call(t.Context(), clientOver(t, network), wire.UpdateTicket, wire.UpdateTicketRequest{TicketID: "1", SubStatus: "P"})
			if err == nil {
				t.Errorf("%s, %d: no error", c.Name, code)
			} else if harm := texttest.Forbidden(err.Error()); harm != nil || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s, %d: %q: %v", c.Name, code, err, harm)
			}
		}
	}
}

func TestWhyACertificateIsNotTrustedIsSaidInPlainWords(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	known := x509.NewCertPool()
	known.AddCert(server.Certificate())
	for name, c := range map[string]struct {
		url   string
		trust *tls.Config
		line  string
	}{
		"a stranger's":       {server.URL, &tls.Config{}, "this machine does not know who signed it"},
		"another host's":     {strings.Replace(server.URL, "127.0.0.1", "localhost", 1), &tls.Config{RootCAs: known}, "it is not for localhost"},
		"of another century": {server.URL, &tls.Config{RootCAs: known, Time: func() time.Time { return time.Date(2199, 1, 1, 0, 0, 0, 0, time.UTC) }}, "it has expired or is not valid yet"},
	} {
		network := &http.Transport{TLSClientConfig: c.trust} //nolint:gosec // the oldest version is the library's
		door, err := client.New(client.Config{BaseURL: c.url, Token: "c2VjcmV0", Transport: network, ReadTries: 1})
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.Call(t.Context(), door, wire.FAQCategories, wire.EmptyRequest{})
		if want := "faq-categories: the service cannot be reached: its certificate is not trusted: " + c.line; err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
		network.CloseIdleConnections()
	}
}
