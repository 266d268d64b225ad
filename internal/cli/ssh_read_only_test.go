package cli

import (
	"fmt"
	"strings"
	"testing"

	"frontdesk/internal/exitcode"
)

func TestSSHHost_ReadOnlyHoldsForEveryAgentsConsoleAndCommands(t *testing.T) {
	t.Parallel()
	const ashas, bens = "YXNoYQ==", "YmVu"
	service := newAccountService(t, ashas, bens)
	h := newSSHHost(t, []string{"Asha Rao", "Ben Carter"})
	h.writeConfiguration(fmt.Sprintf("account = \"acme\"\nbase_url = %q\nkms_url = %[1]q\nrefresh = \"0s\"\n[accounts.acme]\ntoken = %q\n[accounts.beta]\ntoken = %q\n[agents.\"Ben Carter\"]\naccount = \"beta\"\n",
		service.URL, ashas, bens))
	h.start("--read-only")
	for agent, account := range map[string]string{"Asha Rao": "acme", "Ben Carter": "beta"} {
		code, _, errOut := h.runCommand(agent, `ticket add --title "Zebra stripes"`, "")
		if code != exitcode.Usage || !strings.Contains(errOut, "read only") {
			t.Fatalf("%s: %d %s", agent, code, errOut)
		}
		h.openConsole(agent).waitForText("read only · " + account)
	}
	if n := service.countCalls(ashas, "add-ticket") + service.countCalls(bens, "add-ticket"); n != 0 {
		t.Errorf("%d tickets were added", n)
	}
}
