package client_test

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/wire"
)

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
