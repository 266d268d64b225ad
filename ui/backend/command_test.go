package backend_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/ui/backend"
)

const (
	account = "acme"
	token   = "c2VjcmV0"
)

// unplugged is a network that nobody may use.
type unplugged struct{}

func (unplugged) RoundTrip(*http.Request) (*http.Response, error) { return nil, context.Canceled }

// commands are those of a new console whose drafts are kept in dir; a nil network is unplugged.
func commands(t testing.TB, dir string, network http.RoundTripper) *backend.Backend {
	t.Helper()
	if network == nil {
		network = unplugged{}
	}
	storage, warning, err := backend.OpenStorage(dir, time.Now())
	if err = errors.Join(warning, err); err != nil {
		t.Fatal(err)
	}
	c := backend.New(backend.Config{
		Context: t.Context(), Cache: cache.New(cache.Config{Client: reach(t, network), Zone: time.UTC, AccountID: 1}), Storage: storage,
		Account: account, Now: time.Now,
	})
	t.Cleanup(c.Close)
	return c
}

// reach is a client over a network.
func reach(t testing.TB, network http.RoundTripper) *client.Client {
	t.Helper()
	c, err := client.New(client.Config{
		BaseURL: "https://desk.example.com", KMSURL: "https://kms.example.com", Token: token, User: "user", Password: token, Zone: time.UTC, Transport: network,
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}
