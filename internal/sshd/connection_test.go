package sshd_test

import (
	"bytes"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/sshd"
	"frontdesk/internal/sshd/sshdtest"
)

// Hazard 21: half-open connections stay for ever.
func TestConnectionsThatNeverSignInAreDroppedEarlyAndLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asha := newSigner(t)
		h := startHostOn(t, sshdtest.NewListener(), authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{PerAddress: 3, LoginGrace: 10 * time.Second})
		inside := h.openConsole(h.signIn(asha), 80, 24)
		inside.waitFor("Asha")
		var waiting []net.Conn
		for range 3 {
			waiting = append(waiting, h.openSilent())
		}
		for _, conn := range waiting { // each is greeted: it has a place
			if _, err := io.ReadFull(conn, make([]byte, 4)); err != nil {
				t.Fatal(err)
			}
		}
		if n, err := h.openSilent().Read(make([]byte, 1)); err == nil {
			t.Errorf("a fourth connection was greeted with %d bytes", n)
		}
		if _, err := h.dial("asha", asha); err == nil {
			t.Error("there was a place for one more")
		}
		inside.typeKeys("undisturbed")
		inside.waitFor("typed:undisturbed")
		for _, conn := range waiting {
			_, _ = io.Copy(io.Discard, conn) // until the host closes it
		}
		synctest.Wait() // until their places are free
		h.signIn(asha)
	})
}

// Hazard 21.
func TestOneAgentsConnectionsLeaveRoomForOthers(t *testing.T) {
	t.Parallel()
	asha, ben := newSigner(t), newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha")+authorizedLine(ben.PublicKey(), "Ben"), sshd.Limits{Sessions: 4, PerAgent: 2})
	first := h.signIn(asha)
	for range 3 {
		h.signIn(asha)
	}
	if _, err := h.dial("asha", asha); err == nil {
		t.Error("a fifth connection of an agent with two sessions was let in")
	}
	h.openConsole(h.signIn(ben), 80, 24).waitFor("Ben")
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	h.waitUntil(func() bool { return h.metric("frontdesk_ssh_connections") == 4 })
	h.openConsole(h.signIn(asha), 80, 24).waitFor("Asha")
}

// Hazard 20: pty-req without shell.
func TestAChannelOnWhichNothingIsStartedDoesNotKeepItsConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asha := newSigner(t)
		h := startHostOn(t, sshdtest.NewListener(), authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{NoSessionTimeout: time.Minute})
		inside := h.openConsole(h.signIn(asha), 80, 24)
		inside.waitFor("Asha")
		client := h.signIn(asha)
		if !sendRequest(t, openChannel(t, client), "pty-req", ptyRequest(80, 24)) {
			t.Fatal("no terminal was given")
		}
		_ = client.Wait() // until the host closes it
		inside.typeKeys("undisturbed")
		inside.waitFor("typed:undisturbed")
	})
}

// openSilent opens a connection that sends nothing.
func (h *testHost) openSilent() net.Conn {
	h.t.Helper()
	dial := func() (net.Conn, error) { return h.within.Dial() }
	if h.within == nil {
		dial = func() (net.Conn, error) { return new(net.Dialer).DialContext(h.t.Context(), "tcp", h.address) }
	}
	conn, err := dial()
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// Hazard 21: six tries a connection, as with OpenSSH, and not too many from one address.
func TestTriesAreCountedByConnectionAndAddress(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{FailureBurst: 8, FailureRefill: time.Hour})
	if _, err := h.dial("asha", append(newSigners(t, 6), asha)...); err == nil {
		t.Error("a seventh key of one connection was looked at")
	}
	for range 5 { // an OpenSSH agent offers all its keys, and an office has one address
		client, err := h.dial("asha", append(newSigners(t, 5), asha)...)
		if err != nil {
			t.Fatalf("what was tried before the right key counts: %v", err)
		}
		_ = client.Close()
	}
	if _, err := h.dial("asha", newSigner(t), newSigner(t)); err == nil {
		t.Error("strangers were let in")
	}
	h.waitUntil(func() bool { // after eight tries in vain, once the host has missed who made them
		client, err := h.dial("asha", asha)
		if err == nil {
			_ = client.Close()
		}
		return err != nil
	})
}

// A setting may have any number, and the request for the methods is no key.
func TestTries_AsManyKeysAsAreSetMayFail(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	for _, most := range []int{1, 2, 3, 6, 9} {
		h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{MaxAuthTries: most})
		var said bytes.Buffer
		client, err := h.dial("asha", append(newSigners(t, most-1), asha)...)
		if err != nil {
			t.Fatalf("of %d tries the last one is not looked at: %v", most, err)
		}
		_ = client.Close()
		err = h.dialWith(asha, func(c *gossh.ClientConfig) {
			c.Auth = []gossh.AuthMethod{gossh.PublicKeys(append(newSigners(t, most), asha)...)}
			c.BannerCallback = func(message string) error { said.WriteString(message); return nil }
		})
		if err == nil {
			t.Errorf("of %d tries one more is looked at", most)
		}
		if !strings.Contains(said.String(), "IdentitiesOnly=yes") {
			t.Errorf("the agent is told %q", said.String())
		}
	}
}

// An office comes from one address, and its clients offer every key that they have.
func TestKeysOfferedBeforeTheRightOneAreNotHeldAgainstTheAddress(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{FailureBurst: 3, FailureRefill: time.Hour})
	for range 5 {
		client, err := h.dial("asha", newSigner(t), newSigner(t), asha)
		if err != nil {
			t.Fatal(err)
		}
		_ = client.Close()
		h.waitUntil(func() bool { return h.metric("frontdesk_ssh_connections") == 0 })
	}
}

func TestOfferingAKeyThatIsNotHeldIsATryInVain(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{FailureBurst: 3, FailureRefill: time.Hour})
	for range 3 {
		if _, err := h.dial("asha", foreignKey{asha}); err == nil {
			t.Fatal("a key that is not held signed in")
		}
		h.waitUntil(func() bool { return h.metric("frontdesk_ssh_unauthenticated") == 0 })
	}
	if _, err := h.dial("asha", asha); err == nil {
		t.Error("after three tries in vain the address may still try")
	}
}

// Hazard 6: who knocks chooses the name, and would write the log with it.
func TestANameThatMovesTheCursorIsHarmlessInTheLog(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{})
	const name = "asha\x1b[2J\x9b31m\r\nmsg=\"signed in\" agent=Root \u202e\u2028"
	if _, err := h.dial(name, newSigner(t)); err == nil {
		t.Fatal("a stranger was let in")
	}
	client, err := h.dial(name, asha)
	if err != nil {
		t.Fatal(err)
	}
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	_ = session.Run("faq\x1b[2J 'x\nmsg=forged'")
	h.waitUntil(func() bool { return strings.Contains(h.log.String(), "msg=left") })
	log := h.log.String()
	for line := range strings.Lines(log) {
		if !strings.HasPrefix(line, "time=") || strings.Contains(line, "forged") {
			t.Errorf("a line of the log is %q", line)
		}
	}
	for _, c := range log {
		if c < ' ' && c != '\n' || c >= 0x7f && c < 0xa0 || strings.ContainsRune("\u202e\u2028", c) {
			t.Fatalf("%q is in the log\n%q", c, log)
		}
	}
}

func TestSession_ErrorCannotCommandTheAgentsTerminal(t *testing.T) {
	t.Parallel()
	key := newSigner(t)
	h := startHost(t, authorizedLine(key.PublicKey(), "Unlucky"), sshd.Limits{})
	client, err := h.dial("agent", key)
	if err != nil {
		t.Fatal(err)
	}
	session, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	session.Stderr = &said
	if err := session.RequestPty("xterm", 24, 80, nil); err != nil {
		t.Fatal(err)
	}
	if err := session.Shell(); err != nil {
		t.Fatal(err)
	}
	_ = session.Wait()
	if !strings.Contains(said.String(), "no desk") {
		t.Errorf("the agent reads %q instead of why there is no console", said.String())
	}
	if strings.ContainsAny(said.String(), "\x1b\a\u009b\u202e") || strings.Count(said.String(), "\n") != 1 {
		t.Errorf("what the agent's terminal gets is %q", said.String())
	}
}

func TestGarbageHarmsNobody(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{})
	inside := h.openConsole(h.signIn(asha), 80, 24)
	inside.waitFor("Asha")
	for _, garbage := range []string{
		"GET / HTTP/1.1\r\n\r\n", strings.Repeat("A", 100_000), "SSH-2.0-x\r\n" + strings.Repeat("\xff", 50_000), "SSH-2.0-\x1b]52;c;aGk=\x07\r\n\x00\x00\x00\x00",
	} {
		conn := h.openSilent()
		_, _ = io.WriteString(conn, garbage) // may be cut off by then
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.CloseWrite()
		}
		_, _ = io.Copy(io.Discard, conn)
	}
	garbled := h.openConsole(h.signIn(asha), 80, 24)
	garbled.waitFor("Asha")
	garbled.typeKeys(strings.Repeat("\x1b[1;2;3;4;5;6;7;8;9;1;2;3;4;5;6;7;8;9;1;2;3;4;5;6;7;8;9;1;2;3;4;5;6;7;8;9m", 10) + "\xf0\x1bP\x9b\x1b]0;" + strings.Repeat("x", 400_000) + "\x07")
	garbled.typeKeys("Q") // it may have taken a part for text, on a machine that was busy meanwhile, and answers still
	garbled.waitForExit(0)
	inside.typeKeys("undisturbed")
	inside.waitFor("typed:undisturbed")
}

// Hazard 20.
func TestAConnectionThatBreaksEndsItsSessionAndKeepsWhatWasTyped(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{})
	client := h.signIn(asha)
	c := h.openConsole(client, 80, 24)
	c.waitFor("Asha")
	c.typeKeys("half a sentence")
	c.waitFor("half a sentence")
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	h.waitUntil(func() bool { return len(h.host.Sessions()) == 0 })
	if !slices.Equal(h.drafts(), []string{"half a sentence"}) {
		t.Errorf("kept was %q", h.drafts())
	}
}

func TestSignIn_HangingUpInsteadCountsAsATry(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	for name, connect := range map[string]func(net.Conn){
		"at once":            func(net.Conn) {},
		"after the greeting": func(c net.Conn) { _, _ = io.ReadFull(c, make([]byte, 4)) },
		"with half of a handshake": func(c net.Conn) {
			_, _ = io.WriteString(c, "SSH-2.0-x\r\n\x00\x00")
			_, _ = io.ReadFull(c, make([]byte, 100))
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{FailureBurst: 3, FailureRefill: time.Hour})
			for range 3 {
				conn := h.openSilent()
				connect(conn)
				_ = conn.Close()
			}
			h.waitUntil(func() bool {
				client, err := h.dial("asha", asha)
				if err == nil {
					_ = client.Close()
				}
				return err != nil
			})
		})
	}
}

// A client that runs commands in turn on one connection starts the next before the host has cleaned up after the
// last.
func TestSession_BeginsOnceTheOneBeforeHasEnded(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{PerConnection: 1})
	client := h.signIn(asha)
	for i := range 300 {
		session, err := client.NewSession()
		if err != nil {
			t.Fatalf("session %d: %v", i, err)
		}
		_ = session.Close()
	}
}
