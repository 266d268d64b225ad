package subnet_test

import (
	"net/netip"
	"slices"
	"testing"
	"time"

	"frontdesk/internal/subnet"
)

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// left returns how many attempts an address has left.
func left(l *subnet.Limiter, now time.Time, a netip.Addr) int {
	return slices.Min(l.Left(subnet.Of(a), now))
}

func TestLimiter_SaysWhenTheNextAttemptMayBeMade(t *testing.T) {
	tries := subnet.NewLimiter(2, time.Minute)
	place := netip.MustParseAddr("2001:db8::1")
	for range 2 {
		if wait := tries.Wait(place, noon); wait != 0 {
			t.Errorf("it waits for %v", wait)
		}
		tries.Count(place, 1, noon)
	}
	for _, now := range []time.Time{noon, noon} { // asking does not count
		if wait := tries.Wait(place, now); wait != time.Minute {
			t.Errorf("it waits for %v", wait)
		}
	}
	if wait := tries.Wait(place, noon.Add(time.Minute)); wait != 0 {
		t.Errorf("it waits for %v after a minute", wait)
	}
}

func TestLimiter_AttemptsComeBackWithTime(t *testing.T) {
	now := noon
	tries := subnet.NewLimiter(2, time.Second)
	place := netip.MustParseAddr("192.0.2.1")
	for range 5 {
		tries.Count(place, 1, now)
	}
	if left(tries, now, place) > 0 {
		t.Error("it may go on trying")
	}
	now = now.Add(1100 * time.Millisecond)
	if left(tries, now, place) == 0 {
		t.Error("it may never try again")
	}
	tries.Count(place, 1, now)
	if left(tries, now, place) > 0 {
		t.Error("all its tries came back at once")
	}
	now = now.Add(time.Hour)
	tries.Count(place, 1, now)
	tries.Count(place, 1, now)
	if left(tries, now, place) > 0 {
		t.Error("it has saved tries up")
	}
}

func TestLimiter_AddressesAreCountedByTheNetworkThatOnePersonHas(t *testing.T) {
	tries := subnet.NewLimiter(1, time.Hour)
	tries.Count(netip.MustParseAddr("2001:db8::1"), 1, noon)
	tries.Count(netip.MustParseAddr("192.0.2.1"), 1, noon)
	for address, may := range map[string]bool{"2001:db8::ffff": false, "2001:db8:0:1::1": true, "192.0.2.1": false, "192.0.2.2": true} {
		if got := left(tries, noon, netip.MustParseAddr(address)) > 0; got != may {
			t.Errorf("%s may try: %v", address, got)
		}
	}
}

func TestLimiter_AsManyAddressesAsThereAreTakeNoMoreRoom(t *testing.T) {
	tries := subnet.NewLimiter(1, time.Hour)
	address := netip.MustParseAddr("10.0.0.0")
	for range 2 * subnet.MaxNetworks {
		address = address.Next()
		tries.Count(address, 1, noon)
	}
	if n := tries.Len(); n > subnet.MaxNetworks {
		t.Errorf("%d are remembered", n)
	}
	if left(tries, noon, address) > 0 {
		t.Error("the last one is not among them")
	}
}

func TestLimiter_TheAddressesWithTheFewestFailuresAreForgottenFirst(t *testing.T) {
	now := noon
	tries := subnet.NewLimiter(5, time.Hour)
	worst := netip.MustParseAddr("192.0.2.1")
	tries.Count(worst, 5, now)
	for i := range 3 * subnet.MaxNetworks {
		tries.Count(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}), 1+i%4, now)
	}
	if left(tries, now, worst) > 0 {
		t.Error("the address with the most failures may try again")
	}
	if n := tries.Len(); n > subnet.MaxNetworks {
		t.Errorf("%d are remembered", n)
	}
}
