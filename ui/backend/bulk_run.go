package backend

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/agent"
	"frontdesk/internal/bulk"
	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/submit"
)

var errRunAlready = errors.New("another run is under way: wait for it, or pause it")

// Bulk previews and sends updates of many tickets, and holds the runs that this console has worked on.
type Bulk struct {
	c        *Backend
	previews Slot
	mu       sync.Mutex
	runs     map[string]*activeBulk
}

// activeBulk is a run of this console.
type activeBulk struct {
	stop context.CancelFunc
	done chan struct{} // closed when the run has stopped

	mu      sync.Mutex
	shown   BulkRun
	changed chan struct{} // closed at the next change
	index   map[int]int   // of a row in shown, by its line
}

// begin opens a list and starts to send it; prepare does what has to be done before.
func (b *Bulk) begin(
	o BulkOptions,
	open func() (keptRun, error),
	prepare func(context.Context, *bulk.Run) error,
) tea.Msg {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, run := range b.runs {
		if run.snapshot().IsActive() {
			return BulkMsg{Run: run.snapshot(), Err: errRunAlready}
		}
	}
	kept, err := open()
	if err != nil {
		if kept.results != nil {
			err = errors.Join(err, b.c.State.CloseRun(kept.Run))
		}
		return BulkMsg{Err: err}
	}
	ctx, stop := context.WithCancel(b.c.Context)
	run := &activeBulk{
		stop: stop, done: make(chan struct{}), shown: b.show(kept), changed: make(chan struct{}),
		index: map[int]int{},
	}
	for i, row := range kept.rows {
		run.index[row.Line] = i
	}
	run.shown.State = BulkRunning
	if b.runs == nil {
		b.runs = map[string]*activeBulk{}
	}
	b.runs[kept.ID] = run
	run.start(ctx, b.c, kept.Run, bulk.Run{
		Sender: b.c.sender(), Results: kept.results, Rows: kept.rows, Pace: b.c.BulkPace, Waits: bulkWaits,
		Detail:    b.detail,
		OnSending: func(row bulk.Row) { run.change(func(shown *BulkRun) { shown.Sending = row.Ticket() }) },
		OnResult: func(report bulk.Report) {
			run.take(report)
			if o.OnlyFirst && !report.Interrupted {
				stop()
			}
		},
	}, prepare)
	return BulkMsg{Run: run.snapshot()}
}

// bulkWaits is how often an update is sent again after the service has asked to slow down.
const bulkWaits = 4

// start sends the updates in a goroutine of its own, which the console waits for before it ends.
func (r *activeBulk) start(
	ctx context.Context,
	c *Backend,
	kept agent.Run,
	run bulk.Run,
	prepare func(context.Context, *bulk.Run) error,
) {
	_, written := c.inFlight.begin(ctx)
	guard.Go(func() {
		defer written()
		defer close(r.done)
		err := guard.Run(func() error {
			if prepare != nil {
				if err := prepare(ctx, &run); err != nil {
					return err
				}
			}
			return run.Send(ctx)
		})
		stopped := ctx.Err() != nil
		r.stop()
		closed := c.State.CloseRun(kept)
		r.change(func(shown *BulkRun) {
			shown.Sending, shown.State, shown.Reason = desk.ID{}, BulkFinished, ""
			if err != nil || shown.Count(BulkUnsent) > 0 {
				shown.State = BulkStopped
			}
			if err != nil && !stopped || closed != nil {
				shown.Reason, shown.StoppedAt = ErrorText(cmp.Or(err, closed)), c.Now()
			}
		})
	})
}

// take shows the result of an update.
func (r *activeBulk) take(report bulk.Report) {
	if report.Result == "" {
		return
	}
	r.change(func(shown *BulkRun) {
		row := &shown.Rows[r.index[report.Row.Line]]
		row.Result, row.Detail = report.Result, report.Detail
	})
}

// change changes what is shown of the run, and tells those who wait.
func (r *activeBulk) change(do func(*BulkRun)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	do(&r.shown)
	r.shown.version++
	close(r.changed)
	r.changed = make(chan struct{})
}

// snapshot returns the run as of now.
func (r *activeBulk) snapshot() BulkRun {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.shown.cloned()
}

// next waits for a version other than the one that is shown; false if ctx ended first.
func (r *activeBulk) next(ctx context.Context, version int) (BulkRun, bool) {
	for {
		r.mu.Lock()
		now, changed := r.shown.cloned(), r.changed
		r.mu.Unlock()
		if now.version != version {
			return now, true
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return now, false
		}
	}
}

// requestStop stops the run after the update that is being sent.
func (r *activeBulk) requestStop() {
	r.stop()
	r.change(func(shown *BulkRun) {
		if shown.State == BulkRunning {
			shown.State = BulkStopping
		}
	})
}

// wait waits until nothing is being sent.
func (r *activeBulk) wait(ctx context.Context) {
	select {
	case <-r.done:
	case <-ctx.Done():
	}
}

// active returns a run that this console has worked on.
func (b *Bulk) active(id string) (*activeBulk, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	run, known := b.runs[id]
	return run, known
}

// stopAll stops every run after the update that is being sent.
func (b *Bulk) stopAll() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, run := range b.runs {
		run.stop()
	}
}

// settle replaces what is shown of a run that is not active, and returns it.
func (b *Bulk) settle(now BulkRun) BulkRun {
	if run, known := b.active(now.ID); known {
		run.change(func(shown *BulkRun) {
			now.version = shown.version
			*shown = now
		})
		return run.snapshot()
	}
	return now
}

func (b *Bulk) forget(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.runs, id)
}

// detail words a result, and updates the local state and the journal as for a form.
func (b *Bulk) detail(report bulk.Report) string {
	msg := b.c.finish(Submission{Form: report.Row.Form()}, report.Sent)
	if report.Result == BulkConflict {
		return b.changedBy(msg.Conflicts, report)
	}
	said := msg.Evidence
	if said == "" && msg.Err != nil {
		said = ErrorText(msg.Err)
	}
	if report.Interrupted && said != "" {
		said = "The console ended while it was being sent. " + said
	}
	return strings.TrimSpace(said + " " + msg.Warning)
}

// changedBy says what has changed of a ticket since the agent saw it, and who changed it when, as far as its timeline
// says.
func (b *Bulk) changedBy(changes []Change, report bulk.Report) string {
	labels := make([]string, len(changes))
	for i, change := range changes {
		labels[i] = change.Label
	}
	who := ""
	if t := report.Sent.Ticket; t != nil && slices.ContainsFunc(changes, isNewEntry) {
		who = b.newestEntry(t)
	}
	return fmt.Sprintf("changed%s: %s", who, strings.Join(labels, ", "))
}

// isNewEntry reports whether a change is a new entry of the timeline.
func isNewEntry(change Change) bool {
	return change.Path == submit.FieldEntries && len(change.News) > 0
}

// newestEntry says by whom and when the newest entry of a ticket's timeline was made, as far as it says.
func (b *Bulk) newestEntry(t *desk.TicketDetails) (said string) {
	if len(t.Timeline) == 0 {
		return ""
	}
	newest := t.Timeline[len(t.Timeline)-1]
	if who := newest.Author.String(); who != "" {
		said = " by " + who
	}
	if !newest.At.IsZero() {
		said += " at " + b.c.ShortTime(b.c.Zones.LocalUnix(newest.At))
	}
	return said
}

// defaultBulkPace is the time between two updates of a run. With the service in the same process and 10,000 tickets
// listed, the slowest twentieth of the keys took as long as without a run; at 50 ms it took 1.3 to 1.45 times, at 1 ms
// five times as long (BenchmarkKeyDuringRun).
const defaultBulkPace = 100 * time.Millisecond
