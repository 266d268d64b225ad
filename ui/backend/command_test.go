package backend_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"frontdesk/internal/agent"
	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
)

const (
	account = "acme"
	token   = "c2VjcmV0"

	agentName = "Asha Rao" // under which the desk signs what the agent writes
)

// noNetwork fails every request.
type noNetwork struct{}

func (noNetwork) RoundTrip(*http.Request) (*http.Response, error) { return nil, context.Canceled }

// openStorage opens what is kept of an agent in files of a directory.
func openStorage(t testing.TB, dir string) backend.Storage {
	t.Helper()
	state, err := agent.ThisHost{}.Open(dir, account)
	if err != nil {
		t.Fatal(err)
	}
	storage, warning := backend.OpenStorage(state, time.Now())
	if warning != nil {
		t.Fatal(warning)
	}
	return storage
}

// newTestBackend returns the backend of a new console with its drafts in dir; a nil network is noNetwork.
func newTestBackend(t testing.TB, dir string, network http.RoundTripper) *backend.Backend {
	t.Helper()
	if network == nil {
		network = noNetwork{}
	}
	storage := openStorage(t, dir)
	c := backend.New(backend.Config{
		Context: t.Context(), Cache: cache.New(cache.Config{Client: newTestClient(t, network), Zone: time.UTC, AccountID: 1}), Storage: storage,
		Account: account, Agent: safetext.LineFromText(agentName), Now: time.Now,
	})
	t.Cleanup(func() {
		c.Close()
		if err := c.WaitForWrites(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return c
}

// newTestClient returns a client over a network.
func newTestClient(t testing.TB, network http.RoundTripper) *client.Client {
	t.Helper()
	c, err := client.New(client.Config{
		BaseURL: "https://desk.example.com", KMSURL: "https://kms.example.com", Token: token, User: "user", Password: token, Zone: time.UTC, Transport: network,
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}
