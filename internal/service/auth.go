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

	"frontdesk/internal/subnet"
	"frontdesk/internal/wire"
)

var errAuth = &apiError{http.StatusUnauthorized, "Invalid Auth Key"}

// Credentials are the credentials that a service accepts (PROTOCOL.md 1.4).
type Credentials struct {
	Token         string // API key of the customer, ticket and FAQ operations, with or without "Basic "
	Author        string // creator of the tickets and notes written with Token; may be empty
	Keys          []Key  // further API keys, each with its own rate limit
	OrderUser     string // of the order operations, which are closed without a name and a password
	OrderPassword string
}

// Key is an API key and the author of what is written with it.
type Key struct{ Token, Author string }

// credential is the hash of a credential, with the group of operations that accept it.
type credential struct {
	group  wire.AuthScheme
	hash   given
	author string
	limiter
}

// SetCredentials replaces the accepted credentials from the next request on; open connections and running requests
// are not affected.
func (s *Service) SetCredentials(c Credentials) {
	known := credentials(c, s.RequestsPerSecond)
	s.credentials.Store(&known)
}

// credentials returns the configured credentials (PROTOCOL.md 1.4): API keys, and a user name with a password for
// the order operations. Each is valid in its own group only. Unconfigured ones are left out, so that nothing
// matches them.
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

// given is the hash of a request's credential, right or wrong.
type given [sha256.Size]byte

func givenBy(r *http.Request) given {
	return sha256.Sum256([]byte(bare(r.Header.Get("Authorization"))))
}

// admitted returns the request's credential if it belongs to one of the groups, else nil. It compares every
// credential in constant time, so that missing, wrong and disabled ones cannot be distinguished.
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

// callerKey and authorKey are context keys.
type (
	callerKey struct{}
	authorKey struct{}
)

// WithAuthor sets the author of requests with this context, for callers in the same process that share a
// credential; a request over the network cannot set it.
func WithAuthor(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, authorKey{}, name)
}

// authorOf returns the author of a request's tickets and notes: the one set by WithAuthor, else the credential's,
// else empty.
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

// limiter limits the requests of a credential to a rate, with a burst of one second's worth. A replaced credential
// starts with a full burst.
type limiter struct{ requests *rate.Limiter }

func newLimiter(perSecond float64) limiter {
	if perSecond <= 0 {
		return limiter{}
	}
	return limiter{rate.NewLimiter(rate.Limit(perSecond), int(math.Ceil(perSecond)))}
}

// wait returns how long a request must wait, 0 if it may proceed; only one that may proceed is counted.
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

// rejectIfRateLimited responds with 429 to a request over its credential's rate and reports whether it did.
func (s *Service) rejectIfRateLimited(w http.ResponseWriter, c *credential) bool {
	wait := c.wait(s.Now())
	if wait > 0 {
		s.tooMany(w, wait, errTooMany)
	}
	return wait > 0
}

// tooMany writes an error response with Retry-After in whole seconds.
func (s *Service) tooMany(w http.ResponseWriter, wait time.Duration, f *apiError) {
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	s.writeError(w, f)
}

// guessBurst is how many wrong credentials an address may try at once, which allows for mistakes in setting up a
// client; guessEvery is the interval at which it may try another.
const (
	guessBurst = 30
	guessEvery = 2 * time.Second
)

// maxAddresses bounds how many addresses are kept. When there are more, the least recently seen of a sample of
// evictionSample addresses is evicted.
const (
	maxAddresses   = 10_000
	evictionSample = 8
)

var errGuesses = &apiError{http.StatusTooManyRequests, "too many wrong credentials from this address; Retry-After says when to try again"}

// guesses limits wrong credentials by address, and for IPv6 by the networks of package subnet. Only different ones count, since repeating one guesses nothing. An
// address over the limit is rejected whatever it sends next, so that a right guess looks like a wrong one. A
// credential accepted from the address before stays valid, so that one wrong client does not lock out others
// behind the same address.
type guesses struct {
	lock      sync.Mutex
	addresses map[netip.Prefix]*address
}

// address is the state kept of one address or network.
type address struct {
	wrong *rate.Limiter
	known map[*credential]bool // accepted from this address before
	tried map[given]bool       // wrong ones counted already, the last few
	last  time.Time
}

// wait returns how long an address must wait before its request is processed, 0 for not at all. found is the
// request's credential, nil for a wrong one, which is counted.
func (g *guesses) wait(from netip.Addr, what given, found *credential, now time.Time) (wait time.Duration) {
	g.lock.Lock()
	defer g.lock.Unlock()
	networks := subnet.Of(from)
	a := g.at(networks[0], now)
	if a.known[found] || a.tried[what] {
		return 0
	}
	var turns []*rate.Reservation
	for _, n := range networks {
		turn := g.at(n, now).wrong.ReserveN(now, 1)
		wait = max(wait, turn.DelayFrom(now))
		turns = append(turns, turn)
	}
	if wait > 0 || found != nil {
		for _, turn := range turns {
			turn.CancelAt(now) // only wrong ones that were processed are counted
		}
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

// at returns the state of a network, which is now seen. A new one is added, and another evicted if there are too many.
func (g *guesses) at(n netip.Prefix, now time.Time) *address {
	a := g.addresses[n]
	if a == nil {
		if len(g.addresses) >= maxAddresses {
			g.forgetOne()
		}
		if g.addresses == nil {
			g.addresses = map[netip.Prefix]*address{}
		}
		share := subnet.Share(n)
		a = &address{
			wrong: rate.NewLimiter(rate.Every(guessEvery/time.Duration(share)), guessBurst*share), known: map[*credential]bool{}, tried: map[given]bool{},
		}
		g.addresses[n] = a
	}
	a.last = now
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

// guessing responds with 429 to a request from an address that tried too many wrong credentials and reports
// whether it did. A request without a credential is not counted.
func (s *Service) guessing(w http.ResponseWriter, r *http.Request, found *credential) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || r.Header.Get("Authorization") == "" { // it did not come over a network, or guesses nothing
		return false
	}
	wait := s.guesses.wait(from.Addr(), givenBy(r), found, s.Now())
	if wait > 0 {
		s.tooMany(w, wait, errGuesses)
	}
	return wait > 0
}
