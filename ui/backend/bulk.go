package backend

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/bulk"
	"frontdesk/internal/desk"
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

// IsActive reports whether the run will change without the agent: WatchBulk tells when it has.
func (r BulkRun) IsActive() bool { return r.State == BulkRunning || r.State == BulkStopping }

// BulkMsg is a run after a request or, from WatchBulk, after some progress. Err is why the request failed; the run has
// no ID if there is none of it. While the run is active, the receiver asks for the next one by WatchBulk.
type BulkMsg struct {
	Run BulkRun
	Err error
}

// BulkOptions say how a run begins.
type BulkOptions struct {
	OnlyFirst bool // stops after the first update, so that the agent can look
}

// StartBulk keeps a list of updates on disk and begins to send them, one at a time and in their order. It answers with
// a BulkMsg as soon as the run has begun. One run can be active at a time.
func (c *Backend) StartBulk(title string, updates []BulkUpdate, o BulkOptions) tea.Cmd {
	return func() tea.Msg {
		list := bulk.List{Account: c.Account, Title: title, StartedAt: c.Now()}
		for _, u := range updates {
			row, err := c.bulkRow(u)
			if err != nil {
				return BulkMsg{Err: err}
			}
			list.Rows = append(list.Rows, row)
		}
		return c.bulk.begin(c, o, func() (bulk.List, *bulk.Checkpoint, error) { return c.Runs.Create(list) }, nil)
	}
}

var errNothingToSend = errors.New("it changes nothing")

// bulkRow returns the row of an update. Its callback is absolute, because the run may go on another day.
func (c *Backend) bulkRow(u BulkUpdate) (bulk.Row, error) {
	values := c.absoluteCallback(Draft{Values: u.Values, Original: u.Original})
	row, err := bulk.NewRow(0, u.Ticket, values, u.Original)
	row.Title, row.Overwrite = u.Title, u.Overwrite
	switch {
	case err != nil:
	case len(row.Update.Values()) == 0:
		err = errNothingToSend
	case row.Original == nil && strings.TrimSpace(row.Update.SubStatus) == "":
		err = errors.New("the ticket has no known status")
	}
	return row, err
}

// WatchBulk waits until a run has changed since it was shown, and answers with a BulkMsg. Changes that come fast are
// told together.
func (c *Backend) WatchBulk(shown BulkRun) tea.Cmd {
	return func() tea.Msg {
		run, known := c.bulk.active(shown.ID)
		if !known {
			return nil
		}
		now, ok := run.next(c.Context, shown.version)
		if ok && now.IsActive() {
			c.Sleep(c.Context, bulkCoalesce)
			now = run.snapshot()
		}
		if !ok {
			return nil
		}
		return BulkMsg{Run: now}
	}
}

// bulkCoalesce is how often progress is told at most: an agent can read no more, and each message draws the screen.
const bulkCoalesce = 100 * time.Millisecond

// PauseBulk stops a run after the update that is being sent. It can be resumed, also by a later console.
func (c *Backend) PauseBulk(id string) tea.Cmd {
	return func() tea.Msg {
		run, known := c.bulk.active(id)
		if !known {
			return BulkMsg{Err: errNoRun}
		}
		run.requestStop()
		return BulkMsg{Run: run.snapshot()}
	}
}

// ResumeBulk continues a stopped run, of this console or of an earlier one. An update that was being sent when a
// console ended is looked for first.
func (c *Backend) ResumeBulk(id string) tea.Cmd {
	return func() tea.Msg {
		return c.bulk.begin(c, BulkOptions{}, func() (bulk.List, *bulk.Checkpoint, error) {
			list, checkpoint, err := c.Runs.Open(id)
			if err == nil && list.Canceled {
				list.Canceled = false
				err = c.Runs.Save(list)
			}
			return list, checkpoint, err
		}, nil)
	}
}

// RetryBulk sends again what was certainly not carried out. An update of unknown outcome is looked for first, and sent
// if its ticket does not show it. Those with a conflict are sent only with overwrite. What a run has not come to yet
// waits for ResumeBulk, unless the run was cancelled: then it is sent too.
func (c *Backend) RetryBulk(id string, overwrite bool) tea.Cmd {
	return func() tea.Msg {
		canceled := false
		return c.bulk.begin(c, BulkOptions{}, func() (bulk.List, *bulk.Checkpoint, error) {
			list, checkpoint, err := c.Runs.Open(id)
			if err != nil {
				return list, nil, err
			}
			canceled, list.Canceled = list.Canceled, false
			for i, row := range list.Rows {
				if result, _ := checkpoint.Result(row); overwrite && result == bulk.Conflict {
					list.Rows[i].Overwrite = true
				}
			}
			return list, checkpoint, c.Runs.Save(list)
		}, func(ctx context.Context, r *bulk.Run) error {
			if canceled && !overwrite {
				return r.Retry(ctx)
			}
			return r.RetryFailed(ctx)
		})
	}
}

// CancelBulk stops a run after the update that is being sent, and leaves the others unsent. It answers when nothing is
// being sent any more.
func (c *Backend) CancelBulk(id string) tea.Cmd {
	return func() tea.Msg {
		if run, known := c.bulk.active(id); known {
			run.requestStop()
			run.wait(c.Context)
		}
		list, checkpoint, err := c.Runs.Open(id)
		if err != nil {
			return BulkMsg{Err: err}
		}
		list.Canceled = true
		err = errors.Join(c.Runs.Save(list), checkpoint.Close())
		return BulkMsg{Run: c.bulk.settle(c.showBulk(list, checkpoint)), Err: err}
	}
}

// BulkDiscardedMsg is the result of DiscardBulk.
type BulkDiscardedMsg struct{ Err error }

// DiscardBulk removes a run that is not active, with its results.
func (c *Backend) DiscardBulk(id string) tea.Cmd {
	return func() tea.Msg {
		err := c.Runs.Remove(id)
		if err == nil {
			c.bulk.forget(id)
		}
		return BulkDiscardedMsg{err}
	}
}

// BulkRunsMsg holds the runs that have not been discarded, oldest first; Err names a damaged one that was set aside.
type BulkRunsMsg struct {
	Runs []BulkRun
	Err  error
}

// LoadBulkRuns reads the runs that earlier consoles left: those that were interrupted, to be resumed, and the results
// that were not discarded. It leaves out a run that another console of the agent works on.
func (c *Backend) LoadBulkRuns() tea.Msg {
	var msg BulkRunsMsg
	lists, err := c.Runs.Lists()
	failed := []error{err}
	for _, l := range lists {
		if l.Account != c.Account {
			continue
		}
		list, checkpoint, err := c.Runs.Open(l.ID)
		if errors.Is(err, bulk.ErrInUse) {
			continue
		}
		if err != nil {
			failed = append(failed, err)
			continue
		}
		msg.Runs = append(msg.Runs, c.showBulk(list, checkpoint))
		failed = append(failed, checkpoint.Close())
	}
	msg.Err = errors.Join(failed...)
	return msg
}

// showBulk returns a run that is not active.
func (c *Backend) showBulk(l bulk.List, checkpoint *bulk.Checkpoint) BulkRun {
	run := BulkRun{ID: l.ID, Title: l.Title, StartedAt: l.StartedAt, State: BulkFinished}
	for _, row := range l.Rows {
		shown := c.shownRow(row)
		shown.Result, shown.Detail = checkpoint.Result(row)
		run.Rows = append(run.Rows, shown)
	}
	_, interrupted := checkpoint.Interrupted(l.Rows)
	switch {
	case l.Canceled:
		run.State = BulkCanceled
	case interrupted || run.Count(BulkUnsent) > 0:
		run.State = BulkStopped
	}
	return run
}

// shownRow returns a row without its result.
func (c *Backend) shownRow(row bulk.Row) BulkRow {
	return BulkRow{BulkUpdate: BulkUpdate{
		Ticket: row.Ticket(), Title: row.Title, Values: c.localCallback(maps.Clone(row.Update.Values())),
		Original: row.Original, Overwrite: row.Overwrite,
	}}
}

// cloned returns a copy that shares no rows.
func (r BulkRun) cloned() BulkRun {
	r.Rows = slices.Clone(r.Rows)
	return r
}
