package cli_test

import (
	"encoding/json"
	"testing"

	"frontdesk/internal/exitcode"
)

// TestTicketPull_AViewOfTheSampleHasEveryOpenTicket of its fourteen days, as the console has after a fresh start.
func TestTicketPull_AViewOfTheSampleHasEveryOpenTicket(t *testing.T) {
	dir := t.TempDir()
	count := func(line string) int {
		t.Helper()
		code, out, errOut := runIn(t, dir, nil, line, "")
		var all []json.RawMessage
		if err := json.Unmarshal([]byte(out), &all); code != exitcode.OK || err != nil {
			t.Fatalf("%s: exit code %d, %v\n%s", line, code, err, errOut)
		}
		return len(all)
	}
	open := count("ticket pull --from 2000-01-01 --to 2000-01-01 --filter any:day --json")
	if got := count("ticket pull --view next --json"); got != open || got < 60 {
		t.Errorf("the view has %d, all open ones are %d", got, open)
	}
	shown := count("ticket pull --view next --filter=-any:day --json")
	if shown == 0 || shown >= open {
		t.Errorf("of the shown days: %d of %d", shown, open)
	}
}
