package oneshot

import (
	"fmt"
	"strings"

	"frontdesk/internal/oneshot/updates"
	"frontdesk/internal/text"
)

// outcome is what became of one update, for scripts.
type outcome struct {
	Line      int    `json:"line"`
	TicketID  string `json:"ticket_id"`
	SubStatus string `json:"sub_status"`
	Result    string `json:"result"` // empty when it was not sent
	Detail    string `json:"detail"`
}

// outcome prints what became of all updates, earlier runs included, and says how the command ends: by what stopped
// it, else by the worst result.
func (r *bulkRun) outcome(stopped error) error {
	counts := map[updates.Result]int{}
	all := make([]outcome, len(r.rows))
	for i, row := range r.rows {
		result, detail := r.kept.Result(row)
		counts[result]++
		all[i] = outcome{row.Line, row.Update.TicketID, row.Update.SubStatus, string(result), detail}
	}
	if r.JSON {
		if err := printJSON(&r.Printer, all); err != nil {
			return err
		}
	} else {
		r.line(summary(counts, len(all)), "; ", text.LineFromText(r.path).String(), " says which")
	}
	switch left := counts[""] + counts[updates.Unsent]; {
	case stopped != nil && left > 0:
		return &ExitError{ExitCode(stopped), fmt.Errorf("stopped: go on with --resume %s", r.path)}
	case counts[updates.Unknown] > 0:
		return &ExitError{ExitUnknown, fmt.Errorf("the outcome of %s is not known; nothing is sent again", counted(counts[updates.Unknown], "update"))}
	case counts[updates.Refused] == len(all):
		return fmt.Errorf("%s, all refused", counted(len(all), "update"))
	case counts[updates.Refused] > 0:
		return partialf("refused: %d of %s", counts[updates.Refused], counted(len(all), "update"))
	}
	return stopped
}

// summary counts what became of updates.
func summary(counts map[updates.Result]int, of int) string {
	pieces := []string{fmt.Sprintf("%d of %s done", counts[updates.Done], counted(of, "update"))}
	for _, c := range []struct {
		n    int
		what string
	}{
		{counts[updates.Refused], "refused"},
		{counts[updates.Unknown], "of unknown outcome"},
		{counts[updates.Unsent] + counts[""], "not sent"},
	} {
		if c.n > 0 {
			pieces = append(pieces, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	return strings.Join(pieces, ", ")
}

// counted is a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
