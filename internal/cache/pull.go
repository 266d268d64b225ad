package cache

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// MaxDays is the longest range that is pulled, so that a mistyped year does not request thousands of days.
const MaxDays = 400

// Pull pulls every day of a range, newest first and at most 8 at a time for the whole cache. It returns when the last
// one is complete, truncated or failed; rows appear in snapshots as they arrive. Pulls of the same day by several
// callers are shared. When days fail, Pull returns their number and the first error; the other days are still pulled.
// When ctx ends, days without another waiting caller are cancelled.
func (c *Cache) Pull(ctx context.Context, span desk.DateRange) error {
	if err := checkSpan(span); err != nil {
		return err
	}
	c.WaitLoaded(ctx)
	return c.wait(ctx, c.acquire(ctx, span.Days(), false))
}

// checkSpan returns an error for a range that is not pulled.
func checkSpan(span desk.DateRange) error {
	switch n := span.Len(); {
	case n == 0:
		return fmt.Errorf("the span ends on %s, before it begins on %s", span.To, span.From)
	case n > MaxDays:
		return fmt.Errorf("a span of %d days is too long: pull at most %d", n, MaxDays)
	}
	return nil
}

// wait waits for jobs and releases them.
func (c *Cache) wait(ctx context.Context, jobs []*pullJob) error {
	if len(jobs) == 0 {
		return nil
	}
	defer c.release(jobs)
	var faults []error
	for _, job := range jobs {
		select {
		case <-job.done:
			if job.err != nil {
				faults = append(faults, fmt.Errorf("%s: %w", job.day, job.err))
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d days could not be pulled: %w", len(faults), len(jobs), faults[0])
}

// permanentKinds are the kinds of error that a retry cannot fix.
var permanentKinds = map[client.Kind]bool{
	client.Unauthorized: true, client.Redirected: true, client.ResponseTooLarge: true, client.Canceled: true,
	client.Internal: true,
}

// isRetryable reports whether a later pull of the day may succeed.
func isRetryable(err error) bool {
	kind := client.KindOf(err)
	return kind != "" && !permanentKinds[kind]
}

// DayState is the state of a day's pull.
type DayState uint8

// The states of a day.
const (
	Pending DayState = iota // waiting to be pulled or, with an Err, to be retried
	Running                 // being pulled; with an Err, again
	Complete
	Truncated // the service holds more tickets of the day than it returns
	Failed    // until the next Pull
)

// DayStatus is the status of a day's pull. While a day is pulled again, Received does not drop below the last result
// and At keeps its time.
type DayStatus struct {
	Day        desk.Date
	State      DayState
	Received   int       // tickets that pulls of this day returned
	Total      int       // tickets that the service counts for this day; -1 when not reported
	Repeated   int       // records of the last response with the number of another one
	Unnumbered int       // records of the last response without a number, which are no tickets here
	Err        error     `json:"-"`
	At         time.Time // time of the last complete or truncated response
	Stored     bool      // that response came at an earlier start: its tickets were kept on disk
}

// PullStatus is the status of a range's pulls.
type PullStatus struct {
	Busy bool        // some day is queued or being pulled
	Days []DayStatus // newest first
}

// Unnumbered returns how many records without a ticket number the last responses had.
func (p PullStatus) Unnumbered() (n int) {
	for _, d := range p.Days {
		n += d.Unnumbered
	}
	return n
}

// Arrived returns of how many days the tickets are known.
func (p PullStatus) Arrived() (n int) {
	for _, d := range p.Days {
		if d.State == Complete || d.State == Truncated {
			n++
		}
	}
	return n
}

// IsCutShort reports whether the service counts more tickets for a day than it returned.
func (d DayStatus) IsCutShort() bool { return d.Total > d.Received+d.Repeated+d.Unnumbered }

// Progress returns the current status of a range's pulls. The caller may keep it.
func (c *Cache) Progress(span desk.DateRange) PullStatus {
	days := span.Days()
	p := PullStatus{Days: make([]DayStatus, len(days))}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, day := range days {
		p.Days[i] = DayStatus{Day: day, Total: -1}
		if d := c.days[day]; d != nil {
			p.Days[i] = d.status
		}
		p.Busy = p.Busy || c.jobs[day] != nil
	}
	return p
}

// dayOf returns the state of a day, creating it if needed. c.mu is held.
func (c *Cache) dayOf(day desk.Date) *dayState {
	d := c.days[day]
	if d == nil {
		d = &dayState{pulls: newPulls(day), open: newPulls(day)}
		c.days[day] = d
	}
	return d
}

func newPulls(day desk.Date) pulls {
	none := DayStatus{Day: day, Total: -1}
	return pulls{status: none, lastResult: none}
}

// pullsOf returns the pulls of a day to which a job belongs. c.mu is held.
func (c *Cache) pullsOf(job *pullJob) *pulls {
	d := c.dayOf(job.day)
	if job.openOnly {
		return &d.open
	}
	return &d.pulls
}

func (d *pulls) wait(because error) { d.status.State, d.status.Err = Pending, because }
func (d *pulls) start()             { d.status.State = Running }

// revert returns to what was known before a pull.
func (d *pulls) revert() {
	d.status = d.lastResult
	if d.status.Stored {
		d.status.State = Pending
	}
}

func (d *pulls) fail(err error, at time.Time) {
	d.status.State, d.status.Err = Failed, err
	d.lastResult, d.failedAt = d.status, at
}

func (d *pulls) complete(state DayState, page *pullResult, err error, at time.Time) {
	d.status = DayStatus{
		Day: d.status.Day, State: state, Received: len(page.rows), Total: page.total, Err: err, At: at,
		Repeated: page.records - len(page.rows) - page.unnumbered, Unnumbered: page.unnumbered,
	}
	d.lastResult = d.status
}

const (
	maxLimit  = 10_000 // the largest limit that is sent (PROTOCOL.md 6.2)
	leastMore = 1_000  // the smallest limit sent after a truncated response
)

// pullDay pulls one day. It starts without a limit where possible, adds one if the account requires it, and raises it
// while the response is truncated. A day that stays truncated is no error.
func (c *Cache) pullDay(job *pullJob) error {
	limit := c.limitOf(job.day)
	var cut *pullResult // the last response, if truncated
	for {
		page, err := c.pullOnce(job, limit)
		switch {
		case err != nil && limit == 0 && requiresLimit(err):
			c.requireLimit()
			limit = leastMore
			continue
		case err != nil && cut != nil && exceedsServerLimit(err):
			c.storeTruncated(job, cut, err)
			return nil
		case err != nil:
			return err
		}
		next, whole := nextLimit(limit, page.records, page.total)
		switch {
		case whole:
			c.storeComplete(job, page, limit)
			return nil
		case next <= limit, c.FixedLimit && limit > 0:
			c.storeTruncated(job, page, nil)
			return nil
		}
		limit, cut = next, page
	}
}

// limitOf returns the limit to start a day's pull with.
func (c *Cache) limitOf(day desk.Date) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return max(c.PullLimit, c.limit, c.dayOf(day).limit)
}

func (c *Cache) requireLimit() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limit = leastMore
}

// exceedsServerLimit reports whether the service rejected the limit, or its response was too large.
func exceedsServerLimit(err error) bool {
	kind := client.KindOf(err)
	return kind == client.Rejected || kind == client.ResponseTooLarge
}

// requiresLimit reports whether the account rejects pulls without a limit (PROTOCOL.md 6.1).
func requiresLimit(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && fault.Kind == client.Rejected &&
		strings.Contains(safetext.Fold(fault.Message.String()), "limit")
}

// pullResult is the result of one pull of a day.
type pullResult struct {
	asked      seq
	rows       []uint32 // sorted, without duplicates
	records    int      // in the response, including duplicates and those without a number
	unnumbered int      // of those without a number
	total      int      // as counted by the service; -1 when not reported
}

// pullOnce pulls a day once and merges rows as they are decoded; those of which only the open tickets are kept when all
// are there, so that the lists change once.
func (c *Cache) pullOnce(job *pullJob, limit int) (*pullResult, error) {
	request := wire.PullTicketRequest{StartDate: job.day.String(), EndDate: job.day.String()}
	if limit > 0 {
		request.Limit = &limit
	}
	asked, rows := c.nextSeq(), map[uint32]struct{}{}
	add := func(merged []uint32) {
		for _, row := range merged {
			rows[row] = struct{}{}
		}
	}
	var open []desk.Ticket
	page, err := client.Call(job.ctx, c.Client, wire.PullTicket, request, client.OnTickets(func(tickets []desk.Ticket) {
		if job.openOnly {
			open = c.appendOpen(open, tickets)
			return
		}
		add(c.merge(listed, asked, job.day, tickets))
		c.count(job, len(rows))
	}))
	if err == nil && job.openOnly {
		add(c.mergeOpen(asked, job.day, open))
	}
	return &pullResult{asked, slices.Sorted(maps.Keys(rows)), page.Records, page.Unnumbered, page.Total}, err
}

// count updates a day's progress with the number of rows received so far.
func (c *Cache) count(job *pullJob, rows int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.jobs[job.day] == job {
		d := c.dayOf(job.day)
		d.status.Received = max(d.lastResult.Received, rows)
		c.notify()
	}
}

// nextLimit reports whether a response holds the whole day and, if not, returns the limit to send next. The limit
// exceeds the service's total, since new tickets keep arriving. A response with as many records as its limit may be
// truncated even if total says otherwise, because some accounts count only what they send; total is trusted only at
// maxLimit.
func nextLimit(limit, records, total int) (next int, whole bool) {
	if total <= records && (limit == 0 || records < limit || limit >= maxLimit && total == records) {
		return 0, true
	}
	return min(maxLimit, max(leastMore, total+total/8, 4*limit)), false
}

// storeComplete records a response that holds the whole day. If its total confirms this, tickets listed by earlier
// pulls and absent from it are delisted; otherwise only those are that no pull of this process has returned.
func (c *Cache) storeComplete(job *pullJob, page *pullResult, limit int) {
	c.markDelisted(page.asked, c.arrived(job, page, limit))
}

// arrived records a complete response and returns the rows that the day no longer lists.
func (c *Cache) arrived(job *pullJob, page *pullResult, limit int) (over []uint32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	d := c.dayOf(job.day)
	d.limit = limit
	d.asked = max(d.asked, page.asked)
	if !job.openOnly {
		d.whole = max(d.whole, page.asked)
	}
	if c.jobs[job.day] == job {
		c.pullsOf(job).complete(Complete, page, nil, c.Now())
	}
	if page.total == page.records {
		d.listed, over = page.rows, without(d.listed, page.rows)
	} else {
		over = without(d.stored, page.rows)
		d.listed = without(union(d.listed, page.rows), over)
	}
	d.stored = nil
	c.disk.dayChanged(filter.DayNumber(job.day))
	return over
}

// storeTruncated records a response that does not hold the whole day, and why no larger one was returned.
func (c *Cache) storeTruncated(job *pullJob, page *pullResult, because error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	d := c.dayOf(job.day)
	d.listed = union(d.listed, page.rows)
	d.asked = max(d.asked, page.asked)
	c.disk.dayChanged(filter.DayNumber(job.day))
	if c.jobs[job.day] == job {
		c.pullsOf(job).complete(Truncated, page, because, c.Now())
	}
}

// union returns the union of two sets, sorted.
func union(x, y []uint32) []uint32 {
	all := slices.Concat(x, y)
	slices.Sort(all)
	return slices.Compact(all)
}

// without returns the values of all that are not in other; both are sorted.
func without(all, other []uint32) []uint32 {
	return slices.DeleteFunc(slices.Clone(all), func(row uint32) bool {
		_, found := slices.BinarySearch(other, row)
		return found
	})
}
