// Package client performs an operation over HTTP: the right host and credential, time-outs, reads
// tried again and writes sent once, answers read by wire, and one typed error.
package client

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"frontdesk/internal/wire"
)

// Secret is a credential; whatever prints it prints dots.
type Secret string

// Format writes dots for every verb.
func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte("•••")) }

// MarshalText gives dots, so that neither JSON nor a log holds the credential.
func (Secret) MarshalText() ([]byte, error) { return []byte("•••"), nil }

// Config is what a client is made of.
type Config struct {
	BaseURL          string            // http or https; plain http to this machine alone unless AllowPlain
	KMSURL           string            // the same; empty where articles are not searched: the base host is never asked in its place
	Token            Secret            // the API key, with or without "Basic " before it
	User             string            // of the order operations
	Password         Secret            // of the order operations
	Zone             *time.Location    // of the account's dates
	Timeout          time.Duration     // of a whole call with its retries; 30 s when 0
	MaxResponseBytes int64             // bytes of an answer after decompression; 256 MiB when 0
	MaxAttempts      int               // how often a read is tried at most; 4 when 0
	Transport        http.RoundTripper // nil for our own, over the network; any other calls httptrace's WroteHeaders once a request has left
	AllowPlainHTTP   bool              // plain http to other machines

	// PasswordFunc is asked for the password when there is none and an order operation is called; nil for nobody. Who
	// calls no order operation need not unlock what it is kept in.
	PasswordFunc func(context.Context) (Secret, error)

	// OnResponse is given what was sent and answered, as it came, of every call that succeeded; nil for nobody. It is
	// called by many goroutines at once and may keep the answer.
	OnResponse func(op wire.OperationInfo, request, answer []byte)

	// OnDone is told of every call once it has ended, its retries included; nil for nobody. ctx is the caller's, so that
	// it can be told for whom the call was made.
	OnDone func(ctx context.Context, call CallResult)
}

// CallResult is a call that has ended.
type CallResult struct {
	Op      wire.OperationInfo
	Request []byte // as it was sent
	Answer  []byte // of a write that succeeded, as it came
	Took    time.Duration
	Err     error
}

// Client performs operations for one account; it is safe for concurrent use.
type Client struct {
	Config
	hosts   map[wire.Host]*url.URL
	http    http.Client
	renewed atomic.Pointer[Credentials] // nil as long as those of Config count
}

// New checks the addresses before any credential can go to them.
func New(c Config) (*Client, error) {
	base, err1 := origin("base URL", c.BaseURL, c.AllowPlainHTTP)
	hosts := map[wire.Host]*url.URL{wire.Base: base}
	var err2 error
	if c.KMSURL != "" {
		hosts[wire.FAQHost], err2 = origin("KMS URL", c.KMSURL, c.AllowPlainHTTP)
	}
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	if c.Timeout == 0 {
		c.Timeout = 30 * time.Second
	}
	if c.MaxAttempts == 0 {
		c.MaxAttempts = maxTries
	}
	if c.MaxResponseBytes == 0 {
		c.MaxResponseBytes = maxAnswer
	}
	if c.Transport == nil {
		c.Transport = network()
	}
	return &Client{Config: c, hosts: hosts, http: http.Client{
		Transport: c.Transport,
		// A redirect would take the credential along, to another port or a sub-domain: it is never followed.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// dialer opens connections.
var dialer = &net.Dialer{Timeout: 5 * time.Second}

// network is the transport with the time-outs of each stage; the whole call has its own.
func network() http.RoundTripper {
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         dialer.DialContext,
		TLSHandshakeTimeout: 5 * time.Second, ResponseHeaderTimeout: 15 * time.Second,
		MaxIdleConnsPerHost: 8, IdleConnTimeout: 60 * time.Second, ForceAttemptHTTP2: true,
	}
}

// origin reads one of the two addresses; errors never repeat what may hold a password.
func origin(what, address string, allowPlain bool) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(address, "/"))
	switch {
	case err != nil || u.Host == "" || !isPort(u.Port()):
		return nil, fmt.Errorf("the %s is no address such as https://desk.example.com", what)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("the %s must hold neither user nor query: credentials have their own settings", what)
	case u.Scheme == "https":
	case u.Scheme != "http":
		return nil, fmt.Errorf("the %s must begin with https://", what)
	case !allowPlain && !isLoopback(u.Hostname()):
		return nil, fmt.Errorf("the %s is plain http to another machine, which would show the credential to everybody between: use https", what)
	}
	return u, nil
}

// isPort says whether a port can be one; none is the scheme's own.
func isPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && n > 0
}

func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// Credentials are what calls carry (PROTOCOL.md 1.4).
type Credentials struct {
	Token    Secret // the API key
	Password Secret // of the order operations

	// PasswordFunc is asked for the password when there is none, as Config's is.
	PasswordFunc func(context.Context) (Secret, error)
}

// SetCredentials has every call that begins from now on carry other credentials; those under way keep theirs, with their retries.
func (c *Client) SetCredentials(with Credentials) { c.renewed.Store(&with) }

// CurrentConfig is the configuration with the credentials that count now: another client is made of this, not of Config.
func (c *Client) CurrentConfig() Config {
	now, with := c.Config, c.credentials()
	now.Token, now.Password, now.PasswordFunc = with.Token, with.Password, with.PasswordFunc
	return now
}

// credentials are those that count now.
func (c *Client) credentials() Credentials {
	if renewed := c.renewed.Load(); renewed != nil {
		return *renewed
	}
	return Credentials{Token: c.Token, Password: c.Password, PasswordFunc: c.PasswordFunc}
}
