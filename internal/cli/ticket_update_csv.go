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
	"frontdesk/internal/safetext"
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
	if err != nil {
		return err
	}
	if s.DryRun {
		return b.dryRun(s, rows)
	}
	// The connection comes first: without one no results file is created.
	conn, err := s.Connect(ctx, wire.UpdateTicket.OperationInfo)
	if err != nil {
		return err
	}
	checkpoint, path, err := b.results(s, rows)
	if err != nil {
		return err
	}
	r := &bulkRun{Invocation: s, rows: rows, checkpoint: checkpoint, path: path, pace: b.Interval, to: s.sender(conn)}
	return errors.Join(r.run(ctx), checkpoint.Close())
}

// read parses the rows and prints every problem with them to standard error.
func (b bulkUpdate) read(s *Invocation) ([]bulk.Row, error) {
	file, err := os.Open(b.File)
	if err != nil {
		return nil, exitcode.UsageErrorf("the updates cannot be read: %v", err)
	}
	defer file.Close()
	rows, err := bulk.ParseCSV(file, s.Zones.Account())
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
	return exitcode.UsageErrorf("%s in %s; nothing was sent", counted(len(lines), "fault"), file)
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
	checkpoint, err = bulk.Create(path)
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

// checkCallbacks rejects callback times in the past.
func (b bulkUpdate) checkCallbacks(s *Invocation, rows []bulk.Row) error {
	return reportFaults(s, b.File, bulk.PastCallbacks(rows, s.Now().In(s.Zones.Account())))
}

// dryRun prints the requests that would be sent; when resuming, only the remaining ones.
func (b bulkUpdate) dryRun(s *Invocation, rows []bulk.Row) error {
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
	if !s.JSON {
		s.printUpdates(rows, len(rows))
		return nil
	}
	requests := make([]dryRunRequest, len(rows))
	for i, row := range rows {
		body, err := wire.UpdateTicket.Encode(row.Update)
		if err != nil {
			return err
		}
		requests[i] = dryRunRequest{wire.Method, s.url(wire.UpdateTicket.OperationInfo), body}
	}
	return output.PrintAll(&s.Printer, requests)
}

// printUpdates prints a table of updates, at most the given number of them.
func (s *Invocation) printUpdates(rows []bulk.Row, most int) {
	cell := func(of func(wire.UpdateTicketRequest) string) func(*bulk.Row) string {
		return func(r *bulk.Row) string { return safetext.BlockFromText(of(r.Update)).Line().String() }
	}
	output.Table(&s.Printer, []output.Column[bulk.Row]{
		{Head: "Line", Cell: func(r *bulk.Row) string { return fmt.Sprint(r.Line) }},
		{Head: "Ticket", Cell: cell(func(u wire.UpdateTicketRequest) string { return u.TicketID })},
		{Head: "Sub-status", Cell: cell(func(u wire.UpdateTicketRequest) string { return u.SubStatus })},
		{Head: "Callback", Cell: cell(func(u wire.UpdateTicketRequest) string { return u.Callback })},
		{Head: "Queue", Cell: cell(func(u wire.UpdateTicketRequest) string { return u.Queue })},
		{Head: "Disposition", Cell: cell(func(u wire.UpdateTicketRequest) string { return u.Disposition })},
		{Head: "Comment", Cell: cell(func(u wire.UpdateTicketRequest) string { return u.Comment })},
	}, rows[:min(most, len(rows))])
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

// bulkRun is one run over a file of updates.
type bulkRun struct {
	*Invocation
	rows       []bulk.Row
	checkpoint *bulk.Checkpoint
	path       string
	pace       time.Duration
	to         *submit.Sender
	sent       atomic.Int64 // for the progress line
}

// run resolves an interrupted update of an earlier run and sends the pending updates.
func (r *bulkRun) run(ctx context.Context) error {
	pending := r.checkpoint.Pending(r.rows)
	if err := r.resolveInterrupted(ctx); err != nil {
		return err
	}
	r.warnOfSubStatuses(pending)
	if !r.JSON && len(pending) > 0 {
		r.printUpdates(pending, previewRows)
		_ = r.Out.Flush() // before anything is sent
	}
	end := r.ShowStatus(func() string { return fmt.Sprintf("%d of %d updates sent", r.sent.Load(), len(pending)) })
	stopped := r.send(ctx, pending)
	end()
	return r.outcome(stopped)
}

// resolveInterrupted verifies the update that was being sent when an earlier run ended.
func (r *bulkRun) resolveInterrupted(ctx context.Context) error {
	row, open := r.checkpoint.Interrupted(r.rows)
	if !open {
		return nil
	}
	// The ticket's earlier comments are not known: a matching comment may be older than the update.
	found := r.to.Verify(ctx, submit.UpdateTicket{UpdateTicketRequest: row.Update}, submit.Prior{}, r.Now())
	said := explainTicketUpdate(row.Update, found.Found)
	r.Notef(
		"line %d, ticket %s: the process ended while it was being sent; %s",
		row.Line,
		safetext.LineFromText(row.Update.TicketID),
		said,
	)
	result := bulk.Unknown
	if found.Outcome == submit.Saved {
		result = bulk.Done
	}
	return r.checkpoint.End(result, "the process ended while it was being sent; "+said)
}

// send sends the updates one at a time. It stops at any error but the rejection of an update after the first: no update
// is sent twice, so the others are kept for a service that accepts them.
func (r *bulkRun) send(ctx context.Context, pending []bulk.Row) error {
	for n, row := range pending {
		if n > 0 && !client.Sleep(ctx, r.pace) || ctx.Err() != nil {
			return exitcode.ErrInterrupted
		}
		err := r.sendRow(ctx, row)
		if err == nil {
			continue
		}
		r.Notef("line %d, ticket %s: %v", row.Line, safetext.LineFromText(row.Update.TicketID), err)
		if client.KindOf(err) == client.RateLimited {
			r.Notef("a longer --pace leaves the service more time")
		}
		if n == 0 || client.KindOf(err) != client.Rejected {
			return err
		}
	}
	return nil
}

// sendRow sends one update and records it in the results file before and after.
func (r *bulkRun) sendRow(ctx context.Context, row bulk.Row) error {
	began := false
	result := r.to.Send(ctx, submit.UpdateTicket{UpdateTicketRequest: row.Update}, func(submit.Prior) error {
		err := r.checkpoint.Begin(row)
		began = err == nil
		return err
	})
	err := result.Err
	if !began {
		return err // nothing was sent
	}
	r.sent.Add(1)
	note := func(said string) {
		r.Notef("line %d, ticket %s: %s", row.Line, safetext.LineFromText(row.Update.TicketID), said)
	}
	said := explainTicketUpdate(row.Update, result.Found)
	switch {
	case result.IsLost && result.Outcome == submit.Saved:
		said = "the answer was lost, but it is done: " + said
		note(said)
		return r.checkpoint.End(bulk.Done, said)
	case result.IsLost:
		return exitcode.With(
			exitcode.Unknown,
			errors.Join(fmt.Errorf("%w; %s", err, said), r.checkpoint.End(bulk.Unknown, err.Error()+"; "+said)),
		)
	case result.Outcome == submit.Saved:
		warnings := strings.Join(differences(row.Update, result.Answer.Ticket.Ticket, r.Zones), "; ")
		if warnings != "" {
			note(warnings)
		}
		return r.checkpoint.End(bulk.Done, warnings)
	}
	if result.Outcome == submit.NotSent || notProcessed[client.KindOf(err)] {
		return errors.Join(err, r.checkpoint.End(bulk.Unsent, err.Error()))
	}
	return errors.Join(err, r.checkpoint.End(bulk.Refused, err.Error()))
}

// notProcessed holds the kinds of error response after which the update has certainly not been applied.
var notProcessed = map[client.Kind]bool{client.Unauthorized: true, client.RateLimited: true, client.Redirected: true}

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
func (r *bulkRun) outcome(stopped error) error {
	counts := map[bulk.Result]int{}
	all := make([]rowRecord, len(r.rows))
	for i, row := range r.rows {
		result, detail := r.checkpoint.Result(row)
		counts[result]++
		all[i] = rowRecord{row.Line, row.Update.TicketID, row.Update.SubStatus, string(result), detail}
	}
	if r.JSON {
		if err := output.PrintAll(&r.Printer, all); err != nil {
			return err
		}
	} else {
		r.Line(summary(counts, len(all)), "; ", safetext.LineFromText(r.path).String(), " says which")
	}
	switch left := counts[""] + counts[bulk.Unsent]; {
	case stopped != nil && left > 0:
		return exitcode.With(exitcode.Of(stopped), fmt.Errorf("stopped: go on with --resume %s", r.path))
	case counts[bulk.Unknown] > 0:
		return exitcode.With(
			exitcode.Unknown,
			fmt.Errorf(
				"the outcome of %s is not known; nothing is sent again",
				counted(counts[bulk.Unknown], "update"),
			),
		)
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
