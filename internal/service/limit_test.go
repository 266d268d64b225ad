package service_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/service"
	"frontdesk/internal/wire"
)

// TestEachCredentialHasItsShare: two at once, then one every half second; the order login has its own share, whoever
// has no credential uses up nobody's, and the health check always answers.
func TestEachCredentialHasItsShare(t *testing.T) {
	now := noon
	c := newService(t).Config
	c.RequestsPerSecond, c.Now = 2, func() time.Time { return now }
	h := service.New(c)
	ask := func(auth string) *httptest.ResponseRecorder {
		return post(h, wire.OperationInfo{Path: "/nowhere"}, auth, "")
	}
	for _, s := range []struct {
		after time.Duration
		auth  string
		code  int
		again string
	}{
		{0, key, 404, ""},
		{0, "Basic wrong", 401, ""},
		{0, key, 404, ""},
		{0, key, 429, "1"},
		{0, login, 404, ""},
		{400 * time.Millisecond, key, 429, "1"},
		{100 * time.Millisecond, key, 404, ""},
		{0, key, 429, "1"},
		{time.Hour, key, 404, ""},
		{0, key, 404, ""},
		{0, key, 429, "1"},
	} {
		now = now.Add(s.after)
		w := ask(s.auth)
		if w.Code != s.code || w.Header().Get("Retry-After") != s.again {
			t.Errorf("%s after %v: %d, again after %q; not %+v", s.auth, s.after, w.Code, w.Header().Get("Retry-After"), s)
		}
		if s.code == http.StatusTooManyRequests && !strings.Contains(w.Body.String(), `"status":"failed"`) {
			t.Errorf("it says %s", w.Body)
		}
	}
	w := httptest.NewRecorder()
	if h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/healthz", nil)); w.Code != http.StatusOK {
		t.Errorf("health: %d", w.Code)
	}
	h.SetCredentials(service.Credentials{Token: "bmV3"})
	if w := ask("Basic bmV3"); w.Code != http.StatusNotFound {
		t.Errorf("a new credential: %d", w.Code)
	}
}

// TestASlowRateSaysHowLongToWait in whole seconds, rounded up, so that who waits that long is answered.
func TestASlowRateSaysHowLongToWait(t *testing.T) {
	now := noon
	c := newService(t).Config
	c.RequestsPerSecond, c.Now = 0.1, func() time.Time { return now }
	h := service.New(c)
	ask := func() *httptest.ResponseRecorder { return post(h, wire.OperationInfo{Path: "/nowhere"}, key, "") }
	ask()
	now = now.Add(2500 * time.Millisecond)
	if w := ask(); w.Header().Get("Retry-After") != "8" {
		t.Errorf("again after %q", w.Header().Get("Retry-After"))
	}
	now = now.Add(8 * time.Second)
	if w := ask(); w.Code != http.StatusNotFound {
		t.Errorf("after that: %d", w.Code)
	}
}
