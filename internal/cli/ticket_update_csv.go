package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"frontdesk/internal/bulk"
	"frontdesk/internal/cli/output"
	"frontdesk/internal/client"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/phrase"
	"frontdesk/internal/record"
	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// bulkUpdate sends the ticket updates of a CSV file one at a time, and continues only if the first succeeds. The
// outcome of each is recorded in a results file, with which a later run can resume without sending any update twice.
type bulkUpdate struct {
	File     string
	Result   string // path of a new results file; next to File when empty
	Resume   string // path of an earlier run's results file, used instead of Result
	Interval time.Duration
}

// Run validates every row, prints a preview and sends the updates.
func (b bulkUpdate) Run(ctx context.Context, s *Invocation) error {
	rows, err := b.read(s)
	if err == nil {
		rows, err = b.changes(ctx, s, rows)
	}
	if err == nil {
		rows, err = b.fillMacros(ctx, s, rows)
	}
	if err != nil || len(rows) == 0 { // no row of a file of records says anything new
		return err
	}
	if s.DryRun {
		return b.dryRun(ctx, s, rows)
	}
	if b.Resume == "" { // a row that is closed by now would be judged again
		if _, err := b.checkBlocks(ctx, s, rows); err != nil {
			return err
		}
	}
	// The connection comes first: without one no results file is created.
	conn, err := s.Open(ctx, wire.UpdateTicket.OperationInfo)
	if err != nil {
		return err
	}
	checkpoint, path, err := b.results(s, rows)
	if err != nil {
		return err
	}
	r := newCSVRun(s, rows, checkpoint, s.sender(conn.Client))
	r.path, r.Pace = path, b.Interval
	return errors.Join(r.run(ctx), checkpoint.Close())
}

// read parses the rows and prints every problem with them to standard error.
func (b bulkUpdate) read(s *Invocation) ([]bulk.Row, error) {
	file, err := os.Open(b.File)
	if err != nil {
		return nil, exitcode.UsageErrorf("the updates cannot be read: %w", err)
	}
	defer file.Close()
	rows, err := bulk.ParseCSV(file, s.zones().Account(), s.Settings.TicketBlocks, record.TicketWhole.Flat()...)
	return rows, reportFaults(s, b.File, err)
}

// reportFaults prints each problem and returns a usage error, or nil if there is none.
func reportFaults(s *Invocation, file string, faults error) error {
	if faults == nil {
		return nil
	}
	lines := strings.Split(faults.Error(), "\n")
	for _, line := range lines {
		s.Notef("%s: %s", file, line)
	}
	return exitcode.UsageErrorf("%s in %s; nothing was sent", phrase.Count(len(lines), "fault"), file)
}

// results opens the results file after validating the updates that are left to send.
func (b bulkUpdate) results(s *Invocation, rows []bulk.Row) (checkpoint *bulk.Checkpoint, path string, err error) {
	if b.Resume != "" {
		checkpoint, err = b.resumed(s, rows)
		return checkpoint, b.Resume, err
	}
	if err := b.checkCallbacks(s, rows); err != nil {
		return nil, "", err
	}
	path = cmp.Or(b.Result, strings.TrimSuffix(b.File, ".csv")+".result.csv")
	checkpoint, err = bulk.Create(path, rows)
	if err != nil {
		return nil, "", exitcode.With(exitcode.Usage, err)
	}
	return checkpoint, path, nil
}

func (b bulkUpdate) resumed(s *Invocation, rows []bulk.Row) (*bulk.Checkpoint, error) {
	checkpoint, err := bulk.Resume(b.Resume, rows)
	if err != nil {
		return nil, exitcode.With(exitcode.Usage, err)
	}
	if err := b.checkCallbacks(s, checkpoint.Pending(rows)); err != nil {
		return nil, errors.Join(err, checkpoint.Close())
	}
	return checkpoint, nil
}

// sentBefore returns the updates that the results of an earlier run hold, by line.
func (b bulkUpdate) sentBefore() (map[int]wire.UpdateTicketRequest, error) {
	if b.Resume == "" {
		return nil, nil
	}
	sent, err := bulk.Recorded(b.Resume)
	return sent, exitcode.UsageError(err)
}

// checkCallbacks rejects callback times in the past.
func (b bulkUpdate) checkCallbacks(s *Invocation, rows []bulk.Row) error {
	return reportFaults(s, b.File, bulk.PastCallbacks(rows, time.Now().In(s.zones().Account())))
}

// dryRun prints the requests that would be sent; when resuming, only the remaining ones.
func (b bulkUpdate) dryRun(ctx context.Context, s *Invocation, rows []bulk.Row) error {
	if b.Resume != "" {
		checkpoint, err := b.resumed(s, rows)
		if err != nil {
			return err
		}
		rows = checkpoint.Pending(rows)
		if err := checkpoint.Close(); err != nil {
			return err
		}
	} else if err := b.checkCallbacks(s, rows); err != nil {
		return err
	}
	rows, err := b.checkBlocks(ctx, s, rows)
	if err != nil {
		return err
	}
	if !s.forScripts() {
		s.printUpdates(rows, len(rows))
		return nil
	}
	requests := make([]dryRunRequest, len(rows))
	for i, row := range rows {
		body, err := wire.UpdateTicket.Encode(signed(s, row.Update))
		if err != nil {
			return err
		}
		requests[i] = dryRunRequest{wire.Method, s.url(wire.UpdateTicket.OperationInfo), body}
	}
	return output.PrintAll(ctx, &s.Printer, requests)
}

// printUpdates prints a table of updates, at most the given number of them.
func (s *Invocation) printUpdates(rows []bulk.Row, most int) {
	columns := []output.Column[bulk.Row]{{Head: "Line", Cell: func(r *bulk.Row) string { return fmt.Sprint(r.Line) }}}
	for _, f := range schema.TicketUpdate.Fields {
		columns = append(columns, output.Column[bulk.Row]{Head: f.Label, Cell: func(r *bulk.Row) string {
			return safetext.BlockFromText(*wire.Text(&r.Update, f.Key)).Line().String()
		}})
	}
	output.Table(&s.Printer, append(columns, s.blockColumns(rows)...), rows[:min(most, len(rows))])
	if len(rows) > most {
		s.Line(fmt.Sprintf("and %d more", len(rows)-most))
	}
}

// warnOfSubStatuses warns once about each unknown sub-status.
func (s *Invocation) warnOfSubStatuses(rows []bulk.Row) {
	var keys []string
	for _, row := range rows {
		keys = append(keys, row.Update.SubStatus)
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		warnUnknownSubStatus(s, key)
	}
}

// previewRows is the number of updates in the preview.
const previewRows = 10

// csvRun is one run over a file of updates.
type csvRun struct {
	*Invocation
	bulk.Run
	path string       // of the results file
	sent atomic.Int64 // for the progress line
}

// newCSVRun returns a run over rows.
func newCSVRun(s *Invocation, rows []bulk.Row, checkpoint *bulk.Checkpoint, to *submit.Sender) *csvRun {
	r := &csvRun{Invocation: s}
	r.Run = bulk.Run{
		Sender: to, Results: checkpoint.Results, Rows: rows, StopsAtFirstRefusal: true,
		Detail: r.detail, OnResult: r.note,
	}
	return r
}

// run resolves an interrupted update of an earlier run and sends the pending updates.
func (r *csvRun) run(ctx context.Context) error {
	pending := r.Results.Pending(r.Rows)
	if err := r.VerifyInterrupted(ctx); err != nil {
		return err
	}
	r.warnOfSubStatuses(pending)
	if !r.forScripts() && len(pending) > 0 {
		r.printUpdates(pending, previewRows)
		_ = r.Out.Flush() // before anything is sent
	}
	end := r.ShowStatus(func() string { return fmt.Sprintf("%d of %d updates sent", r.sent.Load(), len(pending)) })
	stopped := r.Send(ctx)
	end()
	if errors.Is(stopped, bulk.ErrStopped) {
		stopped = exitcode.ErrInterrupted
	}
	return r.outcome(ctx, stopped)
}

// detail describes a result for the results file.
func (r *csvRun) detail(report bulk.Report) string {
	sent := report.Sent
	switch {
	case report.Interrupted:
		return "the process ended while it was being sent; " + sent.Text()
	case sent.IsLost:
		return sent.Story()
	case sent.Outcome == submit.Saved:
		return strings.Join(differences(report.Row.Update, sent.Answer.Ticket.Ticket, r.zones()), "; ")
	}
	return sent.Err.Error()
}

// note prints the detail of a result, or why the update was not sent.
func (r *csvRun) note(report bulk.Report) {
	said := report.Detail
	if report.Result != "" && !report.Interrupted {
		r.sent.Add(1)
	} else if report.Sent.Err != nil {
		said = report.Sent.Err.Error()
	}
	if said != "" {
		r.Notef("line %d, ticket %s: %s", report.Row.Line, safetext.LineFromText(report.Row.Update.TicketID), said)
	}
	if client.KindOf(report.Sent.Err) == client.RateLimited {
		r.Notef("a longer --pace leaves the service more time")
	}
}

// rowRecord is the outcome of one update as JSON.
type rowRecord struct {
	Line      int    `json:"line"`
	TicketID  string `json:"ticket_id"`
	SubStatus string `json:"sub_status"`
	Result    string `json:"result"` // empty if it was not sent
	Detail    string `json:"detail"`
}

// outcome prints the outcomes of all updates, including those of earlier runs, and returns the command's error: what
// stopped it or, failing that, the worst result.
func (r *csvRun) outcome(ctx context.Context, stopped error) error {
	counts := map[bulk.Result]int{}
	all := make([]rowRecord, len(r.Rows))
	for i, row := range r.Rows {
		result, detail := r.Results.Result(row)
		counts[result]++
		all[i] = rowRecord{row.Line, row.Update.TicketID, row.Update.SubStatus, string(result), detail}
	}
	if r.forScripts() {
		if err := output.PrintAll(ctx, &r.Printer, all); err != nil {
			return err
		}
	} else {
		r.Line(summary(counts, len(all)), "; ", safetext.LineFromText(r.path).String(), " says which")
	}
	switch left := counts[""] + counts[bulk.Unsent]; {
	case stopped != nil && left > 0:
		return exitcode.With(exitcode.Of(stopped), fmt.Errorf("stopped; to continue, use --resume %s", r.path))
	case counts[bulk.Unknown] > 0:
		return exitcode.With(
			exitcode.Unknown,
			fmt.Errorf(
				"the outcome of %s is not known; nothing is sent again",
				phrase.Count(counts[bulk.Unknown], "update"),
			),
		)
	case counts[bulk.Refused] == len(all):
		return fmt.Errorf("%s, all refused", phrase.Count(len(all), "update"))
	case counts[bulk.Refused] > 0:
		return exitcode.Partialf("refused: %d of %s", counts[bulk.Refused], phrase.Count(len(all), "update"))
	}
	return stopped
}

// summary formats the number of updates by outcome.
func summary(counts map[bulk.Result]int, of int) string {
	pieces := []string{fmt.Sprintf("%d of %s done", counts[bulk.Done], phrase.Count(of, "update"))}
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
