package sshd

import (
	"net"
	"testing"
	"testing/synctest"
	"time"
)

// signedIn is a connection that has just signed in, and whether it is still open.
func signedIn(t *testing.T, limits Limits) (g *guest, isOpen func() bool) {
	t.Helper()
	near, far := net.Pipe()
	gate := newGate(limits.orDefault(), time.Now)
	if refused := gate.enter(addressOf(near.RemoteAddr())); refused != "" {
		t.Fatal(refused)
	}
	g = &guest{Conn: near, gate: gate}
	if !g.welcome("Asha") {
		t.Fatal("she was not let in")
	}
	t.Cleanup(func() { _, _ = g.Close(), far.Close() })
	return g, func() bool {
		synctest.Wait()
		_, inside := gate.counts()
		return inside == 1
	}
}

// Hazards 20 and 21: channels without a session, and connections without either, stay for ever.
func TestAConnectionOnWhichNothingRunsIsGivenUp(t *testing.T) {
	for name, after := range map[string]struct {
		does  func(*guest)
		stays bool
	}{
		"nothing":                   {func(*guest) {}, false},
		"a channel":                 {func(g *guest) { g.opens() }, false},
		"a session":                 {func(g *guest) { g.opens(); g.begins() }, true},
		"a session that has ended":  {func(g *guest) { g.begins(); g.ends() }, false},
		"one of two that has ended": {func(g *guest) { g.begins(); g.begins(); g.ends() }, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, isOpen := signedIn(t, Limits{Sessionless: time.Minute})
				after.does(g)
				rest(t.Context(), 59*time.Second)
				if !isOpen() {
					t.Error("it was given up too soon")
				}
				rest(t.Context(), 2*time.Second)
				if isOpen() != after.stays {
					t.Errorf("is open: %v", !after.stays)
				}
			})
		})
	}
}
