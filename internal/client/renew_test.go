package client_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/wire"
)

func TestCallsCarryTheCredentialsThatCountWhenTheyBegin(t *testing.T) {
	var mu sync.Mutex
	var came []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		came = append(came, r.Header.Get("Authorization"))
		_, _ = w.Write([]byte(`{"status":"success","message":[]}`))
	}))
	t.Cleanup(server.Close)
	c, err := client.New(client.Config{BaseURL: server.URL, KMSURL: server.URL, Token: "old", User: "orders", Password: "old", Zone: time.UTC})
	if err != nil {
		t.Fatal(err)
	}
	call := func(c *client.Client) {
		t.Helper()
		_, _ = client.Call(t.Context(), c, wire.GetTicket, wire.GetTicketRequest{TicketIDs: "7"})
		_, _ = client.Call(t.Context(), c, wire.PullOrder, wire.PullOrderRequest{})
	}
	call(c)
	c.SetCredentials(client.Credentials{Token: "new", PasswordFunc: func(context.Context) (client.Secret, error) { return "kept", nil }})
	call(c)
	another, err := client.New(c.CurrentConfig())
	if err != nil {
		t.Fatal(err)
	}
	call(another)
	want := []string{"Basic old", "Basic b3JkZXJzOm9sZA==", "Basic new", "Basic b3JkZXJzOmtlcHQ=", "Basic new", "Basic b3JkZXJzOmtlcHQ="}
	if !slices.Equal(came, want) {
		t.Errorf("the service got %v, want %v", came, want)
	}
}
