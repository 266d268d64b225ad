package sshd_test

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/sshd"
)

// replaceKeys replaces the list of keys in one step, as an editor does.
func (h *testHost) replaceKeys(list string) {
	h.t.Helper()
	if err := os.WriteFile(h.list+".new", []byte(list), 0o600); err != nil {
		h.t.Fatal(err)
	}
	if err := os.Rename(h.list+".new", h.list); err != nil {
		h.t.Fatal(err)
	}
}

// revocations returns the changes to a list after which Asha may no longer be in.
func revocations(asha gossh.PublicKey, other string) map[string]string {
	return map[string]string{
		"the key is taken out":      other,
		"the line expires":          `expiry-time="20200101",` + authorizedLine(asha, "Asha") + other,
		"the key is another's":      authorizedLine(asha, "Ben") + other,
		"the account is another":    `environment="FRONTDESK_ACCOUNT=beta",` + authorizedLine(asha, "Asha") + other,
		"her address is not listed": `from="192.0.2.1",` + authorizedLine(asha, "Asha") + other,
	}
}

func TestRevokedKey_LosesItsConnectionWhateverRunsOnIt(t *testing.T) {
	t.Parallel()
	asha, dana := newSigner(t), newSigner(t)
	other := authorizedLine(dana.PublicKey(), "Dana")
	for name, after := range revocations(asha.PublicKey(), other) {
		for what, open := range map[string]func(*testHost, *gossh.Client){
			"nothing": func(*testHost, *gossh.Client) {},
			"a channel": func(h *testHost, c *gossh.Client) {
				mustRequest(h.t, openChannel(h.t, c), "pty-req")
			},
			"a console":            func(h *testHost, c *gossh.Client) { h.openConsole(c, 80, 24).waitFor("Asha") },
			"a command":            func(h *testHost, c *gossh.Client) { mustRequest(h.t, openChannel(h.t, c), "exec") },
			"a command that hangs": func(h *testHost, c *gossh.Client) { h.openConsole(c, 80, 24, "wait") },
		} {
			if what != "nothing" && name != "the key is taken out" {
				continue
			}
			t.Run(name+" under "+what, func(t *testing.T) {
				t.Parallel()
				h := startHost(t, authorizedLine(asha.PublicKey(), "Asha")+other, sshd.Limits{KeysCheckInterval: 5 * time.Millisecond})
				client, bystander := h.signIn(asha), h.signIn(dana)
				open(h, client)
				h.replaceKeys(after)
				_ = client.Wait() // until the host closes it
				h.openConsole(bystander, 80, 24).waitFor("Dana")
			})
		}
	}
}

func TestRevokedKey_OpensNoSessionOnAConnectionThatIsOpen(t *testing.T) {
	t.Parallel()
	asha, dana := newSigner(t), newSigner(t)
	other := authorizedLine(dana.PublicKey(), "Dana")
	for name, after := range revocations(asha.PublicKey(), other) {
		t.Run(name, func(t *testing.T) {
			h := startHost(t, authorizedLine(asha.PublicKey(), "Asha")+other, sshd.Limits{KeysCheckInterval: time.Hour})
			client := h.signIn(asha)
			h.openConsole(client, 80, 24).waitFor("Asha")
			h.replaceKeys(after)
			for range 50 {
				_, _, err := client.OpenChannel("session", nil)
				var refused *gossh.OpenChannelError
				if !errors.As(err, &refused) || refused.Reason != gossh.Prohibited {
					t.Errorf("a session was opened, or failed with %v", err)
				}
			}
			if n := strings.Count(h.log.String(), "msg=refused"); n != 1 {
				t.Errorf("the audit has %d entries", n)
			}
		})
	}
}

func TestEndedSession_SaysWhatBecameOfTheKey(t *testing.T) {
	t.Parallel()
	signer := newSigner(t)
	asha := authorizedLine(signer.PublicKey(), "Asha")
	for after, told := range map[string]string{
		authorizedLine(signer.PublicKey(), "Ben"):      "signs in as another agent or for another account now",
		`environment="FRONTDESK_ACCOUNT=beta",` + asha: "signs in as another agent or for another account now",
		"no-pty," + asha:                                 "the key may have no terminal now",
		`expiry-time="20200101",` + asha:                 "the key may no longer sign in",
		authorizedLine(newSigner(t).PublicKey(), "Dana"): "the key may no longer sign in",
	} {
		h := startHost(t, asha, sshd.Limits{KeysCheckInterval: 5 * time.Millisecond})
		open := h.openConsole(h.signIn(signer), 80, 24)
		open.waitFor("Asha")
		h.replaceKeys(after)
		open.waitForExit(75)
		if told += "; what you typed is kept as a draft"; !open.hasDrawn(told) {
			t.Errorf("%q is not said", told)
		}
	}
}

func TestNewSession_IsAllowedWhatTheLineOfTheKeySaysNow(t *testing.T) {
	t.Parallel()
	asha := newSigner(t)
	h := startHost(t, "no-pty,"+authorizedLine(asha.PublicKey(), "Asha"), sshd.Limits{KeysCheckInterval: time.Hour})
	client := h.signIn(asha)
	if sendRequest(t, openChannel(t, client), "pty-req", ptyRequest(80, 24)) {
		t.Fatal("a terminal was given where the line says no-pty")
	}
	h.replaceKeys(authorizedLine(asha.PublicKey(), "Asha"))
	if !sendRequest(t, openChannel(t, client), "pty-req", ptyRequest(80, 24)) {
		t.Error("no terminal was given where the line allows one by now")
	}
}
