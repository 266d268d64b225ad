package clitest

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
	"frontdesk/internal/wire"
)

// Upstream is a service that hosts and commands are run against; it records the requests.
type Upstream struct {
	*httptest.Server
	mu   sync.Mutex
	sent []string // "update-ticket [{…}]"
}

// NewUpstream starts a service that answers with handler.
func NewUpstream(t testing.TB, handler http.HandlerFunc) *Upstream {
	t.Helper()
	u := &Upstream{}
	u.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		u.mu.Lock()
		u.sent = append(u.sent, OperationOf(r)+" "+string(body))
		u.mu.Unlock()
		handler(w, r)
	}))
	t.Cleanup(func() { u.CloseClientConnections(); u.Close() })
	return u
}

// NewRealUpstream starts our own service on an empty desk; around may act before it or in its place.
func NewRealUpstream(t testing.TB, around func(next http.Handler) http.HandlerFunc) (*Upstream, *store.Store) {
	t.Helper()
	return NewUpstreamWith(t, service.Credentials{Token: Token}, around)
}

// NewUpstreamWith is NewRealUpstream with other API keys.
func NewUpstreamWith(
	t testing.TB, keys service.Credentials, around func(next http.Handler) http.HandlerFunc,
) (*Upstream, *store.Store) {
	t.Helper()
	records := storetest.OpenFile(t)
	desk := service.New(service.Config{
		Store: records, Zone: time.UTC, Now: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	keys.OrderUser, keys.OrderPassword = OrderUser, OrderPassword
	desk.SetCredentials(keys)
	if around == nil {
		return NewUpstream(t, desk.ServeHTTP), records
	}
	return NewUpstream(t, around(desk)), records
}

// OperationOf returns the name of the operation that a request is for, or its path.
func OperationOf(r *http.Request) string {
	for _, op := range wire.Operations() {
		if op.Path == r.URL.Path {
			return op.Name
		}
	}
	return r.URL.Path
}

// Sent returns all requests, each as the name of its operation and its body.
func (u *Upstream) Sent() []string {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.sent)
}

// Forget drops the requests that were recorded.
func (u *Upstream) Forget() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.sent = nil
}

// Requests returns the bodies of an operation's requests.
func (u *Upstream) Requests(operation string) (bodies []string) {
	for _, s := range u.Sent() {
		if name, body, _ := strings.Cut(s, " "); name == operation {
			bodies = append(bodies, body)
		}
	}
	return bodies
}
