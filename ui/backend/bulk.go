package backend

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/agent"
	"frontdesk/internal/bulk"
	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
)

// BulkUpdate is what a run changes of one ticket.
type BulkUpdate struct {
	Ticket desk.ID
	Title  string            // of the ticket, for display
	Values map[string]string // what changes, by field path, as typed in a form
	// Original is the ticket as the agent saw it, from TicketValues. A ticket that has changed since is a conflict.
	Original map[string]string
	// Overwrite sends the update although the ticket has changed.
	Overwrite bool
}

// BulkResult is what became of an update of a run.
type BulkResult = bulk.Result

// The results of an update. An update that has none is still to be sent.
const (
	BulkDone     = bulk.Done     // the service confirmed it, or its records show it
	BulkRefused  = bulk.Refused  // the service refused it, or the ticket is gone: nothing was changed
	BulkConflict = bulk.Conflict // nothing was sent: the ticket has changed since the agent saw it
	BulkUnknown  = bulk.Unknown  // it may have been carried out
	BulkUnsent   = bulk.Unsent   // it was certainly not carried out, and is still to be sent
)

// BulkRow is an update of a run with its result.
type BulkRow struct {
	BulkUpdate
	Result BulkResult // empty if it is still to be sent
	Detail string     // why, as one sanitised line: the service's words, who has changed the ticket, the evidence
}

// BulkState is the state of a run.
type BulkState uint8

// The states of a run.
const (
	BulkRunning  BulkState = iota // updates are being sent
	BulkStopping                  // the update that is being sent ends first
	BulkStopped                   // not all is sent: it was paused, met an error or was interrupted; it can be resumed
	BulkFinished                  // every update has a result
	BulkCanceled                  // what was not sent is not to be sent
)

// BulkRun is a run as of one moment.
type BulkRun struct {
	ID        string
	Title     string // what it does
	StartedAt time.Time
	State     BulkState
	Reason    string    // of BulkStopped: the error that stopped it, as one sanitised line; empty if the agent did
	StoppedAt time.Time // by the error
	Sending   desk.ID   // the ticket whose update is being sent; zero for none
	Rows      []BulkRow // in the order in which they are sent

	version int // of the progress that it shows
}

// Count returns how many updates have a result. BulkUnsent counts those without one.
func (r BulkRun) Count(result BulkResult) int {
	n := 0
	for _, row := range r.Rows {
		if row.Result == result || result == BulkUnsent && row.Result == "" {
			n++
		}
	}
	return n
}

// IsActive reports whether the run will change without the agent: Bulk.Watch tells when it has.
func (r BulkRun) IsActive() bool { return r.State == BulkRunning || r.State == BulkStopping }

// BulkMsg is a run after a request or, from Bulk.Watch, after some progress. Err is why the request failed; the run
// has no ID if there is none of it. While the run is active, the receiver asks for the next one by Bulk.Watch.
type BulkMsg struct {
	Run        BulkRun
	IsProgress bool // it is from Bulk.Watch
	Err        error
}

// BulkOptions say how a run begins.
type BulkOptions struct {
	OnlyFirst bool // stops after the first update, so that the agent can look
}

// Start keeps a list of updates on disk and begins to send them, one at a time and in their order. It answers with
// a BulkMsg as soon as the run has begun. One run can be active at a time.
func (b *Bulk) Start(title string, updates []BulkUpdate, o BulkOptions) tea.Cmd {
	return func() tea.Msg {
		run := agent.Run{Title: title, StartedAt: b.c.Now()}
		for _, u := range updates {
			kept, err := b.keptUpdate(u)
			if err != nil {
				return BulkMsg{Err: err}
			}
			run.Updates = append(run.Updates, kept)
		}
		return b.begin(o, func() (keptRun, error) { return b.openKept(b.c.State.CreateRun(run)) }, nil)
	}
}

var errNothingToSend = errors.New("it changes nothing")

// keptUpdate returns an update as it is kept. Its callback is absolute, because the run may go on another day.
func (b *Bulk) keptUpdate(u BulkUpdate) (agent.Update, error) {
	values := b.c.absoluteCallback(Draft{Values: u.Values, Original: u.Original})
	row, err := bulk.NewRow(0, u.Ticket, values, u.Original)
	changes := row.Update.Values()
	switch {
	case err != nil:
	case len(changes) == 0:
		err = errNothingToSend
	case row.Original == nil && strings.TrimSpace(row.Update.SubStatus) == "":
		err = errors.New("the ticket has no known status")
	}
	return agent.Update{
		Ticket: u.Ticket.Raw(), Title: u.Title, Values: changes, Original: u.Original, Overwrite: u.Overwrite,
	}, err
}

// Watch waits until a run has changed since it was shown, and answers with a BulkMsg. Changes that come fast are
// told together.
func (b *Bulk) Watch(shown BulkRun) tea.Cmd {
	return func() tea.Msg {
		run, known := b.active(shown.ID)
		if !known {
			return nil
		}
		now, ok := run.next(b.c.Context, shown.version)
		if ok && now.IsActive() {
			b.c.Sleep(b.c.Context, bulkCoalesce)
			now = run.snapshot()
		}
		if !ok {
			return nil
		}
		return BulkMsg{Run: now, IsProgress: true}
	}
}

// bulkCoalesce is how often progress is told at most: an agent can read no more, and each message draws the screen.
const bulkCoalesce = 100 * time.Millisecond

// Pause stops a run after the update that is being sent. It can be resumed, also by a later console.
func (b *Bulk) Pause(id string) tea.Cmd {
	return func() tea.Msg {
		run, known := b.active(id)
		if !known {
			return BulkMsg{Err: agent.ErrNoRun}
		}
		run.requestStop()
		return BulkMsg{Run: run.snapshot()}
	}
}

// Resume continues a stopped run, of this console or of an earlier one. An update that was being sent when a
// console ended is looked for first.
func (b *Bulk) Resume(id string) tea.Cmd {
	return func() tea.Msg {
		return b.begin(BulkOptions{}, func() (keptRun, error) {
			run, err := b.openKept(b.c.State.OpenRun(id))
			if err == nil && run.Canceled {
				run.Canceled = false
				err = b.c.State.SaveRun(run.Run)
			}
			return run, err
		}, nil)
	}
}

// Retry sends again what was certainly not carried out. An update of unknown outcome is looked for first, and sent
// if its ticket does not show it. Those with a conflict are sent only with overwrite. What a run has not come to yet
// waits for Resume, unless the run was cancelled: then it is sent too.
func (b *Bulk) Retry(id string, overwrite bool) tea.Cmd {
	return func() tea.Msg {
		canceled := false
		return b.begin(BulkOptions{}, func() (keptRun, error) {
			run, err := b.openKept(b.c.State.OpenRun(id))
			if err != nil {
				return run, err
			}
			canceled, run.Canceled = run.Canceled, false
			for i, row := range run.rows {
				if result, _ := run.results.Result(row); overwrite && result == bulk.Conflict {
					run.Updates[i].Overwrite, run.rows[i].Overwrite = true, true
				}
			}
			return run, b.c.State.SaveRun(run.Run)
		}, func(ctx context.Context, r *bulk.Run) error {
			if canceled && !overwrite {
				return r.Retry(ctx)
			}
			return r.RetryFailed(ctx)
		})
	}
}

// Cancel stops a run after the update that is being sent, and leaves the others unsent. It answers when nothing is
// being sent any more.
func (b *Bulk) Cancel(id string) tea.Cmd {
	return func() tea.Msg {
		if run, known := b.active(id); known {
			run.requestStop()
			run.wait(b.c.Context)
		}
		run, err := b.openKept(b.c.State.OpenRun(id))
		if err != nil {
			return BulkMsg{Err: err}
		}
		run.Canceled = true
		err = errors.Join(b.c.State.SaveRun(run.Run), b.c.State.CloseRun(run.Run))
		return BulkMsg{Run: b.settle(b.show(run)), Err: err}
	}
}

// Discard removes a run that is not active, with its results.
func (b *Bulk) Discard(id string) tea.Cmd {
	return written("", func() error {
		err := b.c.State.RemoveRun(id)
		if err == nil {
			b.forget(id)
		}
		return err
	})
}

// BulkRuns holds the runs that have not been discarded, oldest first; Err names a damaged one that was set aside.
type BulkRuns = Answer[All, []BulkRun]

// Load reads the runs that earlier consoles left: those that were interrupted, to be resumed, and the results
// that were not discarded. It leaves out a run that another console of the agent works on.
func (b *Bulk) Load() tea.Msg {
	runs, err := b.c.State.Runs()
	msg, failed := BulkRuns{}, []error{err}
	for _, kept := range runs {
		run, err := b.keptRun(kept)
		failed = append(failed, err)
		if err == nil {
			msg.Value = append(msg.Value, b.show(run))
		}
	}
	msg.Err = errors.Join(failed...)
	return msg
}

// keptRun is a run of the agent's state with what has become of it.
type keptRun struct {
	agent.Run
	rows    []bulk.Row
	results *bulk.Results
}

// openKept returns a run that was opened; one that cannot be read is closed again.
func (b *Bulk) openKept(opened agent.Run, err error) (keptRun, error) {
	if err != nil {
		return keptRun{}, err
	}
	run, err := b.keptRun(opened)
	if err != nil {
		err = errors.Join(err, b.c.State.CloseRun(opened))
	}
	return run, err
}

// keptRun returns a run as its updates are sent. What becomes of them is kept in the agent's state.
func (b *Bulk) keptRun(kept agent.Run) (keptRun, error) {
	run, records := keptRun{Run: kept}, map[int]bulk.Record{}
	for i, u := range kept.Updates {
		row, err := bulk.NewRow(i+1, desk.NewID(u.Ticket), u.Values, u.Original)
		if err != nil {
			return run, err
		}
		row.Title, row.Overwrite = u.Title, u.Overwrite
		run.rows = append(run.rows, row)
		r, begun := kept.Results[row.Line]
		if kept.MaybeSent && bulk.Result(r.Result) != bulk.Done {
			r.Result, r.Detail, begun = string(bulk.Unknown), maybeSentBefore, true
		}
		if begun {
			records[row.Line] = bulk.Record{
				SentAt: r.SentAt, Prior: submit.Prior{IsKnown: r.Compared, IDs: r.Prior},
				Result: bulk.Result(r.Result), Detail: r.Detail,
			}
		}
	}
	run.results = bulk.NewResults(records, func(row bulk.Row, r bulk.Record) error {
		keep := b.c.State.SetResult
		if r.Result == bulk.Sending {
			keep = b.c.State.BeginUpdate
		}
		return keep(kept, row.Line, agent.Result{
			Result: string(r.Result), Detail: r.Detail, SentAt: r.SentAt, Prior: r.Prior.IDs, Compared: r.Prior.IsKnown,
		})
	})
	return run, nil
}

// maybeSentBefore is why the outcome of an update is not known although no console has ended while it was sent.
const maybeSentBefore = "what was kept of it may be incomplete, so it may have been sent"

// show returns a run that is not active.
func (b *Bulk) show(kept keptRun) BulkRun {
	run := BulkRun{ID: kept.ID, Title: kept.Title, StartedAt: kept.StartedAt, State: BulkFinished}
	for _, row := range kept.rows {
		shown := b.shownRow(row)
		shown.Result, shown.Detail = kept.results.Result(row)
		run.Rows = append(run.Rows, shown)
	}
	_, interrupted := kept.results.Interrupted(kept.rows)
	switch {
	case kept.Canceled:
		run.State = BulkCanceled
	case interrupted || run.Count(BulkUnsent) > 0:
		run.State = BulkStopped
	}
	return run
}

// shownRow returns a row without its result.
func (b *Bulk) shownRow(row bulk.Row) BulkRow {
	return BulkRow{BulkUpdate: BulkUpdate{
		Ticket: row.Ticket(), Title: row.Title, Values: b.c.localCallback(maps.Clone(row.Update.Values())),
		Original: row.Original, Overwrite: row.Overwrite,
	}}
}

// cloned returns a copy that shares no rows.
func (r BulkRun) cloned() BulkRun {
	r.Rows = slices.Clone(r.Rows)
	return r
}
