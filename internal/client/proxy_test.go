package client_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/wire"
)

func callThrough(t *testing.T, variables map[string]string) error {
	t.Helper()
	for _, name := range []string{"HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"} {
		t.Setenv(name, variables[name])
	}
	c, err := client.New(client.Config{
		BaseURL: "https://desk.invalid", KMSURL: "https://desk.invalid", Token: "k", Timeout: 5 * time.Second, ReadTries: 1,
	})
	if err != nil {
		return err
	}
	_, err = client.Call(t.Context(), c, wire.FAQCategories, wire.EmptyRequest{})
	return err
}

// closedAddress returns an address at which nothing listens.
func closedAddress(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	return listener.Addr().String()
}

func TestProxy_ItsFaultIsToldFromTheServices(t *testing.T) {
	answers := func(code int) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }))
		t.Cleanup(s.Close)
		return s.Listener.Addr().String()
	}
	hangsUp := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	t.Cleanup(hangsUp.Close)
	for name, c := range map[string]struct{ address, says string }{
		"it wants a password": {answers(407), "answered 407 Proxy Authentication Required"},
		"it refuses":          {answers(403), "answered 403 Forbidden"},
		"it finds no service": {answers(502), "answered 502 Bad Gateway"},
		"nothing listens":     {closedAddress(t), "cannot be used: nothing listens there"},
		"it hangs up":         {hangsUp.Listener.Addr().String(), "cannot be used"},
	} {
		for _, form := range []string{"http://%", "%", "http://me:secret@%"} {
			err := callThrough(t, map[string]string{"HTTPS_PROXY": strings.ReplaceAll(form, "%", c.address)})
			if err == nil || !strings.Contains(err.Error(), "the proxy "+c.address+" "+c.says) || strings.Contains(err.Error(), "secret") ||
				strings.Contains(err.Error(), "the service cannot be reached") {
				t.Errorf("%s (%s): %v", name, form, err)
			}
		}
	}
}

func TestProxy_UnreadableSettingIsAnErrorAndNeverLeftOut(t *testing.T) {
	for _, given := range []string{"http://[bad", "http://me:secret@", "://x", "http://proxy:port", "ftp://proxy:21", "http://proxy:99999"} {
		for _, name := range []string{"HTTPS_PROXY", "https_proxy"} {
			err := callThrough(t, map[string]string{name: given})
			if err == nil || !strings.Contains(err.Error(), name+" is not the address of a proxy") || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s=%s: %v", name, given, err)
			}
		}
		err := callThrough(t, map[string]string{"HTTPS_PROXY": given, "NO_PROXY": "desk.invalid"})
		if err != nil && strings.Contains(err.Error(), "proxy") {
			t.Errorf("%s with NO_PROXY: %v", given, err)
		}
	}
}
