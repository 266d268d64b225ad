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
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// MaxDays is the longest span that is pulled: a mistyped year would otherwise ask for thousands of days.
const MaxDays = 400

// Pull asks for every day of a span, newest first and at most 8 at a time for the whole book, and
// returns when the last one has arrived, was cut or has failed for good; rows are in snapshots as soon
// as they come. Days that somebody else is pulling are shared, not asked for twice. Of failed days it
// returns the first fault and their number; the others are pulled all the same. When ctx ends, days
// that nobody else waits for are given up.
func (b *Cache) Pull(ctx context.Context, span desk.DateRange) error {
	days := span.Days()
	switch {
	case len(days) == 0:
		return fmt.Errorf("the span ends on %s, before it begins on %s", span.To, span.From)
	case len(days) > MaxDays:
		return fmt.Errorf("a span of %d days is too long: pull at most %d", len(days), MaxDays)
	}
	flights := b.acquire(ctx, days)
	defer b.release(flights)
	var faults []error
	for _, f := range flights {
		select {
		case <-f.done:
			if f.err != nil {
				faults = append(faults, fmt.Errorf("%s: %w", f.day, f.err))
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d days could not be pulled: %w", len(faults), len(days), faults[0])
}

// permanentKinds are the faults that the same request meets every time.
var permanentKinds = map[client.Kind]bool{
	client.Unauthorized: true, client.Redirected: true, client.ResponseTooLarge: true, client.Canceled: true,
	client.Internal: true,
}

// isRetryable says whether a later try of a day may go better.
func isRetryable(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && !permanentKinds[fault.Kind]
}

// isUnauthorized says that no other call can go better with this credential.
func isUnauthorized(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && fault.Kind == client.Unauthorized
}

// DayState is how far the pull of a day has come.
type DayState uint8

// The states of a day.
const (
	Pending DayState = iota // not asked for yet, or, with an Err, about to be asked for again
	Running
	Complete
	Truncated // the service holds more of the day than it gives out
	Failed    // for good, until the next Pull
)

// DayStatus is how a day stands. A day that is pulled again keeps the count and time of its last answer
// until the next one is whole.
type DayStatus struct {
	Day      desk.Date
	State    DayState
	Received int // tickets that pulls of this day brought
	Total    int // tickets that the service says it has of this day; -1 when it did not say
	Err      error
	At       time.Time // of the last whole answer
}

// PullStatus is how the pulls of a span stand.
type PullStatus struct {
	Busy bool        // some day is waiting for its turn or on its way
	Days []DayStatus // newest first
}

// Progress is how the pulls of a span stand now; the caller may keep it.
func (b *Cache) Progress(span desk.DateRange) PullStatus {
	days := span.Days()
	p := PullStatus{Days: make([]DayStatus, len(days))}
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, day := range days {
		p.Days[i] = DayStatus{Day: day, Total: -1}
		if d := b.days[day]; d != nil {
			p.Days[i] = d.status
		}
		p.Busy = p.Busy || b.flights[day] != nil
	}
	return p
}

// dayState is what the book remembers of a day beside its tickets.
type dayState struct {
	status     DayStatus
	lastResult DayStatus // how the last pull ended
	listed     []uint32  // rows that the lists hold because of pulls of this day, in order
	limit      int       // the limit that brought the whole day; 0 when none was needed
}

// dayOf is a day's book, made when there is none; b.mu is held.
func (b *Cache) dayOf(day desk.Date) *dayState {
	d := b.days[day]
	if d == nil {
		d = &dayState{status: DayStatus{Day: day, Total: -1}}
		d.lastResult = d.status
		b.days[day] = d
	}
	return d
}

func (d *dayState) wait(because error) { d.status.State, d.status.Err = Pending, because }
func (d *dayState) start()             { d.status.State, d.status.Err = Running, nil }
func (d *dayState) revert()            { d.status = d.lastResult }

func (d *dayState) fail(err error) {
	d.status.State, d.status.Err = Failed, err
	d.lastResult = d.status
}

func (d *dayState) complete(state DayState, known, total int, err error, at time.Time) {
	d.status = DayStatus{Day: d.status.Day, State: state, Received: known, Total: total, Err: err, At: at}
	d.lastResult = d.status
}

const (
	maxLimit  = 10_000 // the largest limit that is asked for (PROTOCOL.md 6.2)
	leastMore = 1_000  // what is asked for when a day was cut and nothing says how much it holds
)

// pullDay asks for one day: once where that brings all of it, again with a larger limit where it was
// cut, with a limit where the account wants one. A day that stays cut is no error.
func (b *Cache) pullDay(f *pullJob) error {
	limit := b.limitOf(f.day)
	var cut *pullResult // the best so far, if it was cut
	for {
		page, err := b.pullOnce(f, limit)
		switch {
		case err != nil && limit == 0 && requiresLimit(err):
			b.wantLimit()
			limit = leastMore
			continue
		case err != nil && cut != nil && exceedsServerLimit(err):
			b.storeTruncated(f, cut, err)
			return nil
		case err != nil:
			return err
		}
		next, whole := nextLimit(limit, page.records, page.total)
		switch {
		case whole:
			b.storeComplete(f, page, limit)
			return nil
		case next <= limit, b.FixedLimit && limit > 0:
			b.storeTruncated(f, page, nil)
			return nil
		}
		limit, cut = next, page
	}
}

// limitOf is the limit to begin a day with.
func (b *Cache) limitOf(day desk.Date) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return max(b.PullLimit, b.limit, b.dayOf(day).limit)
}

func (b *Cache) wantLimit() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.limit = leastMore
}

// exceedsServerLimit says that the service does not give out, or we do not take, as much as was asked for.
func exceedsServerLimit(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && (fault.Kind == client.Rejected || fault.Kind == client.ResponseTooLarge)
}

// requiresLimit knows the refusal of accounts with pagination (PROTOCOL.md 6.1).
func requiresLimit(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && fault.Kind == client.Rejected && strings.Contains(safetext.Fold(fault.Message.String()), "limit")
}

// pullResult is what one pull of a day brought.
type pullResult struct {
	asked   seq
	rows    []uint32 // in order, each once
	records int      // as they came, the same ticket twice included
	total   int      // as the service counts; -1 when it did not say
}

// pullOnce pulls a day once, taking rows over as they come.
func (b *Cache) pullOnce(f *pullJob, limit int) (*pullResult, error) {
	request := wire.PullTicketRequest{StartDate: f.day.String(), EndDate: f.day.String()}
	if limit > 0 {
		request.Limit = &limit
	}
	asked, rows := b.next(), map[uint32]struct{}{}
	page, err := client.Call(f.ctx, b.Client, wire.PullTicket, request, client.OnTickets(func(tickets []desk.Ticket) {
		for _, row := range b.merge(listed, asked, f.day, tickets) {
			rows[row] = struct{}{}
		}
		b.count(f, len(rows))
	}))
	return &pullResult{asked, slices.Sorted(maps.Keys(rows)), len(page.Tickets), page.Total}, err
}

// count shows the rows that a day's answer has brought so far.
func (b *Cache) count(f *pullJob, rows int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.flights[f.day] == f {
		d := b.dayOf(f.day)
		d.status.Received = max(d.lastResult.Received, rows)
		b.notify()
	}
}

// nextLimit decides whether an answer is the whole day and, if not, which limit to ask for next: some more
// than the service says there is, since tickets keep coming. An answer as long as its limit may be cut
// whatever it says: some accounts count in totalCount only what they send. Only where no nextLimit limit is
// left is that count all there is to go by.
func nextLimit(limit, records, total int) (next int, whole bool) {
	if total <= records && (limit == 0 || records < limit || limit >= maxLimit && total == records) {
		return 0, true
	}
	return min(maxLimit, max(leastMore, total+total/8, 4*limit)), false
}

// storeComplete notes an answer that was not cut. Where the service vouches by totalCount that it is all there
// is, tickets that an earlier answer held are out of the lists; otherwise what was known stays known.
func (b *Cache) storeComplete(f *pullJob, page *pullResult, limit int) {
	b.markDelisted(page.asked, b.arrived(f, page, limit))
}

// arrived notes a whole answer and gives the rows that it does not hold any more.
func (b *Cache) arrived(f *pullJob, page *pullResult, limit int) (over []uint32) {
	b.mu.Lock()
	defer b.mu.Unlock()
	d := b.dayOf(f.day)
	d.limit = limit
	if b.flights[f.day] == f {
		d.complete(Complete, len(page.rows), page.total, nil, b.Now())
	}
	if page.total == page.records {
		d.listed, over = page.rows, without(d.listed, page.rows)
	} else {
		d.listed = union(d.listed, page.rows)
	}
	return over
}

// storeTruncated notes an answer that does not hold the whole day, and why no larger one came.
func (b *Cache) storeTruncated(f *pullJob, page *pullResult, because error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	d := b.dayOf(f.day)
	d.listed = union(d.listed, page.rows)
	if b.flights[f.day] == f {
		d.complete(Truncated, len(page.rows), page.total, because, b.Now())
	}
}

// union is the numbers of both, in order, each once.
func union(x, y []uint32) []uint32 {
	all := slices.Concat(x, y)
	slices.Sort(all)
	return slices.Compact(all)
}

// without is all but the numbers of other; both are in order.
func without(all, other []uint32) []uint32 {
	return slices.DeleteFunc(slices.Clone(all), func(row uint32) bool {
		_, found := slices.BinarySearch(other, row)
		return found
	})
}
