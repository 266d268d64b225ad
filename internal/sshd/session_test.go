package sshd_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/sshd"
	"frontdesk/internal/sshd/sshdtest"
)

func TestAnAgentSignsInWorksAndLeaves(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha Rao"), sshd.Limits{})
	c := h.openConsole(h.signIn(asha), 100, 30)
	c.waitFor("Asha Rao 100x30")
	c.typeKeys("hello")
	c.waitFor("typed:hello")
	if err := c.session.WindowChange(40, 120); err != nil {
		t.Fatal(err)
	}
	c.waitFor("Asha Rao 120x40 typed:hello")
	c.typeKeys("Q")
	c.waitForExit(0)
	if len(h.drafts()) != 1 || h.drafts()[0] != "hello" {
		t.Errorf("the console was closed with %q", h.drafts())
	}
}

func TestWhoeverHoldsNoKeyOfTheListIsRefused(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{})
	if _, err := h.dial("asha", newSigner(t)); err == nil || !strings.Contains(err.Error(), "unable to authenticate") {
		t.Errorf("another key signed in, or failed with %v", err)
	}
	if _, err := h.dial("asha"); err == nil {
		t.Error("nobody's key signed in")
	}
	h.signIn(asha)
}

func TestOfferingAnothersKeyWithoutHoldingItLetsNobodyIn(t *testing.T) {
	t.Parallel()
	asha, ben := newSigner(t), newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha")+authorizedLine(ben.PublicKey(), "Ben"), sshd.Limits{})
	if _, err := h.dial("asha", foreignKey{asha}, ben); err == nil {
		t.Error("a signature of another key signed in")
	}
}

// Hazard 18: who somebody is, is decided by the key that they showed to hold, whichever they asked about before or
// after.
func TestWhoSignsInIsWhoseKeyIsHeldAndNotWhoseWasAskedAbout(t *testing.T) {
	t.Parallel()
	asha, ben := newSigner(t), newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha")+authorizedLine(ben.PublicKey(), "Ben"), sshd.Limits{})
	client, err := h.dial("asha", invalidSigner{asha}, ben)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	h.openConsole(client, 80, 24).waitFor("Ben 80x24")
}

// Hazard 18, over the wire: in a table it is TestCertificatesAreCheckedWhole.
func TestAnAgentSignsInWithACertificate(t *testing.T) {
	t.Parallel()
	authority, key := newSigner(t), newSigner(t)
	h := startHost(t, "cert-authority "+string(gossh.MarshalAuthorizedKey(authority.PublicKey())), sshd.Limits{})
	with := func(change func(*gossh.Certificate)) gossh.Signer {
		c := &gossh.Certificate{
			Key: key.PublicKey(), CertType: gossh.UserCert, ValidPrincipals: []string{"asha"}, ValidBefore: gossh.CertTimeInfinity,
			Permissions: gossh.Permissions{Extensions: map[string]string{"permit-pty": "", "permit-port-forwarding": ""}, CriticalOptions: map[string]string{}},
		}
		change(c)
		sshdtest.SignCert(t, c, authority)
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
	h.openConsole(client, 80, 24).waitFor("asha 80x24")
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
	if channel := openChannel(t, bare); sendRequest(t, channel, "pty-req", ptyRequest(80, 24)) {
		t.Error("one that permits no terminal was given one")
	}
}

func TestACommandRunsWithTheSessionsStreamsAndItsExitCodeIsKept(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{})
	session, err := h.signIn(asha).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	var out, errOut bytes.Buffer
	session.Stdin, session.Stdout, session.Stderr = strings.NewReader("typed"), &out, &errOut
	err = session.Run(`faq search 'two words' "a \"b\"" c\ d`)
	if got := exitCode(t, err); got != 6 {
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
	t.Parallel()
	for name, asks := range map[string][]string{"piped": {"exec"}, "typed": {"pty-req", "exec"}} {
		t.Run(name, func(t *testing.T) {
			asha := newSigner(t)
			h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{})
			client := h.signIn(asha)
			channel := openChannel(t, client)
			for _, ask := range asks {
				mustRequest(t, channel, ask)
			}
			if _, err := io.WriteString(channel, "half a sent"); err != nil {
				t.Fatal(err)
			}
			mustRequest(t, channel, "env") // refused by now, and answered after what was sent has come
			if err := client.Close(); err != nil {
				t.Fatal(err)
			}
			h.waitUntil(func() bool { return h.metric(`frontdesk_ssh_sessions_total`) > 0 && len(h.host.Sessions()) == 0 })
			if len(h.drafts()) != 1 || !strings.HasPrefix(h.drafts()[0], "not ") {
				t.Errorf("the command went on with %q", h.drafts())
			}
		})
	}
}

func TestACommandThatReadsNothingEndsWithItsClientItsSignalAndTheHost(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]struct {
		by  func(h *testHost, client *gossh.Client, session *gossh.Session) error
		why string
	}{
		"the client goes":   {func(_ *testHost, client *gossh.Client, _ *gossh.Session) error { return client.Close() }, "the client has gone"},
		"it is interrupted": {func(_ *testHost, _ *gossh.Client, session *gossh.Session) error { return session.Signal(gossh.SIGINT) }, "interrupted"},
		"the host ends":     {func(h *testHost, _ *gossh.Client, _ *gossh.Session) error { h.stop(); return nil }, "the host was stopped"},
	} {
		t.Run(name, func(t *testing.T) {
			asha := newSigner(t)
			h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{ShutdownGrace: 1, KeepaliveInterval: time.Hour})
			client := h.signIn(asha)
			session, err := client.NewSession()
			if err != nil {
				t.Fatal(err)
			}
			if err := session.Start("wait"); err != nil {
				t.Fatal(err)
			}
			h.waitUntil(func() bool { return len(h.host.Sessions()) == 1 })
			if err := end.by(h, client, session); err != nil {
				t.Fatal(err)
			}
			h.waitUntil(func() bool { return len(h.host.Sessions()) == 0 })
			if !slices.Equal(h.drafts(), []string{"waited until " + end.why}) {
				t.Errorf("it %q", h.drafts())
			}
		})
	}
}

func TestControlCEndsACommandOnATerminalThatWaitsForWords(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{})
	for keys, want := range map[string]int{"half\x03": 130, "a comment\r\x04": 6} {
		c := h.openConsole(h.signIn(asha), 80, 24, "ticket update")
		c.typeKeys(keys)
		c.waitForExit(want)
		if want == 6 && !c.hasDrawn(`with "a comment\n"`) {
			t.Error("what was typed did not come")
		}
	}
}

// TestCommand_IsInterruptedByAClosedOutput: the command may notice it by its output before its session has ended.
func TestCommand_IsInterruptedByAClosedOutput(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{})
	session, err := h.signIn(asha).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	out, err := session.StdoutPipe()
	if err == nil {
		err = session.Start("write")
	}
	if err == nil {
		_, err = out.Read(make([]byte, 1))
	}
	if err == nil {
		err = session.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	h.waitUntil(func() bool { return strings.Contains(h.log.String(), "msg=left") })
	if !slices.Equal(h.drafts(), []string{"interrupted: true"}) {
		t.Errorf("the command was told %q", h.drafts())
	}
}

func TestAConsoleWithoutATerminalSaysWhatToDo(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha")+"restrict "+authorizedLine(newSigner(t).PublicKey(), "Ben"), sshd.Limits{})
	session, err := h.signIn(asha).NewSession()
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	session.Stderr = &said
	if err := session.Shell(); err != nil {
		t.Fatal(err)
	}
	if got := exitCode(t, session.Wait()); got != 2 || !strings.Contains(said.String(), "needs a terminal") {
		t.Errorf("code %d, said %q", got, said.String())
	}
}

// Hazards 20 and 24: exit status 70, and not 0.
func TestAPanicEndsItsOwnSessionAloneAndSaysSo(t *testing.T) {
	texttest.ExpectPanic(t, "a fault in")
	const says = "this session failed and was ended; what you typed is kept"
	asha, nobody := newSigner(t), newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha")+authorizedLine(nobody.PublicKey(), "Nobody"), sshd.Limits{})
	well := h.openConsole(h.signIn(asha), 80, 24)
	well.waitFor("Asha")
	failing := map[string]func() *console{
		"in a command":          func() *console { return h.openConsole(h.signIn(asha), 80, 24, "panic") },
		"before the first word": func() *console { return h.openConsole(h.signIn(nobody), 80, 24) },
	}
	for key, where := range map[string]string{"P": "at a key", "V": "while it is drawn"} {
		failing[where] = func() *console {
			c := h.openConsole(h.signIn(asha), 80, 24)
			c.waitFor("Asha")
			c.typeKeys("draft" + key)
			return c
		}
	}
	ended := 0
	for where, fails := range failing {
		t.Run(where, func(t *testing.T) {
			c := fails()
			c.waitFor(says)
			c.waitForExit(70)
			if c.hasDrawn("goroutine") || c.hasDrawn("a fault") {
				t.Error("it was shown more than it needs")
			}
			well.typeKeys("+")
			ended++
			well.waitFor("typed:" + strings.Repeat("+", ended))
		})
	}
	going := h.openConsole(h.signIn(asha), 80, 24)
	going.waitFor("Asha")
	going.typeKeys("Con") // what the first key has started panics; its session goes on
	going.waitFor("typed:on")
	if well.hasDrawn("failed") {
		t.Error("the other session was notified")
	}
	if drafts := slices.Repeat([]string{"draft"}, 2); !slices.Equal(h.drafts(), drafts) {
		t.Errorf("kept was %q", h.drafts())
	}
	if n := h.metric("frontdesk_ssh_panics_total"); n != len(failing) || !strings.Contains(h.log.String(), "a fault in the console") {
		t.Errorf("%d panics were counted:\n%s", n, h.log)
	}
}

func TestTheEndOfTheHostIsAnnouncedAndWhatWasTypedIsKept(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{ShutdownGrace: 1})
	c := h.openConsole(h.signIn(asha), 80, 24)
	c.waitFor("Asha")
	c.typeKeys("draft")
	c.waitFor("draft")
	h.stop()
	c.waitFor("the host was stopped; what you typed is kept as a draft")
	c.waitForExit(75)
	if err := <-h.ended; err != nil {
		t.Error(err)
	}
	h.ended <- nil
	if len(h.drafts()) != 1 || h.drafts()[0] != "draft" {
		t.Errorf("kept was %q", h.drafts())
	}
}

func TestAKeyThatIsTakenOutOfTheListEndsItsSessionsAlone(t *testing.T) {
	t.Parallel()
	asha, ben := newSigner(t), newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha")+authorizedLine(ben.PublicKey(), "Ben"), sshd.Limits{KeysCheckInterval: 5 * time.Millisecond})
	gone, stays := h.openConsole(h.signIn(asha), 80, 24), h.openConsole(h.signIn(ben), 80, 24)
	gone.waitFor("Asha 80x24")
	stays.waitFor("Ben 80x24")
	gone.typeKeys("draft")
	gone.waitFor("typed:draft")
	h.replaceKeys("# Asha has left us\n" + authorizedLine(ben.PublicKey(), "Ben"))
	gone.waitFor("the key may no longer sign in; what you typed is kept")
	gone.waitForExit(75)
	stays.typeKeys("on")
	stays.waitFor("typed:on")
	if err := os.Remove(h.list); err != nil {
		t.Fatal(err)
	}
	h.waitUntil(func() bool { _, err := h.dial("ben", ben); return err != nil })
	stays.typeKeys("still")
	stays.waitFor("typed:onstill")
}

// runCommand runs the commands of tests.
func (h *testHost) runCommand(ctx context.Context, session *sshd.Session, args []string, in io.Reader, out, errOut io.Writer) int {
	if args[0] == "panic" {
		panic("a fault in a command")
	}
	if args[0] == "wait" {
		<-ctx.Done()
		h.saveDraft("waited until " + context.Cause(ctx).Error())
		return 130
	}
	if args[0] == "write" {
		var err error
		for err == nil {
			_, err = io.WriteString(out, "one more line\n")
		}
		h.saveDraft(fmt.Sprint("interrupted: ", errors.Is(err, context.Canceled)))
		return 130
	}
	typed, err := io.ReadAll(in)
	if err != nil {
		h.saveDraft(fmt.Sprintf("not %q: %v", typed, err))
		return 130
	}
	fmt.Fprintf(out, "%s ran %q with %q\n", session.Agent.Name, args, typed)
	fmt.Fprintln(errOut, "a note")
	return 6
}
