package cli_test

import (
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
)

// requireOwnView opens the first view after the built-in ones, because its tab may not fit on the screen, and waits for
// its name.
func requireOwnView(t *testing.T, r *clitest.Screen, name string) {
	t.Helper()
	r.WaitForText("1 of ")
	r.Press("7")
	r.WaitForText(name)
}

func TestSSHHost_EachAgentHasTheirOwnViewsAndKeys(t *testing.T) {
	t.Parallel()
	h := clitest.NewHost(t, []string{"Asha Rao", "Ben Carter"})
	h.WriteConfiguration(`
[[views]]
name = "Everybody's"

[agents."Asha Rao"]
email           = "asha@example.com"
theme           = "light"
views           = [{name = "Asha's own", open = true}]
keys.everywhere.help = "f2"
`)
	h.Start()
	asha, ben := h.OpenConsole("Asha Rao"), h.OpenConsole("Ben Carter")
	requireOwnView(t, asha, "Asha's own")
	requireOwnView(t, ben, "Everybody's")
	asha.WaitForTextGone("Everybody's")
	ben.WaitForTextGone("Asha's own")
	asha.Press("\x1bOQ") // F2
	asha.WaitForText("Keys: Inbox")
	ben.Press("?")
	ben.WaitForText("Keys: Inbox")
	h.WaitForLog("msg=\"signed in\"")
	if audit := h.Log.String(); !strings.Contains(audit, `agent="Asha Rao" from=127.0.0.1 email=asha@example.com`) {
		t.Errorf("the audit says\n%s", audit)
	}
}
