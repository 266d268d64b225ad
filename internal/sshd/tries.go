package sshd

import (
	"maps"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxPlaces is how many addresses are remembered for their tries.
const maxPlaces = 10_000

// tries counts what addresses have tried in vain: each has a burst, and another one every now and then. It is safe
// for concurrent use.
type tries struct {
	limits Limits
	now    func() time.Time

	mu     sync.Mutex
	places map[netip.Addr]*rate.Limiter
	crowd  *rate.Limiter // for all that are too many to be remembered
}

func newTries(l Limits, now func() time.Time) *tries {
	t := &tries{limits: l, now: now, places: map[netip.Addr]*rate.Limiter{}}
	t.crowd = t.limiter()
	return t
}

func (t *tries) limiter() *rate.Limiter {
	return rate.NewLimiter(rate.Every(t.limits.TriesEvery), t.limits.TriesBurst)
}

// allow says whether an address may try.
func (t *tries) allow(place netip.Addr) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.places[place]
	return l == nil || l.TokensAt(t.now()) >= 1
}

// failed counts tries in vain.
func (t *tries) failed(place netip.Addr, n int) {
	if n == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.places[place]
	if l == nil {
		l = t.remember(place)
	}
	for range n { // all at once would be refused, and not counted, where fewer are left
		l.AllowN(t.now(), 1)
	}
}

// remember makes room for an address: those that may try as often as one that never did are forgotten.
func (t *tries) remember(place netip.Addr) *rate.Limiter {
	if len(t.places) >= maxPlaces {
		now := t.now()
		maps.DeleteFunc(t.places, func(_ netip.Addr, l *rate.Limiter) bool { return l.TokensAt(now) >= float64(t.limits.TriesBurst) })
	}
	if len(t.places) >= maxPlaces {
		return t.crowd
	}
	l := t.limiter()
	t.places[place] = l
	return l
}
