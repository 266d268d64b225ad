package sshd

import (
	"fmt"
	"net/netip"
	"testing"
	"time"
)

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
