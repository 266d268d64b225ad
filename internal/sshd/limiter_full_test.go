package sshd

import (
	"log/slog"
	"math/rand/v2"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// hangUp opens a connection and ends it without signing in.
func hangUp(g *connLimiter, from netip.Addr) {
	_ = (&clientConn{Conn: nullConn{}, limiter: g, from: from}).Close()
}

// Seven addresses that fill every place and hang up just in time have kept everybody else out.
func TestSignIn_WorksWhileSevenAddressesFillEveryPlace(t *testing.T) {
	now := noon
	g := newConnLimiter(Limits{}.WithDefaults(), func() time.Time { return now })
	g.random = rand.New(rand.NewPCG(1, 2)).IntN //nolint:gosec // the same each time
	type held struct {
		from  netip.Addr
		until time.Time
	}
	var waiting []held
	tries, in := 0, 0
	for second := range 300 {
		still := waiting[:0]
		for _, h := range waiting {
			if now.Before(h.until) {
				still = append(still, h)
				continue
			}
			hangUp(g, h.from)
		}
		waiting = still
		for i := range 7 * 10 {
			if from := at(i % 7); g.admit(from) == "" {
				waiting = append(waiting, held{from, now.Add(8 * time.Second)})
			}
		}
		if second > 30 {
			tries++
			if g.admit(at(100)) == "" {
				in++
				g.promote(at(100), "Asha")
				g.leave("Asha")
			}
		}
		now = now.Add(time.Second)
	}
	if in < tries*9/10 {
		t.Errorf("an agent got in %d times of %d", in, tries)
	}
}

func TestSignIn_IsDroppedAtRandomBeforeEveryPlaceIsTaken(t *testing.T) {
	g := newConnLimiter(Limits{}.WithDefaults(), time.Now)
	for want, places := range []int{32, 48, 63} {
		dropped := 0
		g.pending = places
		for i := range 100 {
			g.random = func(int) int { return i }
			if g.admit(at(i)) != "" {
				dropped++
			}
			g.pending = places
		}
		if want = []int{30, 65, 97}[want]; dropped != want {
			t.Errorf("with %d that wait %d of 100 are dropped, not %d", places, dropped, want)
		}
	}
}

func TestSignIn_OneWarningIsLoggedWhenThePlacesAreTaken(t *testing.T) {
	now, log := noon, &strings.Builder{}
	g := newConnLimiter(Limits{}.WithDefaults(), func() time.Time { return now })
	g.log, g.random = slog.New(slog.NewTextHandler(log, nil)), func(int) int { return 99 }
	crowd := func() {
		for i := range 1000 {
			if g.admit(at(i)) != "" && i < 64 {
				t.Fatal("there was a place")
			}
		}
	}
	crowd()
	for i := range 64 {
		g.fail(at(i), 0)
	}
	crowd() // within the minute
	if n := strings.Count(log.String(), "level=WARN"); n != 1 {
		t.Errorf("%d warnings:\n%s", n, log)
	}
	now = now.Add(2 * time.Minute)
	for i := range 64 {
		g.fail(at(i), 0)
	}
	if !strings.Contains(log.String(), "dropped=1872") {
		t.Errorf("the end is not logged:\n%s", log)
	}
	crowd()
	if n := strings.Count(log.String(), "level=WARN"); n != 2 {
		t.Errorf("%d warnings:\n%s", n, log)
	}
}
