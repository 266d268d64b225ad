package service

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"math"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"frontdesk/internal/wire"
)

var errAuth = &apiError{http.StatusUnauthorized, "Invalid Auth Key"}

// Credentials are what a service accepts (PROTOCOL.md 1.4).
type Credentials struct {
	Token         string // the API key of the customer, ticket and FAQ operations, with or without "Basic " before it
	Author        string // the creator of the tickets and notes that are written with it; empty for nobody
	Keys          []Key  // further API keys, each with a rate of its own
	OrderUser     string // who may call the order operations; without a name and a password nobody may
	OrderPassword string
}

// Key is an API key and the author of what is written with it, as in Credentials.
type Key struct{ Token, Author string }

// credential is what one group of operations accepts, as a hash.
type credential struct {
	group  wire.AuthScheme
	hash   given
	author string
	limiter
}

// SetCredentials changes what is accepted from the next request on; connections and requests under way go on.
func (s *Service) SetCredentials(c Credentials) {
	known := credentials(c, s.RequestsPerSecond)
	s.credentials.Store(&known)
}

// credentials are those of PROTOCOL.md 1.4: API keys, and a user name with a password for the order
// operations. Each is refused in the other's place. Nothing is accepted where none is configured.
func credentials(c Credentials, perSecond float64) []*credential {
	var known []*credential
	for _, k := range slices.Concat([]Key{{c.Token, c.Author}}, c.Keys) {
		if token := bare(k.Token); token != "" {
			known = append(known, &credential{wire.APIKey, sha256.Sum256([]byte(token)), k.Author, newLimiter(perSecond)})
		}
	}
	if c.OrderUser != "" && c.OrderPassword != "" {
		login := base64.StdEncoding.EncodeToString([]byte(c.OrderUser + ":" + c.OrderPassword))
		known = append(known, &credential{wire.BasicAuth, sha256.Sum256([]byte(login)), "", newLimiter(perSecond)})
	}
	return known
}

func bare(token string) string { return strings.TrimPrefix(token, scheme) }

const scheme = "Basic "

// given is what a request has in place of a credential, as a hash.
type given [sha256.Size]byte

func givenBy(r *http.Request) given {
	return sha256.Sum256([]byte(bare(r.Header.Get("Authorization"))))
}

// admitted is the credential of one of the groups that a request has, nil for none. All are compared, each in constant time, so that
// missing, wrong and disabled ones look the same from outside.
func (s *Service) admitted(r *http.Request, groups ...wire.AuthScheme) *credential {
	offered := givenBy(r)
	var found *credential
	for _, known := range *s.credentials.Load() {
		if match := subtle.ConstantTimeCompare(offered[:], known.hash[:]) == 1; match && slices.Contains(groups, known.group) {
			found = known
		}
	}
	if !strings.HasPrefix(r.Header.Get("Authorization"), scheme) {
		return nil
	}
	return found
}

// callerKey and authorKey are of contexts.
type (
	callerKey struct{}
	authorKey struct{}
)

// WithAuthor names who makes the requests with this context, for callers in the same process that share a credential;
// no request from outside can carry it.
func WithAuthor(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, authorKey{}, name)
}

// authorOf is whom a request's tickets and notes are by: who was named by WithAuthor, else the name that is configured
// for the credential, else nobody.
func authorOf(ctx context.Context) string {
	if name, ok := ctx.Value(authorKey{}).(string); ok {
		return name
	}
	if c, ok := ctx.Value(callerKey{}).(*credential); ok {
		return c.author
	}
	return ""
}

var errTooMany = &apiError{http.StatusTooManyRequests, "too many requests with this credential; Retry-After says when the next one is answered"}

// limiter lets each credential's requests pass at a rate, of which a second's worth may come at once; a new
// credential begins anew.
type limiter struct{ requests *rate.Limiter }

func newLimiter(perSecond float64) limiter {
	if perSecond <= 0 {
		return limiter{}
	}
	return limiter{rate.NewLimiter(rate.Limit(perSecond), int(math.Ceil(perSecond)))}
}

// wait is how long a request must wait, 0 for one that may pass; only that one is counted.
func (l limiter) wait(now time.Time) time.Duration {
	if l.requests == nil {
		return 0
	}
	turn := l.requests.ReserveN(now, 1)
	wait := turn.DelayFrom(now)
	if wait > 0 {
		turn.CancelAt(now)
	}
	return wait
}

// rejectIfRateLimited refuses a request whose credential has had its share.
func (s *Service) rejectIfRateLimited(w http.ResponseWriter, c *credential) bool {
	wait := c.wait(s.Now())
	if wait > 0 {
		s.tooMany(w, wait, errTooMany)
	}
	return wait > 0
}

// tooMany says in whole seconds when to come again.
func (s *Service) tooMany(w http.ResponseWriter, wait time.Duration, f *apiError) {
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	s.writeError(w, f)
}

// How many wrong credentials an address may try: some at once, since whoever sets up a client makes mistakes, then one
// every few seconds.
const (
	guessBurst = 30
	guessEvery = 2 * time.Second
)

// maxAddresses is how many addresses are remembered, and evictionSample among how many of them the one is looked for that
// was quiet for longest and is forgotten when there is no room.
const (
	maxAddresses   = 10_000
	evictionSample = 8
)

var errGuesses = &apiError{http.StatusTooManyRequests, "too many wrong credentials from this address; Retry-After says when to try again"}

// guesses counts wrong credentials by address: different ones, since a client that sends the same again guesses nothing. An address that tried too many is refused whatever it sends next, so that
// a right guess is not told from a wrong one; but a credential that was accepted from there before goes on, since one
// wrong client must not lock out those who share an address with it.
type guesses struct {
	lock      sync.Mutex
	addresses map[netip.Prefix]*address
}

// address is what is remembered of one.
type address struct {
	wrong *rate.Limiter
	known map[*credential]bool // that were accepted from there
	tried map[given]bool       // wrong ones that were counted, the last few
	last  time.Time
}

// wait is how long an address must wait before its request is looked at, 0 for not at all. found is the credential that
// the request has, nil for a wrong one, which is counted.
func (g *guesses) wait(from netip.Prefix, what given, found *credential, now time.Time) time.Duration {
	g.lock.Lock()
	defer g.lock.Unlock()
	a := g.addresses[from]
	if a == nil {
		a = g.remember(from)
	}
	a.last = now
	if a.known[found] || a.tried[what] {
		return 0
	}
	turn := a.wrong.ReserveN(now, 1)
	wait := turn.DelayFrom(now)
	if wait > 0 || found != nil {
		turn.CancelAt(now) // only wrong ones that were looked at are counted
	}
	switch {
	case wait > 0:
	case found != nil:
		a.known[found] = true
	default:
		a.counted(what)
	}
	return wait
}

func (a *address) counted(what given) {
	if len(a.tried) >= guessBurst {
		clear(a.tried)
	}
	a.tried[what] = true
}

// remember makes room for an address.
func (g *guesses) remember(from netip.Prefix) *address {
	if len(g.addresses) >= maxAddresses {
		g.forgetOne()
	}
	a := &address{wrong: rate.NewLimiter(rate.Every(guessEvery), guessBurst), known: map[*credential]bool{}, tried: map[given]bool{}}
	if g.addresses == nil {
		g.addresses = map[netip.Prefix]*address{}
	}
	g.addresses[from] = a
	return a
}

func (g *guesses) forgetOne() {
	var oldest netip.Prefix
	looked := 0
	for from, a := range g.addresses {
		if looked == 0 || a.last.Before(g.addresses[oldest].last) {
			oldest = from
		}
		if looked++; looked == evictionSample {
			break
		}
	}
	delete(g.addresses, oldest)
}

// addressOf is whom a request comes from: an IPv4 address, or the 64 bits that one IPv6 customer has. ok is false for
// requests that no network brought.
func addressOf(r *http.Request) (from netip.Prefix, ok bool) {
	remote, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return from, false
	}
	ip := remote.Addr().Unmap().WithZone("")
	bits := ip.BitLen()
	if ip.Is6() {
		bits = 64
	}
	from, err = ip.Prefix(bits)
	return from, err == nil
}

// guessing refuses a request from an address that tried too many wrong credentials. One without any is no guess.
func (s *Service) guessing(w http.ResponseWriter, r *http.Request, found *credential) bool {
	from, ok := addressOf(r)
	if !ok || r.Header.Get("Authorization") == "" {
		return false
	}
	wait := s.guesses.wait(from, givenBy(r), found, s.Now())
	if wait > 0 {
		s.tooMany(w, wait, errGuesses)
	}
	return wait > 0
}
