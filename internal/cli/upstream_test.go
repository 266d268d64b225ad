package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
	"frontdesk/internal/wire"
)

// Who calls order operations in tests.
const (
	orderUser     = "orders"
	orderPassword = "hush"
)

// testUpstream is a service that commands are run against; it records the requests.
type testUpstream struct {
	*httptest.Server
	mu   sync.Mutex
	sent []string // "update-ticket [{…}]"
}

// newUpstream starts a service that answers with handler.
func newUpstream(t *testing.T, handler http.HandlerFunc) *testUpstream {
	t.Helper()
	u := &testUpstream{}
	u.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		u.mu.Lock()
		u.sent = append(u.sent, operationOf(r)+" "+string(body))
		u.mu.Unlock()
		handler(w, r)
	}))
	t.Cleanup(func() { u.CloseClientConnections(); u.Close() })
	return u
}

// newRealUpstream starts our own service on an empty desk; around may act before it or in its place.
func newRealUpstream(t *testing.T, around func(next http.Handler) http.HandlerFunc) (*testUpstream, *store.Store) {
	t.Helper()
	records := storetest.OpenFile(t)
	desk := service.New(service.Config{
		Store: records, Token: token, OrderUser: orderUser, OrderPassword: orderPassword, Zone: time.UTC, Now: time.Now, Log: slog.New(slog.DiscardHandler),
	})
	if around == nil {
		return newUpstream(t, desk.ServeHTTP), records
	}
	return newUpstream(t, around(desk)), records
}

func operationOf(r *http.Request) string {
	for _, op := range wire.Operations() {
		if op.Path == r.URL.Path {
			return op.Name
		}
	}
	return r.URL.Path
}

// requests returns the bodies of an operation's requests.
func (u *testUpstream) requests(op string) (bodies []string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, s := range u.sent {
		if name, body, _ := strings.Cut(s, " "); name == op {
			bodies = append(bodies, body)
		}
	}
	return bodies
}

// commandResult is the exit code and the output of a command.
type commandResult struct {
	code        int
	out, errOut string
}

// String formats a result for the failures of tests.
func (e commandResult) String() string { return fmt.Sprintf("%d\n%s\n%s", e.code, e.out, e.errOut) }

// runAgainst runs a command against the service at a URL.
func runAgainst(t *testing.T, url, stdin string, args ...string) commandResult {
	t.Helper()
	return runUntil(t.Context(), t, url, stdin, args...)
}

// runUntil runs a command that ends with ctx, as a signal ends it.
func runUntil(ctx context.Context, t *testing.T, url, stdin string, args ...string) commandResult {
	t.Helper()
	return runWith(ctx, testEnvironment(t, url), stdin, args...)
}

// testEnvironment returns the variables of an agent of the service at a URL.
func testEnvironment(t *testing.T, url string) map[string]string {
	return map[string]string{
		"FRONTDESK_BASE_URL": url, "FRONTDESK_KMS_URL": url, "FRONTDESK_TOKEN": token, "HOME": t.TempDir(), "XDG_CONFIG_HOME": "/nowhere",
		"FRONTDESK_ORDER_USER": orderUser, "FRONTDESK_ORDER_PASSWORD": orderPassword, "FRONTDESK_CM_ID": "1",
	}
}

// runWith runs a command with these variables.
func runWith(ctx context.Context, values map[string]string, stdin string, args ...string) commandResult {
	var out, errOut bytes.Buffer
	code := Run(ctx, args, func(name string) string { return values[name] }, strings.NewReader(stdin), &out, &errOut)
	return commandResult{code, out.String(), errOut.String()}
}

// testTimeout is how long a test waits for an event: almost until the deadline of the test binary, because the speed of
// the machine must not decide whether a test passes.
func testTimeout(t *testing.T) time.Duration {
	t.Helper()
	ends, limited := t.Deadline()
	if !limited {
		return time.Hour
	}
	return time.Until(ends) * 9 / 10
}
