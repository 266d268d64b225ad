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

// previewRows is how many updates are shown before they are sent.
const previewRows = 10

// bulkRun is the sending of one file's updates.
type bulkRun struct {
	*Invocation
	rows []bulk.Row
	kept *bulk.Checkpoint
	path string
	pace time.Duration
	door *client.Client
	sent atomic.Int64 // for the line of progress
}

// run settles what an earlier run left open and sends what was never sent.
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

// resolveInterrupted finds out about the update that was being sent when an earlier run ended.
func (r *bulkRun) resolveInterrupted(ctx context.Context) error {
	row, open := r.kept.Interrupted(r.rows)
	if !open {
		return nil
	}
	// What the ticket held before is not known: a comment like this one may be an older one.
	found, _ := verifyTicketUpdate(ctx, r.door, row.Update, submit.Prior{}, r.Zones.Account())
	r.Notef("line %d, ticket %s: the process ended while it was being sent; %s", row.Line, safetext.LineFromText(row.Update.TicketID), found)
	result := bulk.Unknown
	if found == changeStands {
		result = bulk.Done
	}
	return r.kept.End(result, "the process ended while it was being sent; "+string(found))
}

// send sends one update, and the others when that one is done. It stops where the next would not go better: each is
// sent once, so that it is not spent on a service that is away.
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

// sendRow sends an update; before and after that the file of results says so.
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

// notProcessed are the kinds of answers by which a service says that it has not looked at the update.
var notProcessed = map[client.Kind]bool{client.Unauthorized: true, client.RateLimited: true, client.Redirected: true}

// wait lets some time pass; false when ctx ends first.
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
