package bulk

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/guard"
	"frontdesk/internal/submit"
)

// Run sends the updates of a list one at a time, in the order of the list. The results hold each update before its
// first byte is sent, and its result afterwards: whenever the process ends, another run can continue, and sends
// nothing twice.
type Run struct {
	Sender  *submit.Sender
	Results *Results
	Rows    []Row
	Pace    time.Duration // between two updates

	// StopsAtFirstRefusal ends the run when the first update is refused: the others are kept for a service that accepts
	// them.
	StopsAtFirstRefusal bool
	// Waits is how often an update is sent again after the service has asked to slow down, which it does before it
	// looks at an update.
	Waits int

	Detail    func(Report) string // words a result, to be kept with it
	OnSending func(Row)           // called before an update is sent; may be nil
	OnResult  func(Report)        // called when the result of an update is on disk; may be nil
}

// Report is what became of an update.
type Report struct {
	Row         Row
	Result      Result // empty if nothing was recorded, because it was not sent
	Detail      string
	Interrupted bool // it was being sent when an earlier process ended
	Sent        submit.Result
}

// ErrStopped is returned by a run whose context has ended: nothing is being sent.
var ErrStopped = errors.New("the run was stopped")

// Send verifies an update whose sending was interrupted, and sends the pending ones. It stops when its context ends,
// and at any error but the refusal of a single update, and returns why. An update that is being sent ends first.
func (r *Run) Send(ctx context.Context) error {
	if err := r.VerifyInterrupted(ctx); err != nil {
		return err
	}
	for n, row := range r.Results.Pending(r.Rows) {
		if n > 0 && !r.Sender.Sleep(ctx, r.Pace) || ctx.Err() != nil {
			return ErrStopped
		}
		report, err := r.sendRow(ctx, row)
		if err == nil && n == 0 && r.StopsAtFirstRefusal && report.Result != Done {
			err = report.Sent.Err
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// VerifyInterrupted looks for the result of the update that was being sent when an earlier process ended, if there is
// one. It sends nothing.
func (r *Run) VerifyInterrupted(ctx context.Context) error {
	row, open := r.Results.Interrupted(r.Rows)
	if !open {
		return nil
	}
	report := r.verify(ctx, row)
	report.Interrupted = true
	report.Detail = r.Detail(report)
	return r.end(report, r.Results.Set(row, report.Result, report.Detail))
}

// Retry makes updates pending again that were certainly not applied: the refused ones, and those with a conflict, which
// then overwrite. It verifies an update of unknown outcome first, which becomes pending if its ticket does not show it.
// The results stay where they are, so that no update can be pending in two runs.
func (r *Run) Retry(ctx context.Context) error {
	for _, row := range r.Rows {
		result, detail := r.Results.Result(row)
		switch {
		case result == Unknown:
			if err := r.verifyAgain(ctx, row); err != nil {
				return err
			}
		case result == Refused || result == Conflict && row.Overwrite:
			again := Report{Row: row, Result: Unsent, Detail: detail}
			if err := r.end(again, r.Results.Set(row, Unsent, detail)); err != nil {
				return err
			}
		}
	}
	return nil
}

// RetryFailed is Retry for a run that has stopped: updates that were pending before stay so, and this run does not send
// them.
func (r *Run) RetryFailed(ctx context.Context) error {
	waiting := map[int]bool{}
	for _, row := range r.Results.Pending(r.Rows) {
		waiting[row.Line] = true
	}
	err := r.Retry(ctx)
	r.Rows = slices.DeleteFunc(slices.Clone(r.Rows), func(row Row) bool { return waiting[row.Line] })
	return err
}

// verifyAgain looks for the result of an update of unknown outcome.
func (r *Run) verifyAgain(ctx context.Context, row Row) error {
	report := r.verify(ctx, row)
	report.Detail = r.Detail(report)
	if report.Result == Unknown && report.Sent.Verdict == submit.Absent {
		report.Result = Unsent
	}
	return r.end(report, r.Results.Set(row, report.Result, report.Detail))
}

// verify looks for the result of an update that was sent earlier, possibly by another process.
func (r *Run) verify(ctx context.Context, row Row) Report {
	sent := r.Results.records[row.Line]
	report := Report{Row: row, Result: Unknown}
	if row.Original != nil {
		report.Sent = r.Sender.VerifyForm(ctx, row.sentForm(sent.Prior, sent.SentAt))
	} else {
		at := sent.SentAt
		if at.IsZero() {
			at = r.Sender.Now()
		}
		report.Sent = r.Sender.Verify(ctx, submit.UpdateTicket(row.Update), sent.Prior, at)
	}
	if report.Sent.Outcome == submit.Saved {
		report.Result = Done
	}
	return report
}

// end reports a result that was recorded, or not.
func (r *Run) end(report Report, failed error) error {
	if r.OnResult != nil {
		r.OnResult(report)
	}
	return failed
}

// sendRow sends an update, again if the service asks to slow down. The error is why the run has to stop.
func (r *Run) sendRow(ctx context.Context, row Row) (Report, error) {
	if r.OnSending != nil {
		r.OnSending(row)
	}
	for tries := 1; ; tries++ {
		report, failed := r.sendOnce(ctx, row)
		wait := retryWait(report.Sent.Err, tries)
		if failed == nil || tries > r.Waits || wait == 0 || !r.Sender.Sleep(ctx, wait) {
			return report, r.end(report, failed)
		}
	}
}

// The time between two tries doubles from firstWait, unless the service names a longer one. A run does not wait for
// more than maxWait: the agent may.
const (
	firstWait = time.Second
	maxWait   = 2 * time.Minute
)

// retryWait returns how long to wait before an update may be sent again; 0 if it may not.
func retryWait(err error, tries int) time.Duration {
	failed, ok := errors.AsType[*client.Error](err)
	if !ok || failed.Kind != client.RateLimited || failed.RetryAfter > maxWait {
		return 0
	}
	return max(firstWait<<(tries-1), failed.RetryAfter)
}

// sendOnce sends an update and records it before and after. The error is why the run has to stop.
func (r *Run) sendOnce(ctx context.Context, row Row) (Report, error) {
	report := Report{Row: row}
	sending, keepSending, end := untilRecorded(ctx)
	defer end()
	begun := false
	var notRecorded error
	report.Sent = r.send(sending, row, func(prior submit.Prior) error {
		if !keepSending() {
			return ctx.Err()
		}
		notRecorded = r.Results.Begin(row, prior, r.Sender.Now())
		begun = notRecorded == nil
		return notRecorded
	})
	err := report.Sent.Err
	if !begun && (notRecorded != nil || concernsAll(err) || ctx.Err() != nil) {
		return report, cmp.Or(err, ErrStopped) // nothing was sent
	}
	report.Result = resultOf(report.Sent, begun)
	report.Detail = r.Detail(report)
	failed := r.Results.Set(row, report.Result, report.Detail)
	switch {
	case !begun:
		return report, failed
	case failed != nil:
		return report, errors.Join(err, failed)
	}
	if err != nil && report.Result != Done && client.KindOf(err) != client.Rejected {
		return report, err
	}
	return report, nil
}

// send sends a row as a form if there is something to compare its ticket with, else as it is.
func (r *Run) send(ctx context.Context, row Row, begin submit.Recorder) submit.Result {
	if row.Original == nil {
		return r.Sender.Send(ctx, submit.UpdateTicket(row.Update), begin)
	}
	return r.Sender.SendForm(ctx, row.Form(), begin)
}

// untilRecorded returns a context that ends with ctx until keep is called, and from then on outlives it: reading may be
// interrupted, sending not. keep reports false if ctx has ended.
func untilRecorded(ctx context.Context) (sending context.Context, keep func() bool, end context.CancelFunc) {
	sending, end = context.WithCancel(context.WithoutCancel(ctx))
	return sending, guard.AfterEnd(ctx, end), end
}

// concernsAll reports whether a row was not sent for a reason that holds for the others as well, unlike a ticket that
// is gone.
func concernsAll(err error) bool {
	kind := client.KindOf(err)
	return kind != "" && kind != client.Rejected
}

// resultOf returns the result of an update.
func resultOf(sent submit.Result, begun bool) Result {
	switch sent.Outcome {
	case submit.Saved:
		return Done
	case submit.Conflict:
		return Conflict
	case submit.NotKnown:
		return Unknown
	case submit.NotSent:
		if begun {
			return Unsent
		}
	}
	if notProcessed[client.KindOf(sent.Err)] {
		return Unsent
	}
	return Refused
}

// notProcessed holds the kinds of error response after which the update has certainly not been applied.
var notProcessed = map[client.Kind]bool{client.Unauthorized: true, client.RateLimited: true, client.Redirected: true}
