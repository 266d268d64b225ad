package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/exitcode"
)

func TestTicketPull_PaginatedAccountIsReadWithALimitFromTheFirstRequestOn(t *testing.T) {
	u, _ := newRealUpstream(t, nil)
	for setting, want := range map[string]string{
		"pagination = true": `"limit":1000`, "pagination = true\nlimit = 50": `"limit":50`, "": `"end_date"`,
	} {
		file := filepath.Join(t.TempDir(), "config.toml")
		if err := os.WriteFile(file, []byte("time_zone = \"UTC\"\n"+setting), 0o600); err != nil {
			t.Fatal(err)
		}
		u.sent = nil
		got := runAgainst(t, u.URL, "", "ticket", "pull", "--from", "today", "--to", "today", "--config", file)
		if got.code != exitcode.OK || len(u.sent) == 0 || !strings.Contains(u.sent[0], want) || setting == "" && strings.Contains(u.sent[0], "limit") {
			t.Errorf("%q: %s %q", setting, got, u.sent)
		}
	}
}
