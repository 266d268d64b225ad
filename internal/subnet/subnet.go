// Package subnet returns the networks of an address, so that limits count the addresses of one network together.
package subnet

import (
	"cmp"
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// siteBits is the length of the largest IPv6 network that internet providers usually give to a single subscriber;
// siteShare is how many times the limit of an address such a network may use, since it can also hold an office or
// several subscribers.
const (
	siteBits  = 48
	siteShare = 4
)

// Of returns the networks in which an address counts, the smallest first: an IPv4 address itself, or the /64 and the
// /48 of an IPv6 address. The zero Addr counts as one address.
func Of(a netip.Addr) []netip.Prefix {
	a = a.Unmap().WithZone("")
	lengths := []int{a.BitLen()}
	if a.Is6() {
		lengths = []int{64, siteBits}
	}
	var networks []netip.Prefix
	for _, bits := range lengths {
		if n, err := a.Prefix(bits); err == nil {
			networks = append(networks, n)
		}
	}
	return networks
}

// Share returns the factor by which the limit of an address is multiplied for a network that Of returned.
func Share(n netip.Prefix) int {
	if n.Bits() == siteBits {
		return siteShare
	}
	return 1
}

// MaxNetworks is how many addresses and networks a Limiter remembers.
const MaxNetworks = 10_000

// Limiter limits attempts, such as wrong credentials, per address and network, with a token bucket for each. It is safe
// for concurrent use.
//
//	192.0.2.1/32       2 of 5 left, one more each minute
//	2001:db8:0:1::/64  4 of 5
//	2001:db8::/48      19 of 20
type Limiter struct {
	burst int           // attempts of an address at once
	every time.Duration // for another one

	mu       sync.Mutex
	networks map[netip.Prefix]*rate.Limiter
}

// NewLimiter returns a limiter that allows an address some attempts at once, and another one after each interval.
func NewLimiter(burst int, every time.Duration) *Limiter {
	return &Limiter{burst: burst, every: every, networks: map[netip.Prefix]*rate.Limiter{}}
}

// Left returns how many attempts each network has left.
func (l *Limiter) Left(networks []netip.Prefix, now time.Time) []int {
	l.mu.Lock()
	defer l.mu.Unlock()
	left := make([]int, len(networks))
	for i, n := range networks {
		left[i] = l.burst * Share(n)
		if known := l.networks[n]; known != nil {
			left[i] = int(known.TokensAt(now))
		}
	}
	return left
}

// Wait returns how long an address has to wait before its next attempt; 0 for not at all.
func (l *Limiter) Wait(from netip.Addr, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, n := range Of(from) {
		if known := l.networks[n]; known != nil {
			turn := known.ReserveN(now, 1)
			wait = max(wait, turn.DelayFrom(now))
			turn.CancelAt(now)
		}
	}
	return wait
}

// Count counts attempts of an address.
func (l *Limiter) Count(from netip.Addr, attempts int, now time.Time) {
	if attempts == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, n := range Of(from) {
		known := l.networks[n]
		if known == nil {
			known = l.add(n, now)
		}
		for range attempts { // AllowN with attempts would take no token at all if fewer are left
			known.AllowN(now, 1)
		}
	}
}

// Len returns how many addresses and networks are remembered.
func (l *Limiter) Len() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.networks)
}

// add adds a network, and makes room for it if necessary.
func (l *Limiter) add(n netip.Prefix, now time.Time) *rate.Limiter {
	if len(l.networks) >= MaxNetworks {
		l.forget(now)
	}
	share := Share(n)
	added := rate.NewLimiter(rate.Every(l.every/time.Duration(share)), l.burst*share)
	l.networks[n] = added
	return added
}

// forget forgets the tenth of the networks with the largest part of their attempts left, so that a client with many
// addresses cannot have those with failed attempts forgotten. It forgets many at once because it sorts all of them.
func (l *Limiter) forget(now time.Time) {
	type network struct {
		of   netip.Prefix
		left float64
	}
	all := make([]network, 0, len(l.networks))
	for n, known := range l.networks {
		all = append(all, network{n, known.TokensAt(now) / float64(known.Burst())})
	}
	slices.SortFunc(all, func(a, b network) int { return cmp.Compare(b.left, a.left) })
	for _, n := range all[:MaxNetworks/10] {
		delete(l.networks, n.of)
	}
}
