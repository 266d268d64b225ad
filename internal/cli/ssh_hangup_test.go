//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// hangsUp sends SIGHUP and waits until the host says what came of it.
func (h *sshHost) hangsUp(what string) {
	h.t.Helper()
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		h.t.Fatal(err)
	}
	h.logs(what)
}

func TestAHangUpReadsEverythingAgainAndEndsNobody(t *testing.T) {
	h := newSSHHost(t, []string{"Asha Rao", "Ben Carter", "Chen Li"})
	all := h.content("keys")
	lines := strings.SplitAfter(all, "\n")
	h.write("keys", lines[0]+lines[2]) // without Ben
	h.configured("[agents.\"Asha Rao\"]\nviews = [{name = \"Of yesterday\"}]\n")
	audit := filepath.Join(h.dir, "audit")
	h.start("--audit", audit)
	asha, chen := h.sits("Asha Rao"), h.sits("Chen Li")
	asha.hasView("Of yesterday")
	chen.sees("sample desk · Chen Li")

	h.write("keys", lines[0]+lines[1]) // Ben comes, Chen goes
	h.configured("[agents.\"Asha Rao\"]\nviews = [{name = \"Of today\"}]\n")
	if err := os.Rename(audit, audit+".1"); err != nil {
		t.Fatal(err)
	}
	h.hangsUp("msg=\"read again\"")
	chen.exits(75) // of sysexits: later, perhaps
	asha.types("?")
	asha.sees("Keys: Inbox")
	again, ben := h.sits("Asha Rao"), h.sits("Ben Carter")
	again.hasView("Of today")
	ben.sees("sample desk · Ben Carter")

	h.configured("[agents.\"Asha Rao\"]\ntheme = \"blue\"\n")
	h.hangsUp(`agents.\"Asha Rao\".theme must be one of auto, dark, light`)
	still := h.sits("Asha Rao")
	still.hasView("Of today")
	h.ends()
	if before, after := h.content("audit.1"), h.content("audit"); !strings.Contains(before, "Chen Li") || strings.Contains(before, "Ben Carter") || !strings.Contains(after, "Ben Carter") {
		t.Errorf("the old audit:\n%s\nthe new one:\n%s", before, after)
	}
}

func TestAHangUpEndsTheSessionsOfAnAgentWhoseAccountHasChanged(t *testing.T) {
	h := newSSHHost(t, []string{"Asha Rao", "Ben Carter"})
	const accounts = "account = \"acme\"\nbase_url = \"http://127.0.0.1:1\"\n[accounts.acme]\ntoken = \"YXNoYQ==\"\n[accounts.beta]\ntoken = \"YmVu\"\n"
	h.configured(accounts)
	h.start()
	asha, ben := h.sits("Asha Rao"), h.sits("Ben Carter")
	asha.sees("acme · Asha Rao")
	ben.sees("acme · Ben Carter")
	h.configured(accounts + "[agents.\"Ben Carter\"]\naccount = \"beta\"\n")
	h.hangsUp("msg=\"read again\"")
	ben.exits(75)
	asha.types("?")
	asha.sees("Keys: Inbox")
}
