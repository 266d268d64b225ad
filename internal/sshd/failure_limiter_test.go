package sshd

import (
	"fmt"
	"net/netip"
	"slices"
	"testing"
	"time"

	"frontdesk/internal/subnet"
)

// attemptsLeft returns how many attempts an address has left.
func attemptsLeft(t *failureLimiter, a netip.Addr) int { return slices.Min(t.remaining(subnet.Of(a))) }

func TestTriesComeBackWithTime(t *testing.T) {
	now := noon
	tries := newFailureLimiter(Limits{FailureBurst: 2, FailureRefill: time.Second}, func() time.Time { return now })
	place := authRequestFrom("").from
	for range 5 {
		tries.failed(place, 1)
	}
	if attemptsLeft(tries, place) > 0 {
		t.Error("it may go on trying")
	}
	now = now.Add(1100 * time.Millisecond)
	if attemptsLeft(tries, place) == 0 {
		t.Error("it may never try again")
	}
	tries.failed(place, 1)
	if attemptsLeft(tries, place) > 0 {
		t.Error("all its tries came back at once")
	}
	now = now.Add(time.Hour)
	tries.failed(place, 1)
	tries.failed(place, 1)
	if attemptsLeft(tries, place) > 0 {
		t.Error("it has saved tries up")
	}
}

func TestAddressesAreCountedByTheNetworkThatOnePersonHas(t *testing.T) {
	tries := newFailureLimiter(Limits{FailureBurst: 1, FailureRefill: time.Hour}, func() time.Time { return noon })
	tries.failed(netip.MustParseAddr("2001:db8::1"), 1)
	tries.failed(netip.MustParseAddr("192.0.2.1"), 1)
	for address, may := range map[string]bool{"2001:db8::ffff": false, "2001:db8:0:1::1": true, "192.0.2.1": false, "192.0.2.2": true} {
		if got := attemptsLeft(tries, netip.MustParseAddr(address)) > 0; got != may {
			t.Errorf("%s may try: %v", address, got)
		}
	}
}

// TestFailures_OfOneSiteAreBounded: whoever has a /48 has 65,536 networks to try from.
func TestFailures_OfOneSiteAreBounded(t *testing.T) {
	limiter := newConnLimiter(Limits{}.WithDefaults(), func() time.Time { return noon })
	tried := 0
	for n := range 1000 {
		a := netip.MustParseAddr(fmt.Sprintf("2001:db8:0:%x::1", n))
		if limiter.admit(a) == "" {
			limiter.fail(a, 1)
			tried++
		}
	}
	if tried > 100 {
		t.Errorf("one site tried %d times at once", tried)
	}
	if why := limiter.admit(netip.MustParseAddr("2001:db8:1::1")); why != "" {
		t.Errorf("the next site: %s", why)
	}
}

func TestAsManyAddressesAsThereAreTakeNoMoreRoom(t *testing.T) {
	tries := newFailureLimiter(Limits{FailureBurst: 1, FailureRefill: time.Hour}, func() time.Time { return noon })
	address := netip.MustParseAddr("10.0.0.0")
	for range 2 * maxNetworks {
		address = address.Next()
		tries.failed(address, 1)
	}
	if n := len(tries.networks); n > maxNetworks {
		t.Errorf("%d are remembered", n)
	}
	if attemptsLeft(tries, address) > 0 {
		t.Error("the last one is not among them")
	}
}
