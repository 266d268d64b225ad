// Package client performs operations over HTTP. It selects the host and credential, applies time-outs, retries reads,
// sends writes once, decodes responses with package wire and returns one error type.
package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// defaultReadTries is how often a read is attempted if the configuration does not say.
const defaultReadTries = 4

// Config configures a Client.
type Config struct {
	BaseURL          string            // http or https; plain http only to a loopback host unless AllowPlainHTTP
	KMSURL           string            // of the article search, likewise; when empty, no search is sent
	Token            Secret            // the API key, with or without the "Basic " prefix
	User             string            // of the order operations
	Password         Secret            // of the order operations
	Zone             *time.Location    // of the account's dates
	SubStatuses      []desk.Code       // the account's own, see wire.DecodeOptions
	Timeout          time.Duration     // of a whole call including its retries; 30 s when 0
	MaxResponseBytes int64             // lowers the limits of responses after decompression; 0 for those of wire
	ReadTries        int               // attempts of a read; defaultReadTries when 0
	Transport        http.RoundTripper // nil for the network; others must call httptrace's WroteHeaders when they send
	AllowPlainHTTP   bool              // allows plain http to other hosts
	ReadOnly         bool              // refuses every write, before anything of it is sent

	// PasswordFunc returns the password when Password is empty and an order operation is called; may be nil. Clients
	// that call no order operation need not unlock a keyring.
	PasswordFunc func(context.Context) (Secret, error)

	// OnBehalfOf returns for whom a write is sent with Token, which the service is told (PROTOCOL.md 1.4); nil for a
	// service that was not set up for it. After an error nothing is sent.
	OnBehalfOf func(context.Context) (safetext.Line, error)

	// WriterToken returns the API key of whoever writes; empty for Token. It may be nil, as for services that know only
	// one key of an account. Reads are always sent with Token.
	WriterToken func(context.Context) (Secret, error)

	// OnResponse receives the raw request and response of every call that succeeds; may be nil. It is called
	// concurrently and may keep the response.
	OnResponse func(op wire.OperationInfo, request, answer []byte)

	// OnDone receives every call after its last attempt; may be nil. ctx is the caller's, so that the call can be
	// attributed.
	OnDone func(ctx context.Context, call CallResult)
}

// CallResult is the result of a finished call.
type CallResult struct {
	Op      wire.OperationInfo
	Request []byte // as it was sent
	Answer  []byte // raw response of a write that succeeded
	Took    time.Duration
	Err     error
}

// Client performs operations for one account. It is safe for concurrent use.
type Client struct {
	Config
	hosts   map[wire.Host]*url.URL
	http    http.Client
	renewed atomic.Pointer[Credentials] // nil while those of Config apply
	calls   atomic.Int64                // under way
}

// Busy reports whether a call is under way.
func (c *Client) Busy() bool { return c.calls.Load() > 0 }

// New validates the addresses and returns a client with defaults applied.
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
	if c.ReadTries == 0 {
		c.ReadTries = defaultReadTries
	}
	if c.Transport == nil {
		for _, host := range hosts {
			if err := checkProxy(host); err != nil {
				return nil, err
			}
		}
		c.Transport = network()
	}
	return &Client{Config: c, hosts: hosts, http: http.Client{
		Transport: c.Transport,
		// Redirects are never followed: they would carry the credential to another port or a sub-domain.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

var dialer = &net.Dialer{Timeout: 5 * time.Second}

// network returns the default transport with time-outs for each stage; Config.Timeout limits the whole call.
func network() http.RoundTripper {
	return newProxied(&http.Transport{
		DialContext:         dialer.DialContext,
		TLSHandshakeTimeout: 5 * time.Second, ResponseHeaderTimeout: 15 * time.Second,
		MaxIdleConnsPerHost: 8, IdleConnTimeout: 60 * time.Second, ForceAttemptHTTP2: true,
	})
}

// origin parses a host address. Its errors never contain the address, which may hold a password.
func origin(what, address string, allowPlain bool) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(address, "/"))
	switch {
	case err != nil || u.Host == "" || !isPort(u.Port()):
		return nil, fmt.Errorf("the %s is not an address such as https://desk.example.com", what)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("the %s must hold neither user nor query: credentials have their own settings", what)
	case u.Scheme == "https":
	case u.Scheme != "http":
		return nil, fmt.Errorf("the %s must begin with https://", what)
	case !allowPlain && !isLoopback(u.Hostname()):
		return nil, fmt.Errorf(
			"the %s is plain http to another machine, which would show the credential to everybody between: use https",
			what,
		)
	}
	return u, nil
}

// isPort reports whether port is valid; an empty one is the scheme's default.
func isPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && n > 0
}

func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// Credentials are the credentials of a client's calls (PROTOCOL.md 1.4).
type Credentials struct {
	Token    Secret // the API key
	Password Secret // of the order operations

	// PasswordFunc returns the password when Password is empty; see Config.
	PasswordFunc func(context.Context) (Secret, error)
}

// SetCredentials replaces the credentials of all later calls; calls in progress, retries included, keep theirs.
func (c *Client) SetCredentials(with Credentials) { c.renewed.Store(&with) }

// CurrentConfig returns the configuration with the current credentials. Derive another client from this, not from
// Config, which keeps the initial ones.
func (c *Client) CurrentConfig() Config {
	now, with := c.Config, c.credentials()
	now.Token, now.Password, now.PasswordFunc = with.Token, with.Password, with.PasswordFunc
	return now
}

// credentials returns the current credentials.
func (c *Client) credentials() Credentials {
	if renewed := c.renewed.Load(); renewed != nil {
		return *renewed
	}
	return Credentials{Token: c.Token, Password: c.Password, PasswordFunc: c.PasswordFunc}
}

// turns are those of all calls of this process to decode: all cores but one have one, so that a key finds a core while
// a month of tickets arrives.
var turns = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1))

// inTurn reads a response for a decoder, which has a turn except while it waits for the service.
type inTurn struct {
	from io.Reader
	has  bool
}

// Read gives up the turn until there is something to decode.
func (r *inTurn) Read(p []byte) (int, error) {
	r.end()
	n, err := r.from.Read(p)
	turns <- struct{}{}
	r.has = true
	return n, err
}

// end gives up the turn.
func (r *inTurn) end() {
	if r.has {
		r.has = false
		<-turns
	}
}

// Secret is a credential. It formats and marshals as dots.
type Secret string

// Format writes dots for every verb.
func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(shown)) }

// MarshalText returns dots, so that neither JSON nor a log holds the credential.
func (Secret) MarshalText() ([]byte, error) { return []byte(shown), nil }

// shown stands in the place of a credential.
const shown = "•••"

// minSecret is the shortest credential, in bytes, that is redacted; shorter ones would match ordinary text.
const minSecret = 4

// redact removes a request's credential from an error message: some services echo the headers that they reject.
func redact(line safetext.Line, credential Secret, request *http.Request) safetext.Line {
	said := line.String()
	for _, secret := range credentialForms(credential, request) {
		said = strings.ReplaceAll(said, secret, shown)
	}
	return safetext.LineFromText(said)
}

// hideBytes is redact for a raw response.
func hideBytes(answer []byte, credential Secret, request *http.Request) []byte {
	for _, secret := range credentialForms(credential, request) {
		answer = bytes.ReplaceAll(answer, []byte(secret), []byte(shown))
	}
	return answer
}

// credentialForms returns a credential as configured and as sent.
func credentialForms(credential Secret, request *http.Request) (all []string) {
	for _, secret := range []string{request.Header.Get("Authorization"), string(credential)} {
		if secret, _ = wire.CutScheme(secret); len(secret) >= minSecret {
			all = append(all, secret)
		}
	}
	return all
}
