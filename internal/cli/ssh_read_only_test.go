package cli_test

import (
	"fmt"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

func TestSSHHost_ReadOnlyHoldsForEveryAgentsConsoleAndCommands(t *testing.T) {
	t.Parallel()
	const ashas, bens = "YXNoYQ==", "YmVu"
	service := newAccountService(t, ashas, bens)
	h := clitest.NewHost(t, []string{"Asha Rao", "Ben Carter"})
	h.WriteConfiguration(fmt.Sprintf("account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\nrefresh = \"0s\"\n[accounts.acme]\ntoken = %q\n[accounts.beta]\ntoken = %q\n[agents.\"Ben Carter\"]\naccount = \"beta\"\n",
		service.URL, ashas, bens))
	h.Start("--read-only")
	for agent, account := range map[string]string{"Asha Rao": "acme", "Ben Carter": "beta"} {
		code, _, errOut := h.RunCommand(agent, `ticket add --title "Zebra stripes"`, "")
		if code != exitcode.Usage || !strings.Contains(errOut, "read only") {
			t.Fatalf("%s: %d %s", agent, code, errOut)
		}
		h.OpenConsole(agent).WaitForText("read only · " + account)
	}
	if n := service.countCalls(ashas, "add-ticket") + service.countCalls(bens, "add-ticket"); n != 0 {
		t.Errorf("%d tickets were added", n)
	}
}
