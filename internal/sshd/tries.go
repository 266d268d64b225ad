package sshd

import (
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
}

func newTries(l Limits, now func() time.Time) *tries {
	return &tries{limits: l, now: now, places: map[netip.Addr]*rate.Limiter{}}
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

// remember makes room for an address; when there are too many, any other is forgotten.
func (t *tries) remember(place netip.Addr) *rate.Limiter {
	for other := range t.places {
		if len(t.places) < maxPlaces {
			break
		}
		delete(t.places, other)
	}
	l := rate.NewLimiter(rate.Every(t.limits.TriesEvery), t.limits.TriesBurst)
	t.places[place] = l
	return l
}
