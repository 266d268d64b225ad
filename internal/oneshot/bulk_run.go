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
	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
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
	door *client.Client
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
	found, _ := verifyTicketUpdate(ctx, r.door, row.Update, submit.Prior{}, r.Zones.Account())
	r.Notef("line %d, ticket %s: the process ended while it was being sent; %s", row.Line, safetext.LineFromText(row.Update.TicketID), found)
	result := bulk.Unknown
	if found == changeStands {
		result = bulk.Done
	}
	return r.kept.End(result, "the process ended while it was being sent; "+string(found))
}

// send sends the updates one at a time. It stops at any error but the rejection of an update after the first: no update
// is sent twice, so the others are kept for a service that accepts them.
func (r *bulkRun) send(ctx context.Context, pending []bulk.Row) error {
	for n, row := range pending {
		if n > 0 && !wait(ctx, r.pace) || ctx.Err() != nil {
			return &ExitError{ExitInterrupted, errors.New("interrupted")}
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
	prior, err := commentsBefore(ctx, r.door, row.Update)
	if err == nil {
		err = r.kept.Begin(row)
	}
	if err != nil {
		return err // nothing was sent
	}
	receipt, err := client.Call(ctx, r.door, wire.UpdateTicket, row.Update)
	r.sent.Add(1)
	var call *client.Error
	switch {
	case err == nil:
		warnings := strings.Join(differences(row.Update, receipt.Ticket, r.Zones), "; ")
		if warnings != "" {
			r.Notef("line %d, ticket %s: %s", row.Line, safetext.LineFromText(row.Update.TicketID), warnings)
		}
		return r.kept.End(bulk.Done, warnings)
	case !errors.As(err, &call):
		return errors.Join(err, r.kept.End(bulk.Unsent, err.Error()))
	case call.OutcomeUnknown():
		found, _ := verifyTicketUpdate(ctx, r.door, row.Update, prior, r.Zones.Account())
		if found.isDone() {
			said := "the answer was lost, but it is done: " + string(found)
			r.Notef("line %d, ticket %s: %s", row.Line, safetext.LineFromText(row.Update.TicketID), said)
			return r.kept.End(bulk.Done, said)
		}
		return &ExitError{ExitUnknown, errors.Join(fmt.Errorf("%w; %s", err, found), r.kept.End(bulk.Unknown, err.Error()+"; "+string(found)))}
	case !call.Sent || notProcessed[call.Kind]:
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
