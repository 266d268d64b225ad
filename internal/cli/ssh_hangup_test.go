//go:build unix

package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// hangUp sends SIGHUP and waits for a line that the host logs afterwards.
func (h *sshHost) hangUp(what string) {
	h.t.Helper()
	before := len(h.out.String())
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		h.t.Fatal(err)
	}
	h.out.waitUntil(h.t, fmt.Sprintf("%q in the log after SIGHUP", what), func() bool {
		return strings.Contains(h.out.String()[before:], what)
	})
}

func TestSSHHost_HangUpReloadsEverythingAndEndsNoSession(t *testing.T) {
	h := newSSHHost(t, []string{"Asha Rao", "Ben Carter", "Chen Li"})
	all := h.readFile("keys")
	lines := strings.SplitAfter(all, "\n")
	h.writeFile("keys", lines[0]+lines[2]) // without Ben
	h.writeConfiguration("[agents.\"Asha Rao\"]\nviews = [{name = \"Of yesterday\"}]\n")
	audit := filepath.Join(h.dir, "audit")
	h.start("--audit", audit)
	asha, chen := h.openConsole("Asha Rao"), h.openConsole("Chen Li")
	asha.requireOwnView("Of yesterday")
	chen.waitForText("sample desk · Chen Li")

	h.writeFile("keys", lines[0]+lines[1]) // Ben comes, Chen goes
	h.writeConfiguration("[agents.\"Asha Rao\"]\nviews = [{name = \"Of today\"}]\n")
	if err := os.Rename(audit, audit+".1"); err != nil {
		t.Fatal(err)
	}
	h.hangUp("msg=\"read again\"")
	chen.requireExit(75) // of sysexits: later, perhaps
	asha.press("?")
	asha.waitForText("Keys: Inbox")
	again, ben := h.openConsole("Asha Rao"), h.openConsole("Ben Carter")
	again.requireOwnView("Of today")
	ben.waitForText("sample desk · Ben Carter")

	h.writeConfiguration("[agents.\"Asha Rao\"]\ntheme = \"blue\"\n")
	h.hangUp(`agents.\"Asha Rao\".theme must be one of auto, dark, light`)
	still := h.openConsole("Asha Rao")
	still.requireOwnView("Of today")
	h.terminate()
	if before, after := h.readFile("audit.1"), h.readFile("audit"); !strings.Contains(before, "Chen Li") || strings.Contains(before, "Ben Carter") || !strings.Contains(after, "Ben Carter") {
		t.Errorf("the old audit:\n%s\nthe new one:\n%s", before, after)
	}
}

func TestSSHHost_HangUpEndsSessionsOfAnAgentWhoseAccountChanged(t *testing.T) {
	h := newSSHHost(t, []string{"Asha Rao", "Ben Carter"})
	const accounts = "account = \"acme\"\nbase_url = \"http://127.0.0.1:1\"\n[accounts.acme]\ntoken = \"YXNoYQ==\"\n[accounts.beta]\ntoken = \"YmVu\"\n"
	h.writeConfiguration(accounts)
	h.start()
	asha, ben := h.openConsole("Asha Rao"), h.openConsole("Ben Carter")
	asha.waitForText("acme · Asha Rao")
	ben.waitForText("acme · Ben Carter")
	h.writeConfiguration(accounts + "[agents.\"Ben Carter\"]\naccount = \"beta\"\n")
	h.hangUp("msg=\"read again\"")
	ben.requireExit(75)
	asha.press("?")
	asha.waitForText("Keys: Inbox")
}
