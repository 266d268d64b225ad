package oneshot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"frontdesk/internal/bulk"
	"frontdesk/internal/client"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
)

// previewRows is the number of updates in the preview.
const previewRows = 10

// bulkRun is one run over a file of updates.
type bulkRun struct {
	*Invocation
	rows []bulk.Row
	kept *bulk.Checkpoint
	path string
	pace time.Duration
	to   *submit.Sender
	sent atomic.Int64 // for the progress line
}

// run resolves an interrupted update of an earlier run and sends the pending updates.
func (r *bulkRun) run(ctx context.Context) error {
	pending := r.kept.Pending(r.rows)
	if err := r.resolveInterrupted(ctx); err != nil {
		return err
	}
	r.warnOfSubStatuses(pending)
	if !r.JSON && len(pending) > 0 {
		r.plan(pending, previewRows)
		_ = r.Out.Flush() // before anything is sent
	}
	end := r.show(func() string { return fmt.Sprintf("%d of %d updates sent", r.sent.Load(), len(pending)) })
	stopped := r.send(ctx, pending)
	end()
	return r.outcome(stopped)
}

// resolveInterrupted verifies the update that was being sent when an earlier run ended.
func (r *bulkRun) resolveInterrupted(ctx context.Context) error {
	row, open := r.kept.Interrupted(r.rows)
	if !open {
		return nil
	}
	// The ticket's earlier comments are not known: a matching comment may be older than the update.
	found := r.to.Verify(ctx, submit.UpdateTicket{UpdateTicketRequest: row.Update}, submit.Prior{}, r.Now())
	said := explainTicketUpdate(row.Update, found.Found)
	r.Notef("line %d, ticket %s: the process ended while it was being sent; %s", row.Line, safetext.LineFromText(row.Update.TicketID), said)
	result := bulk.Unknown
	if found.Outcome == submit.Saved {
		result = bulk.Done
	}
	return r.kept.End(result, "the process ended while it was being sent; "+said)
}

// send sends the updates one at a time. It stops at any error but the rejection of an update after the first: no update
// is sent twice, so the others are kept for a service that accepts them.
func (r *bulkRun) send(ctx context.Context, pending []bulk.Row) error {
	for n, row := range pending {
		if n > 0 && !wait(ctx, r.pace) || ctx.Err() != nil {
			return exitcode.ErrInterrupted
		}
		err := r.sendRow(ctx, row)
		if err == nil {
			continue
		}
		r.Notef("line %d, ticket %s: %v", row.Line, safetext.LineFromText(row.Update.TicketID), err)
		var call *client.Error
		if errors.As(err, &call) && call.Kind == client.RateLimited {
			r.Notef("a longer --pace leaves the service more time")
		}
		if n == 0 || !errors.As(err, &call) || call.Kind != client.Rejected {
			return err
		}
	}
	return nil
}

// sendRow sends one update and records it in the results file before and after.
func (r *bulkRun) sendRow(ctx context.Context, row bulk.Row) error {
	began := false
	result := r.to.Send(ctx, submit.UpdateTicket{UpdateTicketRequest: row.Update}, func(submit.Prior) error {
		err := r.kept.Begin(row)
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
		return r.kept.End(bulk.Done, said)
	case result.IsLost:
		return exitcode.With(exitcode.Unknown, errors.Join(fmt.Errorf("%w; %s", err, said), r.kept.End(bulk.Unknown, err.Error()+"; "+said)))
	case result.Outcome == submit.Saved:
		warnings := strings.Join(differences(row.Update, result.Answer.Ticket.Ticket, r.Zones), "; ")
		if warnings != "" {
			note(warnings)
		}
		return r.kept.End(bulk.Done, warnings)
	}
	var call *client.Error
	if result.Outcome == submit.NotSent || errors.As(err, &call) && notProcessed[call.Kind] {
		return errors.Join(err, r.kept.End(bulk.Unsent, err.Error()))
	}
	return errors.Join(err, r.kept.End(bulk.Refused, err.Error()))
}

// notProcessed holds the kinds of error response after which the update has certainly not been applied.
var notProcessed = map[client.Kind]bool{client.Unauthorized: true, client.RateLimited: true, client.Redirected: true}

// wait sleeps; it returns false if ctx ends first.
func wait(ctx context.Context, pause time.Duration) bool {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
