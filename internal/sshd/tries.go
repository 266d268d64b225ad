package sshd

import (
	"cmp"
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxPlaces is how many addresses are remembered for their tries.
const maxPlaces = 10_000

// failureLimiter counts what addresses have tried in vain: each has a burst, and another one every now and then. It is safe
// for concurrent use.
type failureLimiter struct {
	limits Limits
	now    func() time.Time

	mu     sync.Mutex
	places map[netip.Addr]*rate.Limiter
}

func newTries(l Limits, now func() time.Time) *failureLimiter {
	return &failureLimiter{limits: l, now: now, places: map[netip.Addr]*rate.Limiter{}}
}

// remaining is how many tries an address has left.
func (t *failureLimiter) remaining(place netip.Addr) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.places[place]
	if l == nil {
		return t.limits.FailureBurst
	}
	return int(l.TokensAt(t.now()))
}

// failed counts tries in vain.
func (t *failureLimiter) failed(place netip.Addr, n int) {
	if n == 0 {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.places[place]
	if l == nil {
		l = t.limiterFor(place)
	}
	for range n { // all at once would be refused, and not counted, where fewer are left
		l.AllowN(t.now(), 1)
	}
}

// limiterFor makes room for an address.
func (t *failureLimiter) limiterFor(place netip.Addr) *rate.Limiter {
	if len(t.places) >= maxPlaces {
		t.forget()
	}
	l := rate.NewLimiter(rate.Every(t.limits.FailureRefill), t.limits.FailureBurst)
	t.places[place] = l
	return l
}

// forget forgets a tenth of the addresses, those that have the most tries left: whoever has many addresses must not wash
// out what is held against others. It sorts them all, which is too slow for one alone.
func (t *failureLimiter) forget() {
	type address struct {
		place netip.Addr
		left  float64
	}
	now, all := t.now(), make([]address, 0, len(t.places))
	for place, l := range t.places {
		all = append(all, address{place, l.TokensAt(now)})
	}
	slices.SortFunc(all, func(a, b address) int { return cmp.Compare(b.left, a.left) })
	for _, a := range all[:maxPlaces/10] {
		delete(t.places, a.place)
	}
}
