//go:build unix

package cli_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// TestSSHHost_HangUpReadsCredentialsAgain: the host reads a replaced API key at SIGHUP without ending a session.
func TestSSHHost_HangUpReadsCredentialsAgain(t *testing.T) {
	const old, renewed, stray = "b2xk", "bmV3", "c3RyYXk="
	service, elsewhere := newAccountService(t, old, renewed), newAccountService(t, stray)
	h := clitest.NewHost(t, []string{"Asha Rao"})
	file := func(address string) string {
		return fmt.Sprintf("account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\nrefresh = \"0s\"\n[accounts.acme]\ntoken_command = [\"cat\", %q]\n",
			address, filepath.Join(h.Dir, "token"))
	}
	h.WriteFile("token", old+"\n")
	h.WriteConfiguration(file(service.URL))
	h.Start()
	asha := h.OpenConsole("Asha Rao")
	asha.WaitForText("acme · Asha Rao")
	asks := func() {
		t.Helper()
		if code, _, errOut := h.RunCommand("Asha Rao", `ticket add --title Hello --details World`, ""); code != exitcode.OK {
			t.Fatal(errOut)
		}
	}
	asks()

	h.WriteFile("token", renewed+"\n")
	hangUp(t, h, "has its credentials read again")
	asks()
	asha.Press("r")
	asha.WaitForText("Hello")
	if before, after := service.countCalls(old, "add-ticket"), service.countCalls(renewed, "add-ticket"); before != 1 || after != 1 {
		t.Errorf("%d with the old key, %d with the new one", before, after)
	}

	h.WriteFile("token", stray+"\n") // of the service to which the account moves, which a host does not while it runs
	h.WriteConfiguration(file(elsewhere.URL))
	hangUp(t, h, "which takes a restart")
	asks()
	if n := service.countCalls(stray, "add-ticket"); n != 0 || service.countCalls(renewed, "add-ticket") != 2 {
		t.Errorf("a key went to another service: %v", service.asked)
	}

	h.WriteFile("token", "")
	h.WriteConfiguration(file(service.URL))
	hangUp(t, h, "goes on with the credentials that it had")
	asks()
	if log := h.Log.String(); strings.Contains(log, renewed) || strings.Contains(log, stray) {
		t.Errorf("the log holds a key:\n%s", log)
	}
}

func TestSSHHost_HangUpRestartsATokenCommandThatRuns(t *testing.T) {
	h := newSlowCredentialHost(t)
	ben := h.OpenConsole("Ben Carter")
	give := h.waitForCommand()
	hangUp(t, h.Host, `credentials read again" account=acme`) // which waits for no other account
	give()
	ben.WaitForText("beta · Ben Carter")
	h.waitForCommand()()
	h.WaitForLog(`msg="an account has its credentials read again" account=beta`)
	if asked := h.ReadFile("asked"); asked != "once\nonce\n" {
		t.Errorf("the command was asked\n%s", asked)
	}
}
