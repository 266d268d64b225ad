package service

import (
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

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
