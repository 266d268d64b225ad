package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"os"
	"strings"
	"sync/atomic"

	"golang.org/x/net/http/httpproxy"
)

// proxyError is the fault of a proxy between client and service: the request did not reach the service.
type proxyError struct {
	Address string // host and port, without credentials
	Answer  string // such as 407 Proxy Authentication Required; empty if it gave none
	Err     error
}

// Error names the proxy.
func (e *proxyError) Error() string {
	if e.Answer != "" {
		return fmt.Sprintf("the proxy %s answered %s", e.Address, e.Answer)
	}
	return fmt.Sprintf("the proxy %s cannot be used", e.Address)
}

// Unwrap returns the cause.
func (e *proxyError) Unwrap() error { return e.Err }

// proxied is a transport that tells the faults of the proxy of the environment from those of the service.
type proxied struct {
	*http.Transport
	proxyOf func(*url.URL) (*url.URL, error)
}

// newProxied adds the proxy of the environment to a transport.
func newProxied(t *http.Transport) proxied {
	p := proxied{t, httpproxy.FromEnvironment().ProxyFunc()}
	t.Proxy = func(r *http.Request) (*url.URL, error) { return p.proxyOf(r.URL) }
	t.OnProxyConnectResponse = func(_ context.Context, at *url.URL, _ *http.Request, answer *http.Response) error {
		if answer.StatusCode == http.StatusOK {
			return nil
		}
		return &proxyError{Address: at.Host, Answer: answer.Status}
	}
	return p
}

// RoundTrip sends a request. What fails before the service takes part is the proxy's fault.
func (p proxied) RoundTrip(r *http.Request) (*http.Response, error) {
	at, err := p.proxyOf(r.URL)
	if at == nil || err != nil {
		return p.Transport.RoundTrip(r)
	}
	var begun atomic.Bool
	answer, err := p.Transport.RoundTrip(r.WithContext(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{
		TLSHandshakeStart: func() { begun.Store(true) },
		GotConn:           func(httptrace.GotConnInfo) { begun.Store(true) },
	})))
	var fault *proxyError
	switch {
	case err != nil && !begun.Load() && !errors.As(err, &fault) && !errors.Is(err, context.Canceled):
		return nil, &proxyError{Address: at.Host, Err: err}
	case err == nil && answer.StatusCode == http.StatusProxyAuthRequired:
		_ = answer.Body.Close()
		return nil, &proxyError{Address: at.Host, Answer: answer.Status}
	}
	return answer, err
}

// proxyVariables are the variables of proxies by the scheme of the addresses that they are for.
var proxyVariables = map[string][]string{"https": {"HTTPS_PROXY", "https_proxy"}, "http": {"HTTP_PROXY", "http_proxy"}}

// checkProxy returns an error if the environment has a proxy for an address that cannot be read. It would be left out
// otherwise, and the credential would take a way that nobody wants.
func checkProxy(to *url.URL) error {
	settings := httpproxy.FromEnvironment()
	given := map[string]string{"https": settings.HTTPSProxy, "http": settings.HTTPProxy}[to.Scheme]
	if given == "" || isProxyAddress(given) {
		return nil
	}
	settings.HTTPSProxy, settings.HTTPProxy = "http://proxy.invalid:1", "http://proxy.invalid:1"
	if at, _ := settings.ProxyFunc()(to); at == nil { // the address of a proxy is right now: it cannot fail
		return nil // NO_PROXY excludes the address
	}
	name := proxyVariables[to.Scheme][0]
	if os.Getenv(name) == "" {
		name = proxyVariables[to.Scheme][1]
	}
	return fmt.Errorf("%s is not the address of a proxy, such as http://proxy.example.com:3128: correct it, or unset it", name)
}

// ProxyOf returns the proxy of the environment for an address, as host and port; empty for none.
func ProxyOf(to *url.URL) (through string, err error) {
	if err := checkProxy(to); err != nil {
		return "", err
	}
	at, err := httpproxy.FromEnvironment().ProxyFunc()(to)
	if at == nil {
		return "", err
	}
	return at.Host, err
}

// isProxyAddress reports whether a setting names a proxy, with or without a scheme.
func isProxyAddress(given string) bool {
	if !strings.Contains(given, "://") {
		given = "http://" + given
	}
	u, err := url.Parse(given)
	schemes := map[string]bool{"http": true, "https": true, "socks5": true, "socks5h": true}
	return err == nil && u.Hostname() != "" && isPort(u.Port()) && schemes[u.Scheme] && !strings.ContainsAny(u.Host, " \t")
}
