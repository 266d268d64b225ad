//go:build unix

package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// hangUp sends SIGHUP and waits for a line that the host logs afterwards.
func hangUp(t *testing.T, h *clitest.Host, what string) {
	t.Helper()
	before := len(h.Log.String())
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	h.Log.WaitUntil(t, fmt.Sprintf("%q in the log after SIGHUP", what), func() bool {
		return strings.Contains(h.Log.String()[before:], what)
	})
}

func TestSSHHost_HangUpReloadsEverythingAndEndsNoSession(t *testing.T) {
	h := clitest.NewHost(t, []string{"Asha Rao", "Ben Carter", "Chen Li"})
	all := h.ReadFile("keys")
	lines := strings.SplitAfter(all, "\n")
	h.WriteFile("keys", lines[0]+lines[2]) // without Ben
	h.WriteConfiguration("[agents.\"Asha Rao\"]\nviews = [{name = \"Of yesterday\"}]\n")
	audit := filepath.Join(h.Dir, "audit")
	h.Start("--audit", audit)
	asha, chen := h.OpenConsole("Asha Rao"), h.OpenConsole("Chen Li")
	requireOwnView(t, asha, "Of yesterday")
	chen.WaitForText("sample desk · Chen Li")

	h.WriteFile("keys", lines[0]+lines[1]) // Ben comes, Chen goes
	h.WriteConfiguration("[agents.\"Asha Rao\"]\nviews = [{name = \"Of today\"}]\n")
	if err := os.Rename(audit, audit+".1"); err != nil {
		t.Fatal(err)
	}
	hangUp(t, h, "msg=\"read again\"")
	chen.RequireExit(75) // of sysexits: later, perhaps
	asha.Press("?")
	asha.WaitForText("Keys: Inbox")
	again, ben := h.OpenConsole("Asha Rao"), h.OpenConsole("Ben Carter")
	requireOwnView(t, again, "Of today")
	ben.WaitForText("sample desk · Ben Carter")

	h.WriteConfiguration("[agents.\"Asha Rao\"]\ntheme = \"blue\"\n")
	hangUp(t, h, `agents.\"Asha Rao\".theme must be one of auto, dark, light`)
	still := h.OpenConsole("Asha Rao")
	requireOwnView(t, still, "Of today")
	h.Terminate()
	if before, after := h.ReadFile("audit.1"), h.ReadFile("audit"); !strings.Contains(before, "Chen Li") || strings.Contains(before, "Ben Carter") || !strings.Contains(after, "Ben Carter") {
		t.Errorf("the old audit:\n%s\nthe new one:\n%s", before, after)
	}
}

func TestSSHHost_HangUpEndsSessionsOfAnAgentWhoseAccountChanged(t *testing.T) {
	h := clitest.NewHost(t, []string{"Asha Rao", "Ben Carter"})
	const accounts = "account = \"acme\"\nbase_url = \"http://127.0.0.1:1\"\n[accounts.acme]\ntoken = \"YXNoYQ==\"\n[accounts.beta]\ntoken = \"YmVu\"\n"
	h.WriteConfiguration(accounts)
	h.Start()
	asha, ben := h.OpenConsole("Asha Rao"), h.OpenConsole("Ben Carter")
	asha.WaitForText("acme · Asha Rao")
	ben.WaitForText("acme · Ben Carter")
	h.WriteConfiguration(accounts + "[agents.\"Ben Carter\"]\naccount = \"beta\"\n")
	hangUp(t, h, "msg=\"read again\"")
	ben.RequireExit(75)
	asha.Press("?")
	asha.WaitForText("Keys: Inbox")
}

func TestSSHHost_NamesTheLinesWhoseAgentsNobodyCouldTellApart(t *testing.T) {
	h := clitest.NewHost(t, []string{"Asha Rao", "Ben Carter", "Chen Li"})
	all := h.ReadFile("keys")
	lines := strings.SplitAfter(all, "\n")
	h.WriteFile("keys", lines[0]+strings.Replace(lines[1], "Ben Carter", "ASHA RAO", 1)+lines[2])
	h.WriteConfiguration("[agents.\"Chen  Li\"]\ntheme = \"light\"\n")
	h.Start()
	h.WaitForLog(`line 2 is refused: the name "ASHA RAO" looks like "Asha Rao" of line 1`)
	h.WaitForLog(`a table of [agents] is of nobody" error="the name \"Chen  Li\" has blanks that are not seen"`)
	for agent, want := range map[string]int{"Asha Rao": exitcode.OK, "Chen Li": exitcode.OK} {
		if code, _, errOut := h.RunCommand(agent, "faq search refund", ""); code != want {
			t.Errorf("%s: %d %s", agent, code, errOut)
		}
	}
	h.WriteFile("keys", lines[0]+lines[1]+strings.Replace(lines[2], "Chen Li", "Chen\u200b Li", 1))
	hangUp(t, h, `line 3 is refused: the name \"Chen Li\" cannot be shown as it is`)
	if code, _, errOut := h.RunCommand("Ben Carter", "faq search refund", ""); code != exitcode.OK {
		t.Errorf("Ben Carter: %d %s", code, errOut)
	}
}
