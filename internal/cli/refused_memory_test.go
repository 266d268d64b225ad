package cli_test

import (
	"runtime"
	"strings"
	"testing"

	"frontdesk/internal/cli/clitest"
	"frontdesk/internal/exitcode"
)

// The host runs every agent's commands in one process: what one of them asks for is counted before it is built.
func TestCommand_RefusedForItsSizeTakesNoMemory(t *testing.T) { // not parallel: it counts what the process allocates
	u := clitest.NewUpstream(t, answerDays(nil))
	const most = 16 << 20
	whatever := strings.Repeat("x", 24<<20)
	large := strings.Repeat("9,", 200_000)
	for name, c := range map[string]struct {
		stdin string
		args  []string
	}{
		"the figures of all days":    {"", []string{"stats", "--from", "0001-01-01", "--to", "9999-12-31"}},
		"… from the first on":        {"", []string{"stats", "--from", "0001-01-01"}},
		"the tickets of all days":    {"", []string{"ticket", "pull", "--from", "0001-01-01", "--to", "9999-12-31"}},
		"the customers of all days":  {"", []string{"customer", "pull", "--from", "0001-01-01", "--to", "9999-12-31"}},
		"a day of a year to come":    {"", []string{"stats", "--from", "today", "--to", "9999-12-31"}},
		"days the wrong way round":   {"", []string{"stats", "--from", "9999-12-31", "--to", "0001-01-01"}},
		"a limit":                    {"", []string{"ticket", "pull", "--from", "today", "--to", "today", "--limit", "999999999999"}},
		"a limit of customers":       {"", []string{"customer", "pull", "--from", "today", "--to", "today", "--limit", "9223372036854775807"}},
		"a note of a thousand years": {"", []string{"handover", "--since", "8760000h"}},
		"… since the first day":      {"", []string{"handover", "--since", "0001-01-01"}},
		"days in the filter":         {"", []string{"ticket", "pull", "--from", "today", "--to", "today", "--filter", "due:0001-01-01..9999-12-31 nonsense:1"}},
		"a callback in a far future": {"", []string{"ticket", "update", "7", "--sub-status", "PS", "--callback", "+99999999999999d"}},
		"ids of customers":           {"", []string{"order", "pull", "--customer", large + "x"}},
		"a comment":                  {whatever, []string{"ticket", "update", "7", "--sub-status", "PS", "--comment", "-"}},
		"a ticket":                   {whatever, []string{"ticket", "add", "--title", "x", "--details", "-"}},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got := runAgainst(t, u.URL, c.stdin, c.args...)
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > most {
			t.Errorf("%s: %d MB", name, used>>20)
		}
		if got.code != exitcode.Usage {
			t.Errorf("%s: %.300s", name, got)
		}
	}
	if asked := len(u.Requests("pull-ticket")) + len(u.Requests("pull-customer")) + len(u.Requests("update-ticket")); asked > 0 {
		t.Errorf("the service was asked %d times", asked)
	}
}
