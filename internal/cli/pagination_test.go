package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

func TestTicketPull_PaginatedAccountIsReadWithALimitFromTheFirstRequestOn(t *testing.T) {
	u, _ := clitest.NewRealUpstream(t, nil)
	for setting, want := range map[string]string{
		"pagination = true": `"limit":1000`, "pagination = true\nlimit = 50": `"limit":50`, "": `"end_date"`,
	} {
		file := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(file, []byte("time_zone = \"UTC\"\n"+setting), 0o600); err != nil {
			t.Fatal(err)
		}
		u.Forget()
		got := runAgainst(t, u.URL, "", "ticket", "pull", "--from", "today", "--to", "today", "--config", file)
		sent := u.Sent()
		if got.code != exitcode.OK || len(sent) == 0 || !strings.Contains(sent[0], want) || setting == "" && strings.Contains(sent[0], "limit") {
			t.Errorf("%q: %s %q", setting, got, sent)
		}
	}
}
