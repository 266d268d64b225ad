package client_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/client"
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
