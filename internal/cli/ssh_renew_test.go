//go:build unix

package cli

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/exitcode"
)

// A key that is replaced ends nobody: at SIGHUP the host asks for it again, where the account is.
func TestAHangUpAsksForCredentialsAgain(t *testing.T) {
	const old, renewed, stray = "b2xk", "bmV3", "c3RyYXk="
	service, elsewhere := newTwoBooks(t, old, renewed), newTwoBooks(t, stray)
	h := newSSHHost(t, []string{"Asha Rao"})
	file := func(address string) string {
		return fmt.Sprintf("account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\nrefresh = \"0s\"\n[accounts.acme]\ntoken_command = [\"cat\", %q]\n",
			address, filepath.Join(h.dir, "token"))
	}
	h.write("token", old+"\n")
	h.configured(file(service.URL))
	h.start()
	asha := h.sits("Asha Rao")
	asha.sees("acme · Asha Rao")
	asks := func() {
		t.Helper()
		if code, _, errOut := h.runs("Asha Rao", `ticket add --title Hello --details World`, ""); code != exitcode.OK {
			t.Fatal(errOut)
		}
	}
	asks()

	h.write("token", renewed+"\n")
	h.hangsUp("has its credentials read again")
	asks()
	asha.types("r")
	asha.sees("Hello")
	if before, after := service.said(old, "add-ticket"), service.said(renewed, "add-ticket"); before != 1 || after != 1 {
		t.Errorf("%d with the old key, %d with the new one", before, after)
	}

	h.write("token", stray+"\n") // of the service to which the account moves, which a host does not while it runs
	h.configured(file(elsewhere.URL))
	h.hangsUp("which takes a restart")
	asks()
	if n := service.said(stray, "add-ticket"); n != 0 || service.said(renewed, "add-ticket") != 2 {
		t.Errorf("a key went to another service: %v", service.asked)
	}

	h.write("token", "")
	h.configured(file(service.URL))
	h.hangsUp("goes on with the credentials that it had")
	asks()
	if log := h.out.String(); strings.Contains(log, renewed) || strings.Contains(log, stray) {
		t.Errorf("the log holds a key:\n%s", log)
	}
}

func TestAHangUpAsksAgainForWhatWasBeingAskedFor(t *testing.T) {
	h := newSlowDesk(t)
	ben := h.sits("Ben Carter")
	give := h.hangs()
	h.hangsUp(`credentials read again" account=acme`) // which waits for no other account
	give()
	ben.sees("beta · Ben Carter")
	h.hangs()()
	h.logs(`msg="an account has its credentials read again" account=beta`)
	if asked := h.content("asked"); asked != "once\nonce\n" {
		t.Errorf("the command was asked\n%s", asked)
	}
}
