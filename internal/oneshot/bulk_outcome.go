package oneshot

import (
	"fmt"
	"strings"

	"frontdesk/internal/bulk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/safetext"
)

// outcome is the outcome of one update as JSON.
type outcome struct {
	Line      int    `json:"line"`
	TicketID  string `json:"ticket_id"`
	SubStatus string `json:"sub_status"`
	Result    string `json:"result"` // empty if it was not sent
	Detail    string `json:"detail"`
}

// outcome prints the outcomes of all updates, including those of earlier runs, and returns the command's error: what
// stopped it or, failing that, the worst result.
func (r *bulkRun) outcome(stopped error) error {
	counts := map[bulk.Result]int{}
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
		r.line(summary(counts, len(all)), "; ", safetext.LineFromText(r.path).String(), " says which")
	}
	switch left := counts[""] + counts[bulk.Unsent]; {
	case stopped != nil && left > 0:
		return exitcode.With(exitcode.Of(stopped), fmt.Errorf("stopped: go on with --resume %s", r.path))
	case counts[bulk.Unknown] > 0:
		return exitcode.With(exitcode.Unknown, fmt.Errorf("the outcome of %s is not known; nothing is sent again", counted(counts[bulk.Unknown], "update")))
	case counts[bulk.Refused] == len(all):
		return fmt.Errorf("%s, all refused", counted(len(all), "update"))
	case counts[bulk.Refused] > 0:
		return exitcode.Partialf("refused: %d of %s", counts[bulk.Refused], counted(len(all), "update"))
	}
	return stopped
}

// summary formats the number of updates by outcome.
func summary(counts map[bulk.Result]int, of int) string {
	pieces := []string{fmt.Sprintf("%d of %s done", counts[bulk.Done], counted(of, "update"))}
	for _, c := range []struct {
		n    int
		what string
	}{
		{counts[bulk.Refused], "refused"},
		{counts[bulk.Unknown], "of unknown outcome"},
		{counts[bulk.Unsent] + counts[""], "not sent"},
	} {
		if c.n > 0 {
			pieces = append(pieces, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	return strings.Join(pieces, ", ")
}

// counted formats a number with a noun.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
