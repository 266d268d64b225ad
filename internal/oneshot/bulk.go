package oneshot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/bulk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// BulkUpdate sends the ticket updates of a CSV file one at a time, and continues only if the first succeeds. The
// outcome of each is recorded in a results file, with which a later run can resume without sending any update twice.
type BulkUpdate struct {
	File     string
	Result   string // path of a new results file; next to File when empty
	Resume   string // path of an earlier run's results file, used instead of Result
	Interval time.Duration
}

// Run validates every row, prints a preview and sends the updates.
func (b BulkUpdate) Run(ctx context.Context, s *Invocation) error {
	rows, err := b.read(s)
	if err != nil {
		return err
	}
	if s.DryRun {
		return b.dryRun(s, rows)
	}
	door, err := s.Connect(ctx, wire.UpdateTicket.OperationInfo) // first: without a connection no results file is created
	if err != nil {
		return err
	}
	kept, path, err := b.results(s, rows)
	if err != nil {
		return err
	}
	r := &bulkRun{Invocation: s, rows: rows, kept: kept, path: path, pace: b.Interval, to: s.sender(door)}
	return errors.Join(r.run(ctx), kept.Close())
}

// read parses the rows and prints every problem with them to standard error.
func (b BulkUpdate) read(s *Invocation) ([]bulk.Row, error) {
	file, err := os.Open(b.File)
	if err != nil {
		return nil, exitcode.UsageErrorf("the updates cannot be read: %v", err)
	}
	defer file.Close()
	rows, err := bulk.ParseCSV(file, s.Zones.Account())
	return rows, refused(s, b.File, err)
}

// refused prints each problem and returns a usage error, or nil if there is none.
func refused(s *Invocation, file string, faults error) error {
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
func (b BulkUpdate) results(s *Invocation, rows []bulk.Row) (kept *bulk.Checkpoint, path string, err error) {
	if b.Resume != "" {
		kept, err = b.resumed(s, rows)
		return kept, b.Resume, err
	}
	if err := b.late(s, rows); err != nil {
		return nil, "", err
	}
	path = cmp.Or(b.Result, strings.TrimSuffix(b.File, ".csv")+".result.csv")
	kept, err = bulk.Create(path)
	if err != nil {
		return nil, "", exitcode.With(exitcode.Usage, err)
	}
	return kept, path, nil
}

func (b BulkUpdate) resumed(s *Invocation, rows []bulk.Row) (*bulk.Checkpoint, error) {
	kept, err := bulk.Resume(b.Resume, rows)
	if err != nil {
		return nil, exitcode.With(exitcode.Usage, err)
	}
	if err := b.late(s, kept.Pending(rows)); err != nil {
		return nil, errors.Join(err, kept.Close())
	}
	return kept, nil
}

// late rejects callback times in the past.
func (b BulkUpdate) late(s *Invocation, rows []bulk.Row) error {
	return refused(s, b.File, bulk.PastCallbacks(rows, s.Now().In(s.Zones.Account())))
}

// dryRun prints the requests that would be sent; when resuming, only the remaining ones.
func (b BulkUpdate) dryRun(s *Invocation, rows []bulk.Row) error {
	if b.Resume != "" {
		kept, err := b.resumed(s, rows)
		if err != nil {
			return err
		}
		rows = kept.Pending(rows)
		if err := kept.Close(); err != nil {
			return err
		}
	} else if err := b.late(s, rows); err != nil {
		return err
	}
	if !s.JSON {
		s.plan(rows, len(rows))
		return nil
	}
	requests := make([]request, len(rows))
	for i, row := range rows {
		body, err := wire.UpdateTicket.Encode(row.Update)
		if err != nil {
			return err
		}
		requests[i] = request{wire.Method, s.url(wire.UpdateTicket.OperationInfo), body}
	}
	return printJSON(&s.Printer, requests)
}

// plan prints a table of updates, at most the given number of them.
func (s *Invocation) plan(rows []bulk.Row, most int) {
	cell := func(of func(wire.UpdateTicketRequest) string) func(*bulk.Row) string {
		return func(r *bulk.Row) string { return safetext.BlockFromText(of(r.Update)).Line().String() }
	}
	table(&s.Printer, []column[bulk.Row]{
		{head: "Line", cell: func(r *bulk.Row) string { return fmt.Sprint(r.Line) }},
		{head: "Ticket", cell: cell(func(u wire.UpdateTicketRequest) string { return u.TicketID })},
		{head: "Sub-status", cell: cell(func(u wire.UpdateTicketRequest) string { return u.SubStatus })},
		{head: "Callback", cell: cell(func(u wire.UpdateTicketRequest) string { return u.Callback })},
		{head: "Queue", cell: cell(func(u wire.UpdateTicketRequest) string { return u.Queue })},
		{head: "Disposition", cell: cell(func(u wire.UpdateTicketRequest) string { return u.Disposition })},
		{head: "Comment", cell: cell(func(u wire.UpdateTicketRequest) string { return u.Comment })},
	}, rows[:min(most, len(rows))])
	if len(rows) > most {
		s.line(fmt.Sprintf("and %d more", len(rows)-most))
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
		WarnUnknownSubStatus(s, key)
	}
}
