package sshd

import (
	"net/netip"
	"testing"
	"time"
)

func TestTriesComeBackWithTime(t *testing.T) {
	now := noon
	tries := newFailureLimiter(Limits{FailureBurst: 2, FailureRefill: time.Second}, func() time.Time { return now })
	place := subnet(from("").from)
	for range 5 {
		tries.failed(place, 1)
	}
	if tries.remaining(place) > 0 {
		t.Error("it may go on trying")
	}
	now = now.Add(1100 * time.Millisecond)
	if tries.remaining(place) == 0 {
		t.Error("it may never try again")
	}
	tries.failed(place, 1)
	if tries.remaining(place) > 0 {
		t.Error("all its tries came back at once")
	}
	now = now.Add(time.Hour)
	tries.failed(place, 1)
	tries.failed(place, 1)
	if tries.remaining(place) > 0 {
		t.Error("it has saved tries up")
	}
}

func TestAddressesAreCountedByTheNetworkThatOnePersonHas(t *testing.T) {
	tries := newFailureLimiter(Limits{FailureBurst: 1, FailureRefill: time.Hour}, func() time.Time { return noon })
	tries.failed(subnet(netip.MustParseAddr("2001:db8::1")), 1)
	tries.failed(subnet(netip.MustParseAddr("192.0.2.1")), 1)
	for address, may := range map[string]bool{"2001:db8::ffff": false, "2001:db8:0:1::1": true, "192.0.2.1": false, "192.0.2.2": true} {
		if got := tries.remaining(subnet(netip.MustParseAddr(address))) > 0; got != may {
			t.Errorf("%s may try: %v", address, got)
		}
	}
}

func TestAsManyAddressesAsThereAreTakeNoMoreRoom(t *testing.T) {
	tries := newFailureLimiter(Limits{FailureBurst: 1, FailureRefill: time.Hour}, func() time.Time { return noon })
	address := netip.MustParseAddr("10.0.0.0")
	for range 2 * maxPlaces {
		address = address.Next()
		tries.failed(address, 1)
	}
	if n := len(tries.places); n > maxPlaces {
		t.Errorf("%d are remembered", n)
	}
	if tries.remaining(address) > 0 {
		t.Error("the last one is not among them")
	}
}
