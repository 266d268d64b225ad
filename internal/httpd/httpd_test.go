package httpd

import (
	"crypto/tls"
	"log/slog"
	"net/http"
	"testing"
	"time"
)

// TestServe_NoRequestHoldsAConnectionForEver: with any of these at nothing a client that sends or reads a byte now and
// then keeps its connection as long as it likes. To wait for them would take a minute and a half.
func TestServe_NoRequestHoldsAConnectionForEver(t *testing.T) {
	s := newServer(http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	for what, limit := range map[string]struct{ got, want time.Duration }{
		"half a header": {s.ReadHeaderTimeout, 5 * time.Second}, "half a body": {s.ReadTimeout, 15 * time.Second},
		"an answer that is not read": {s.WriteTimeout, 30 * time.Second}, "nothing at all": {s.IdleTimeout, time.Minute},
	} {
		if limit.got != limit.want {
			t.Errorf("%s is waited for %v, not %v", what, limit.got, limit.want)
		}
	}
	if s.MaxHeaderBytes != 16<<10 {
		t.Errorf("headers of %d bytes are read", s.MaxHeaderBytes)
	}
}

// TestServe_SpeaksNoOldTLS whatever the machine's GODEBUG allows.
func TestServe_SpeaksNoOldTLS(t *testing.T) {
	if least := new(certificate).config().MinVersion; least < tls.VersionTLS12 {
		t.Errorf("%s is spoken", tls.VersionName(least))
	}
}
