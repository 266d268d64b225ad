package cli_test

import (
	"os/exec"
	"strings"
	"testing"

	"frontdesk/internal/cli"
)

func TestManual_IsOnePageWithEveryCommandVariableAndExitCode(t *testing.T) {
	page := cli.Manual()
	for _, line := range []string{
		".TH FRONTDESK 1\n", "\n.SS ticket update ", "\n.B \\-\\-dry\\-run\n", "FRONTDESK_ORDER_PASSWORD", "\n.B 130\n",
		".local/share/frontdesk/desk.db", `default 127.0.0.1:8080`,
		`frontdesk ticket update \-\-from\-csv updates.csv \-\-dry\-run`,
	} {
		if !strings.Contains(page, line) {
			t.Errorf("the manual page lacks %q", line)
		}
	}
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip("groff is not installed")
	}
	c := exec.Command("groff", "-man", "-Tutf8", "-ww")
	c.Stdin = strings.NewReader(page)
	var said strings.Builder
	c.Stderr = &said
	shown, err := c.Output()
	if err != nil || said.Len() > 0 || !strings.Contains(string(shown), "the account of the configuration to use") {
		t.Errorf("groff: %v %s", err, &said)
	}
}
