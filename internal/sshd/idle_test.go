package sshd_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/sshd"
	"frontdesk/internal/sshd/sshdtest"
)

// Hazard 19, with the whole of the protocol, in the test's own time.
func TestAnAgentWhoHasGoneHomeIsWarnedSignedOutAndKeepsTheDraft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asha := newSigner(t)
		h := startHostOn(t, sshdtest.NewListener(), authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{IdleTimeout: 8 * time.Hour})
		c := h.openConsole(h.signIn(asha), 80, 24)
		c.waitFor("Asha 80x24")
		<-time.After(7 * time.Hour)
		c.typeKeys("draft")
		<-time.After(7*time.Hour + 57*time.Minute)
		synctest.Wait()
		if c.hasDrawn("notice:this") {
			t.Error("a key did not count, or the warning comes too soon")
		}
		<-time.After(90 * time.Second)
		c.waitFor("notice:this session ends in 2 min unless you press a key")
		<-time.After(2 * time.Minute)
		c.waitFor("no key was pressed for a long time; what you typed is kept as a draft")
		c.waitForExit(75)
		if !slices.Equal(h.drafts(), []string{"draft"}) {
			t.Errorf("kept was %q", h.drafts())
		}
	})
}

// openStalling opens a console on a machine that takes what comes until it is stalled.
func (h *testHost) openStalling(key gossh.Signer) (deaf *console, machine *sshdtest.Conn) {
	h.t.Helper()
	machine, err := h.within.Dial()
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = machine.Close() })
	client, err := sshdtest.SignIn(machine, &gossh.ClientConfig{User: "asha", Auth: []gossh.AuthMethod{gossh.PublicKeys(key)}, HostKeyCallback: gossh.InsecureIgnoreHostKey()}) //nolint:gosec // the host is the test's own
	if err != nil {
		h.t.Fatal(err)
	}
	deaf = h.openConsole(client, 80, 24)
	deaf.waitFor("Asha")
	return deaf, machine
}

// Hazard 22, one layer below: not only the session but the whole machine takes nothing any more, not even the question
// whether it is there.
func TestAMachineThatTakesNothingAnyMoreHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHostOn(t, sshdtest.NewListener(), authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{ClientTimeout: time.Hour})
	c := h.openConsole(h.signIn(asha), 80, 24)
	c.waitFor("Asha")
	deaf, machine := h.openStalling(asha)
	machine.Stall()
	deaf.typeKeys("F") // fills the screen anew again and again
	for _, session := range h.host.Sessions() {
		session.Notify("a word to all")
	}
	c.waitFor("notice:a word to all")
	c.typeKeys("on")
	c.waitFor("typed:on")
}

// Either nothing more can be drawn, or the question whether the client is there cannot be sent.
func TestAMachineThatTakesNothingAnyMoreIsGivenUp(t *testing.T) {
	for what, limits := range map[string]sshd.Limits{
		"a frame":    {ClientTimeout: 3 * time.Second, KeepaliveInterval: 4 * time.Second},
		"a question": {ClientTimeout: 3 * time.Second, KeepaliveInterval: time.Second},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asha := newSigner(t)
				h := startHostOn(t, sshdtest.NewListener(), authorizedLine(asha.PublicKey(), "Asha"), limits)
				deaf, machine := h.openStalling(asha)
				machine.Stall()
				if what == "a frame" {
					deaf.typeKeys("F")
				}
				<-time.After(10 * time.Second)
				synctest.Wait()
				if n := len(h.host.Sessions()); n != 0 {
					t.Errorf("%d sessions go on", n)
				}
			})
		})
	}
}

// Hazard 21.
func TestAHandshakeThatTakesTooLongIsGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asha := newSigner(t)
		h := startHostOn(t, sshdtest.NewListener(), authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{LoginGrace: 10 * time.Second, PerAddress: 1, FailureBurst: 2, FailureRefill: time.Hour})
		conn, err := h.within.Dial()
		if err != nil {
			t.Fatal(err)
		}
		for range 9 { // a byte now and then buys no time
			<-time.After(time.Second)
			if _, err := conn.Write([]byte("S")); err != nil {
				t.Fatal(err)
			}
		}
		<-time.After(2 * time.Second)
		synctest.Wait()
		if _, err := conn.Write([]byte("S")); err == nil {
			t.Error("it goes on")
		}
		h.signIn(asha) // there is a place again
		if _, err := h.within.Dial(); err != nil {
			t.Fatal(err)
		}
		<-time.After(11 * time.Second)
		synctest.Wait()
		if _, err := h.dial("asha", asha); err == nil {
			t.Error("who keeps places for nothing may go on")
		}
	})
}
