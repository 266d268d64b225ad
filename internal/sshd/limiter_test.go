package sshd

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/filestore"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
)

// newSignedIn returns a connection that has just signed in, and a function that reports whether it is open.
func newSignedIn(t *testing.T, limits Limits) (c *clientConn, isOpen func() bool) {
	t.Helper()
	near, far := net.Pipe()
	gate := newConnLimiter(limits.WithDefaults(), time.Now)
	if refused := gate.admit(addressOf(near.RemoteAddr())); refused != "" {
		t.Fatal(refused)
	}
	c = &clientConn{Conn: near, limiter: gate, connectedAt: time.Now()}
	if !c.authenticated(grant{agent: Agent{Name: safetext.LineFromText("Asha")}}, "") {
		t.Fatal("she was not let in")
	}
	t.Cleanup(func() { _, _ = c.Close(), far.Close() })
	return c, func() bool {
		synctest.Wait()
		_, inside := gate.counts()
		return inside == 1
	}
}

// Hazards 20 and 21: channels without a session, and connections without either, stay for ever.
func TestAConnectionOnWhichNothingRunsIsGivenUp(t *testing.T) {
	for name, after := range map[string]struct {
		does  func(*clientConn)
		stays bool
	}{
		"nothing":                   {func(*clientConn) {}, false},
		"a channel":                 {func(c *clientConn) { c.openChannel(grant{}) }, false},
		"a session":                 {func(c *clientConn) { c.openChannel(grant{}); c.sessionStarted() }, true},
		"a session that has ended":  {func(c *clientConn) { c.sessionStarted(); c.sessionEnded() }, false},
		"one of two that has ended": {func(c *clientConn) { c.sessionStarted(); c.sessionStarted(); c.sessionEnded() }, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, isOpen := newSignedIn(t, Limits{NoSessionTimeout: time.Minute})
				after.does(c)
				guard.Sleep(t.Context(), 59*time.Second)
				if !isOpen() {
					t.Error("it was given up too soon")
				}
				guard.Sleep(t.Context(), 2*time.Second)
				if isOpen() != after.stays {
					t.Errorf("is open: %v", !after.stays)
				}
			})
		})
	}
}

// at returns an address of its own network for each number.
func at(n int) netip.Addr { return netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)}) }

// Hazard 21.
func TestConnLimiter_AdmitsNoMoreConnectionsThanItsLimit(t *testing.T) {
	now := noon
	fill := func(g *connLimiter, n int, from func(i int) netip.Addr) (entered int, refused string) {
		for i := range n {
			why := g.admit(from(i))
			if why != "" {
				return entered, why
			}
			entered++
		}
		return entered, ""
	}
	alone, many := func(int) netip.Addr { return at(0) }, at
	tests := map[string]struct {
		before  func(g *connLimiter)
		from    func(i int) netip.Addr
		enter   int
		refused string
	}{
		"from many addresses":       {func(*connLimiter) {}, many, 64, "too many connections that have not signed in"},
		"from one":                  {func(*connLimiter) {}, alone, 10, "too many connections from one address that have not signed in"},
		"from one that has tried":   {func(g *connLimiter) { countFailures(g, at(0), 20) }, alone, 0, "too many tries"},
		"from one of many that did": {func(g *connLimiter) { countFailures(g, at(0), 20) }, func(i int) netip.Addr { return at(i + 1) }, 64, "too many connections that have not signed in"},
		"while it is full": {func(g *connLimiter) {
			for i := range 400 {
				g.admit(at(i))
				g.promote(at(i), fmt.Sprint("agent ", i))
			}
		}, many, 0, "too many connections"},
		"after some have left": {func(g *connLimiter) {
			for range 9 {
				g.admit(at(0))
				g.fail(at(0), 0)
			}
		}, alone, 10, "too many connections from one address that have not signed in"},
		"after some have signed in": {func(g *connLimiter) {
			for i := range 9 {
				g.admit(at(0))
				g.promote(at(0), fmt.Sprint("agent ", i))
			}
		}, alone, 10, "too many connections from one address that have not signed in"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			g := newConnLimiter(Limits{}.WithDefaults(), func() time.Time { return now })
			g.random = func(int) int { return 99 } // drops nobody early
			test.before(g)
			if entered, refused := fill(g, 1000, test.from); entered != test.enter || refused != test.refused {
				t.Errorf("%d entered, then %q; want %d, %q", entered, refused, test.enter, test.refused)
			}
		})
	}
}

// TestConnLimiter_ConnectionThatEndsCountsOnceAtAnyMoment: counted as waiting and as failed, it would take the place of
// another.
func TestConnLimiter_ConnectionThatEndsCountsOnceAtAnyMoment(t *testing.T) {
	for range 500 {
		g := newConnLimiter(Limits{FailureBurst: 2}.WithDefaults(), func() time.Time { return noon })
		near, far := net.Pipe()
		if refused := g.admit(at(0)); refused != "" {
			t.Fatal(refused)
		}
		closed := make(chan struct{})
		go func() {
			defer close(closed)
			_ = (&clientConn{Conn: near, limiter: g, from: at(0)}).Close()
		}()
		for open := true; open; {
			select {
			case <-closed:
				open = false
			default:
			}
			if refused := g.admit(at(0)); refused != "" {
				t.Fatal(refused)
			}
			g.fail(at(0), 0)
		}
		_ = far.Close()
	}
}

func countFailures(g *connLimiter, from netip.Addr, n int) { g.failures.Count(from, n, g.now()) }

// A client that opens a session every minute would otherwise keep its connection for ever.
func TestConnection_EndsWhenItIsAsOldAsASessionMayBe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, isOpen := newSignedIn(t, Limits{NoSessionTimeout: time.Minute, MaxDuration: time.Hour})
		for range 100 {
			if !isOpen() {
				break
			}
			if c.openChannel(grant{}) {
				c.sessionStarted()
				guard.Sleep(t.Context(), 10*time.Second)
				c.sessionEnded()
				c.closeChannel()
			}
			guard.Sleep(t.Context(), 40*time.Second)
		}
		if age := time.Since(c.connectedAt); isOpen() || age < time.Hour || age > time.Hour+2*time.Minute {
			t.Errorf("after %s it is open: %v", age, isOpen())
		}
	})
}

func TestConnection_WhoseKeyHasExpiredIsClosedWhileTheListCannotBeRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := slog.New(slog.DiscardHandler)
		for _, within := range []time.Duration{0, time.Hour} {
			var ends time.Time
			if within > 0 {
				ends = time.Now().Add(within)
			}
			c, isOpen := newSignedIn(t, Limits{NoSessionTimeout: 8 * time.Hour})
			c.found.ends = ends
			server := &Server{Config: Config{Keys: &AuthorizedKeys{fault: filestore.ErrNotRegular}, Limits: Limits{}.WithDefaults(), Now: time.Now, Log: silent, Audit: silent}, limiter: c.limiter}
			ctx, stop := context.WithCancel(t.Context())
			go server.pollKeys(ctx)
			guard.Sleep(t.Context(), 59*time.Minute)
			if !isOpen() {
				t.Error("it was closed too soon")
			}
			guard.Sleep(t.Context(), 2*time.Minute)
			if isOpen() != ends.IsZero() {
				t.Errorf("with the end %v it is open: %v", ends, isOpen())
			}
			stop()
		}
	})
}

// nullConn is a connection without a peer.
type nullConn struct{ net.Conn }

// Close does nothing.
func (nullConn) Close() error { return nil }

func TestLimits_HoldWhenNothingIsSaid(t *testing.T) {
	want := Limits{
		Sessions: 200, PerAgent: 4, PerConnection: 2, Unauthenticated: 64, PerAddress: 10, LoginGrace: 10 * time.Second, MaxAuthTries: 6, FailureBurst: 20,
		FailureRefill: 3 * time.Second, NoSessionTimeout: time.Minute, IdleTimeout: 8 * time.Hour, MaxDuration: 24 * time.Hour, WarnBefore: 2 * time.Minute,
		ClientTimeout: 30 * time.Second, KeepaliveInterval: 10 * time.Second, KeysCheckInterval: 5 * time.Second, ShutdownGrace: 10 * time.Second, Width: 400, Height: 150,
	}
	if got := (Limits{}).WithDefaults(); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
