package service

import (
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"

	"frontdesk/internal/subnet"
)

// This file limits requests: with an accepted credential by its rate, with a wrong one by its address.

var errTooMany = &apiError{
	http.StatusTooManyRequests,
	"too many requests with this credential; " +
		"Retry-After says when the next one is answered",
}

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
		s.writeTooManyRequests(w, wait, errTooMany)
	}
	return wait > 0
}

// writeTooManyRequests writes an error response with Retry-After in whole seconds.
func (s *Service) writeTooManyRequests(w http.ResponseWriter, wait time.Duration, apiErr *apiError) {
	w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	s.writeError(w, apiErr)
}

// wrongCredentialBurst is how many different wrong credentials an address may try at once, which allows for mistakes in
// setting up a client; wrongCredentialEvery is the interval at which it may try another. PROTOCOL.md 7.1 and hosting.md
// name both.
const (
	wrongCredentialBurst = 30
	wrongCredentialEvery = 2 * time.Second
)

// maxAddresses bounds how many addresses are known by what they have sent; the least recently seen is forgotten first.
const maxAddresses = 10_000

var errGuesses = &apiError{
	http.StatusTooManyRequests,
	"too many wrong credentials from this address; " +
		"Retry-After says when to try again",
}

// guessLimiter limits wrong credentials by address, and for IPv6 by the networks of package subnet. Only different ones
// count, since repeating one guesses nothing. An address over the limit is rejected whatever it sends next, so that a
// right guess looks like a wrong one. A credential accepted from the address before stays valid, so that one wrong
// client does not lock out others behind the same address.
type guessLimiter struct {
	wrong *subnet.Limiter

	lock      sync.Mutex
	addresses *simplelru.LRU[netip.Prefix, *address]
}

// address is what an address has sent.
type address struct {
	known map[*credential]bool    // accepted from this address before
	tried map[credentialHash]bool // wrong ones counted already, the last few
}

func newGuessLimiter() *guessLimiter {
	addresses, _ := simplelru.NewLRU[netip.Prefix, *address](maxAddresses, nil) // fails only without a size
	return &guessLimiter{
		wrong: subnet.NewLimiter(wrongCredentialBurst, wrongCredentialEvery), addresses: addresses,
	}
}

// wait returns how long an address must wait before its request is processed, 0 for not at all. found is the
// request's credential, nil for a wrong one, which is counted.
func (g *guessLimiter) wait(
	from netip.Addr,
	hash credentialHash,
	found *credential,
	now time.Time,
) (wait time.Duration) {
	g.lock.Lock()
	defer g.lock.Unlock()
	a := g.address(subnet.Of(from)[0])
	if a.known[found] || a.tried[hash] {
		return 0
	}
	wait = g.wrong.Wait(from, now)
	switch {
	case wait > 0:
	case found != nil:
		a.known[found] = true
	default:
		g.wrong.Count(from, 1, now)
		a.count(hash)
	}
	return wait
}

func (a *address) count(hash credentialHash) {
	if len(a.tried) >= wrongCredentialBurst {
		clear(a.tried)
	}
	a.tried[hash] = true
}

// address returns what is known of an address, which is now seen.
func (g *guessLimiter) address(n netip.Prefix) *address {
	a, known := g.addresses.Get(n)
	if !known {
		a = &address{known: map[*credential]bool{}, tried: map[credentialHash]bool{}}
		g.addresses.Add(n, a)
	}
	return a
}

// rejectIfGuessing responds with 429 to a request from an address that tried too many wrong credentials and reports
// whether it did. A request without a credential, or with one of another scheme, is not counted: it guesses nothing.
func (s *Service) rejectIfGuessing(w http.ResponseWriter, r *http.Request, found *credential) bool {
	from, err := netip.ParseAddrPort(r.RemoteAddr)
	sent, guesses := hashOf(r)
	if err != nil || !guesses { // it did not come over a network, or guesses nothing
		return false
	}
	wait := s.guesses.wait(from.Addr(), sent, found, s.Now())
	if wait > 0 {
		s.writeTooManyRequests(w, wait, errGuesses)
	}
	return wait > 0
}
