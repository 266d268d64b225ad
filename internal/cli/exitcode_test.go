package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/client"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/wire"
)

func TestOf_RefusedBecauseItIsReadOnlyMeansThatNothingWasSent(t *testing.T) {
	err := fmt.Errorf("%w; nothing was sent", &client.Error{Op: wire.AddTicket.OperationInfo, Kind: client.ReadOnly})
	if got := exitcode.Of(err); got != exitcode.Usage {
		t.Errorf("exit code %d", got)
	}
}

// TestMeanings_StandInTheDocuments fails when a table of the exit codes says something else than the manual page.
func TestMeanings_StandInTheDocuments(t *testing.T) {
	var table strings.Builder
	for _, m := range exitcode.Meanings {
		fmt.Fprintf(&table, "| %d | %s |\n", m.Code, m.Text)
	}
	for _, page := range []string{"assets/docs/commands.md", "internal/wire/PROTOCOL.md"} {
		text, err := os.ReadFile(filepath.Join("..", "..", page))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "|---|---|\n"+table.String()+"\n") {
			t.Errorf("%s needs this table:\n%s", page, table.String())
		}
	}
}
