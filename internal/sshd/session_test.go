package sshd_test

import (
	"bytes"
	"crypto/rand"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/sshd"
)

func TestAnAgentSignsInWorksAndLeaves(t *testing.T) {
	asha := signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha Rao"), sshd.Limits{})
	c := h.open(h.signIn(asha), 100, 30)
	c.sees("Asha Rao 100x30")
	c.types("hello")
	c.sees("typed:hello")
	if err := c.session.WindowChange(40, 120); err != nil {
		t.Fatal(err)
	}
	c.sees("Asha Rao 120x40 typed:hello")
	c.types("Q")
	c.exits(0)
	if len(h.drafts()) != 1 || h.drafts()[0] != "hello" {
		t.Errorf("the console was closed with %q", h.drafts())
	}
}

func TestWhoeverHoldsNoKeyOfTheListIsRefused(t *testing.T) {
	asha := signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha"), sshd.Limits{})
	if _, err := h.dial("asha", signer(t)); err == nil || !strings.Contains(err.Error(), "unable to authenticate") {
		t.Errorf("another key signed in, or failed with %v", err)
	}
	if _, err := h.dial("asha"); err == nil {
		t.Error("nobody's key signed in")
	}
	h.signIn(asha)
}

func TestOfferingAnothersKeyWithoutHoldingItLetsNobodyIn(t *testing.T) {
	asha, ben := signer(t), signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha")+line(ben.PublicKey(), "Ben"), sshd.Limits{})
	if _, err := h.dial("asha", notHeld{asha}, ben); err == nil {
		t.Error("a signature of another key signed in")
	}
}

// Hazard 18: who somebody is, is decided by the key that they showed to hold, whichever they asked about before or after.
func TestWhoSignsInIsWhoseKeyIsHeldAndNotWhoseWasAskedAbout(t *testing.T) {
	asha, ben := signer(t), signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha")+line(ben.PublicKey(), "Ben"), sshd.Limits{})
	client, err := h.dial("asha", doubtful{asha}, ben)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	h.open(client, 80, 24).sees("Ben 80x24")
}

// Hazard 18, over the wire: in a table it is TestCertificatesAreCheckedWhole.
func TestAnAgentSignsInWithACertificate(t *testing.T) {
	authority, key := signer(t), signer(t)
	h := startHost(t, "cert-authority "+string(gossh.MarshalAuthorizedKey(authority.PublicKey())), sshd.Limits{})
	with := func(change func(*gossh.Certificate)) gossh.Signer {
		c := &gossh.Certificate{
			Key: key.PublicKey(), CertType: gossh.UserCert, ValidPrincipals: []string{"asha"}, ValidBefore: gossh.CertTimeInfinity,
			Permissions: gossh.Permissions{Extensions: map[string]string{"permit-pty": "", "permit-port-forwarding": ""}, CriticalOptions: map[string]string{}},
		}
		change(c)
		if err := c.SignCert(rand.Reader, authority); err != nil {
			t.Fatal(err)
		}
		held, err := gossh.NewCertSigner(c, key)
		if err != nil {
			t.Fatal(err)
		}
		return held
	}
	client, err := h.dial("asha", with(func(*gossh.Certificate) {}))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	h.open(client, 80, 24).sees("asha 80x24")
	if _, _, err := client.OpenChannel("direct-tcpip", nil); err == nil {
		t.Error("what a certificate permits was granted: nobody gets it")
	}
	for name, c := range map[string]gossh.Signer{
		"for somebody else": with(func(c *gossh.Certificate) { c.ValidPrincipals = []string{"ben"} }),
		"for anybody":       with(func(c *gossh.Certificate) { c.ValidPrincipals = nil }),
		"of a host":         with(func(c *gossh.Certificate) { c.CertType = gossh.HostCert }),
		"of yesterday":      with(func(c *gossh.Certificate) { c.ValidBefore = 1 }),
		"for elsewhere":     with(func(c *gossh.Certificate) { c.CriticalOptions["source-address"] = "192.0.2.0/24" }),
		"with a command":    with(func(c *gossh.Certificate) { c.CriticalOptions["force-command"] = "sh" }),
	} {
		if _, err := h.dial("asha", c); err == nil {
			t.Errorf("one %s signed in", name)
		}
	}
	bare, err := h.dial("asha", with(func(c *gossh.Certificate) { c.Extensions = nil }))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = bare.Close() }()
	if channel := raw(t, bare); ask(t, channel, "pty-req", pty(80, 24)) {
		t.Error("one that permits no terminal was given one")
	}
}

func TestACommandRunsWithTheSessionsStreamsAndItsExitCodeIsKept(t *testing.T) {
	asha := signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha"), sshd.Limits{})
	session, err := h.signIn(asha).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	var out, errOut bytes.Buffer
	session.Stdin, session.Stdout, session.Stderr = strings.NewReader("typed"), &out, &errOut
	err = session.Run(`faq search 'two words' "a \"b\"" c\ d`)
	if got := codeOf(t, err); got != 6 {
		t.Errorf("the code is %d", got)
	}
	if want := `Asha ran ["faq" "search" "two words" "a \"b\"" "c d"] with "typed"` + "\n"; out.String() != want {
		t.Errorf("it printed %q, want %q", out.String(), want)
	}
	if errOut.String() != "a note\n" {
		t.Errorf("beside it stands %q", errOut.String())
	}
}

func TestACommandTakesNothingHalfThatAConnectionBroke(t *testing.T) {
	for name, asks := range map[string][]string{"piped": {"exec"}, "typed": {"pty-req", "exec"}} {
		t.Run(name, func(t *testing.T) {
			asha := signer(t)
			h := startHost(t, line(asha.PublicKey(), "Asha"), sshd.Limits{})
			client := h.signIn(asha)
			channel := raw(t, client)
			for _, ask := range asks {
				asked(t, channel, ask)
			}
			if _, err := io.WriteString(channel, "half a sent"); err != nil {
				t.Fatal(err)
			}
			asked(t, channel, "env") // refused by now, and answered after what was sent has come
			if err := client.Close(); err != nil {
				t.Fatal(err)
			}
			h.until(func() bool { return h.measured(`frontdesk_ssh_sessions_total`) > 0 && len(h.host.Sessions()) == 0 })
			if len(h.drafts()) != 1 || !strings.HasPrefix(h.drafts()[0], "not ") {
				t.Errorf("the command went on with %q", h.drafts())
			}
		})
	}
}

func TestACommandThatReadsNothingEndsWithItsClientItsSignalAndTheHost(t *testing.T) {
	for name, end := range map[string]struct {
		by  func(h *hosted, client *gossh.Client, session *gossh.Session) error
		why string
	}{
		"the client goes":   {func(_ *hosted, client *gossh.Client, _ *gossh.Session) error { return client.Close() }, "the client has gone"},
		"it is interrupted": {func(_ *hosted, _ *gossh.Client, session *gossh.Session) error { return session.Signal(gossh.SIGINT) }, "interrupted"},
		"the host ends":     {func(h *hosted, _ *gossh.Client, _ *gossh.Session) error { h.stop(); return nil }, "the host was stopped"},
	} {
		t.Run(name, func(t *testing.T) {
			asha := signer(t)
			h := startHost(t, line(asha.PublicKey(), "Asha"), sshd.Limits{ShutdownGrace: 1, KeepaliveInterval: time.Hour})
			client := h.signIn(asha)
			session, err := client.NewSession()
			if err != nil {
				t.Fatal(err)
			}
			if err := session.Start("wait"); err != nil {
				t.Fatal(err)
			}
			h.until(func() bool { return len(h.host.Sessions()) == 1 })
			if err := end.by(h, client, session); err != nil {
				t.Fatal(err)
			}
			h.until(func() bool { return len(h.host.Sessions()) == 0 })
			if !slices.Equal(h.drafts(), []string{"waited until " + end.why}) {
				t.Errorf("it %q", h.drafts())
			}
		})
	}
}

func TestControlCEndsACommandOnATerminalThatWaitsForWords(t *testing.T) {
	asha := signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha"), sshd.Limits{})
	for keys, want := range map[string]int{"half\x03": 130, "a comment\r\x04": 6} {
		c := h.open(h.signIn(asha), 80, 24, "ticket update")
		c.types(keys)
		c.exits(want)
		if want == 6 && !c.saw(`with "a comment\n"`) {
			t.Error("what was typed did not come")
		}
	}
}

func TestAConsoleWithoutATerminalSaysWhatToDo(t *testing.T) {
	asha := signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha")+"restrict "+line(signer(t).PublicKey(), "Ben"), sshd.Limits{})
	session, err := h.signIn(asha).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	session.Stderr = &said
	if err := session.Shell(); err != nil {
		t.Fatal(err)
	}
	if got := codeOf(t, session.Wait()); got != 2 || !strings.Contains(said.String(), "needs a terminal") {
		t.Errorf("code %d, said %q", got, said.String())
	}
}

// Hazards 20 and 24: exit status 70, and not 0.
func TestAPanicEndsItsOwnSessionAloneAndSaysSo(t *testing.T) {
	const says = "this session failed and was ended; what you typed is kept"
	asha, nobody := signer(t), signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha")+line(nobody.PublicKey(), "Nobody"), sshd.Limits{})
	well := h.open(h.signIn(asha), 80, 24)
	well.sees("Asha")
	failing := map[string]func() *console{
		"in a command":          func() *console { return h.open(h.signIn(asha), 80, 24, "panic") },
		"before the first word": func() *console { return h.open(h.signIn(nobody), 80, 24) },
	}
	for key, where := range map[string]string{"P": "at a key", "V": "while it is drawn"} {
		failing[where] = func() *console {
			c := h.open(h.signIn(asha), 80, 24)
			c.sees("Asha")
			c.types("draft" + key)
			return c
		}
	}
	ended := 0
	for where, fails := range failing {
		t.Run(where, func(t *testing.T) {
			c := fails()
			c.sees(says)
			c.exits(70)
			if c.saw("goroutine") || c.saw("a fault") {
				t.Error("it was shown more than it needs")
			}
			well.types("+")
			ended++
			well.sees("typed:" + strings.Repeat("+", ended))
		})
	}
	going := h.open(h.signIn(asha), 80, 24)
	going.sees("Asha")
	going.types("Con") // what the first key has started panics; its session goes on
	going.sees("typed:on")
	if well.saw("failed") {
		t.Error("the other session heard of it")
	}
	if drafts := slices.Repeat([]string{"draft"}, 2); !slices.Equal(h.drafts(), drafts) {
		t.Errorf("kept was %q", h.drafts())
	}
	if n := h.measured("frontdesk_ssh_panics_total"); n != len(failing) || !strings.Contains(h.log.String(), "a fault in the console") {
		t.Errorf("%d panics were counted:\n%s", n, h.log)
	}
}

func TestTheEndOfTheHostIsAnnouncedAndWhatWasTypedIsKept(t *testing.T) {
	asha := signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha"), sshd.Limits{ShutdownGrace: 1})
	c := h.open(h.signIn(asha), 80, 24)
	c.sees("Asha")
	c.types("draft")
	c.sees("draft")
	h.stop()
	c.sees("the host was stopped; what you typed is kept as a draft")
	c.exits(75)
	if err := <-h.ended; err != nil {
		t.Error(err)
	}
	h.ended <- nil
	if len(h.drafts()) != 1 || h.drafts()[0] != "draft" {
		t.Errorf("kept was %q", h.drafts())
	}
}

func TestAKeyThatIsTakenOutOfTheListEndsItsSessionsAlone(t *testing.T) {
	asha, ben := signer(t), signer(t)
	h := startHost(t, line(asha.PublicKey(), "Asha")+line(ben.PublicKey(), "Ben"), sshd.Limits{KeysCheckInterval: 5 * time.Millisecond})
	gone, stays := h.open(h.signIn(asha), 80, 24), h.open(h.signIn(ben), 80, 24)
	gone.sees("Asha 80x24")
	stays.sees("Ben 80x24")
	gone.types("draft")
	gone.sees("typed:draft")
	if err := os.WriteFile(h.list, []byte("# Asha has left us\n"+line(ben.PublicKey(), "Ben")), 0o600); err != nil {
		t.Fatal(err)
	}
	gone.sees("the key may no longer sign in; what you typed is kept")
	gone.exits(75)
	stays.types("on")
	stays.sees("typed:on")
	if err := os.Remove(h.list); err != nil {
		t.Fatal(err)
	}
	h.until(func() bool { _, err := h.dial("ben", ben); return err != nil })
	stays.types("still")
	stays.sees("typed:onstill")
}
