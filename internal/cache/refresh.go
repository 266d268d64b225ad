package cache

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/wire"
)

// MaxAge is how old the answer for a day may be before the day is pulled again, whoever asked for it: another console,
// or this one at an earlier start.
type MaxAge struct {
	Newest time.Duration // of the newest day of a range, and of the watched tickets
	Recent time.Duration // of the two days before today
	Older  time.Duration // of those before them
}

// SameAge is the same age for all days, which are then pulled at once.
func SameAge(age time.Duration) MaxAge { return MaxAge{age, age, age} }

// recentDays is how many days before today are Recent.
const recentDays = 2

// of returns the age for a day of a range that ends with newest.
func (a MaxAge) of(day, newest, today desk.Date) time.Duration {
	switch {
	case day == newest:
		return a.Newest
	case day.Compare(today.Add(-recentDays)) >= 0:
		return a.Recent
	}
	return a.Older
}

// errorTTL is how long an error is shared among consoles, so that they do not all retry separately.
const errorTTL = 5 * time.Second

// Refresh is Pull and RefreshWatched of what is older than the maximum age. Days that are not known, and the newest
// one, are pulled at once; those that are known are then pulled again one at a time, unless all ages are the same. It
// returns when the newest day was answered, and the first error.
func (c *Cache) Refresh(ctx context.Context, span desk.DateRange, age MaxAge) (at time.Time, err error) {
	if err := checkSpan(span); err != nil {
		return time.Time{}, err
	}
	c.WaitLoaded(ctx)
	days := span.Days()
	inTurn := c.daysToRepeat(days, age)
	atOnce := slices.DeleteFunc(days, func(day desk.Date) bool { return slices.Contains(inTurn, day) })
	err = errors.Join(
		c.pullStale(ctx, atOnce, span.To, age),
		guard.Run(func() error { return c.freshenWatched(ctx, age.Newest) }),
	)
	for _, day := range inTurn {
		if err != nil {
			return time.Time{}, err
		}
		err = c.pullStale(ctx, []desk.Date{day}, span.To, age)
	}
	if err != nil {
		return time.Time{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.dayOf(span.To).lastResult.At, ctx.Err()
}

// daysToRepeat returns the days that are known and not the newest, if they are pulled in turn.
func (c *Cache) daysToRepeat(days []desk.Date, age MaxAge) (all []desk.Date) {
	if age == SameAge(age.Newest) {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, day := range days[1:] {
		if d := c.days[day]; d != nil && !d.lastResult.At.IsZero() {
			all = append(all, day)
		}
	}
	return all
}

// pullStale pulls those of some days whose answer is older than the maximum age.
func (c *Cache) pullStale(ctx context.Context, days []desk.Date, newest desk.Date, age MaxAge) error {
	var failed error
	now := c.Now()
	c.mu.Lock()
	today := desk.DateOf(now.In(c.Zone))
	stale := slices.DeleteFunc(days, func(day desk.Date) bool {
		d := c.days[day]
		if d == nil || c.jobs[day] != nil || !d.isFresh(now, age.of(day, newest, today)) {
			return false
		}
		d.accept()
		failed = cmp.Or(failed, d.lastResult.failure())
		return true
	})
	jobs := c.acquireLocked(ctx, stale, false)
	c.mu.Unlock()
	return cmp.Or(c.wait(ctx, jobs), failed)
}

// isFresh reports whether a day need not be pulled again; one that failed only for errorTTL.
func (d *dayState) isFresh(now time.Time, age time.Duration) bool {
	if d.lastResult.State == Failed {
		return now.Sub(d.failedAt) < min(age, errorTTL)
	}
	return !d.lastResult.At.IsZero() && now.Sub(d.lastResult.At) < age
}

// accept makes an answer of an earlier start count like one of this start.
func (d *dayState) accept() {
	if d.lastResult.Stored && d.lastResult.State != Failed {
		d.lastResult.Stored = false
		d.status = d.lastResult
	}
}

// failure returns the error of a pull that failed.
func (d DayStatus) failure() error {
	if d.State != Failed {
		return nil
	}
	return fmt.Errorf("%s: %w", d.Day, d.Err)
}

// freshenWatched refreshes the watched tickets unless another console has done so recently.
func (c *Cache) freshenWatched(ctx context.Context, age time.Duration) error {
	last, err := c.watchedCalls.Do(ctx, struct{}{}, func(ctx context.Context) (watchedRefresh, error) {
		c.mu.Lock()
		last := c.watchedLast
		c.mu.Unlock()
		if last.err != nil {
			age = min(age, errorTTL)
		}
		if !last.at.IsZero() && c.Now().Sub(last.at) < age {
			return last, nil
		}
		err := guard.Run(func() error { return c.RefreshWatched(ctx) })
		if ctx.Err() != nil {
			return last, ctx.Err()
		}
		last = watchedRefresh{c.Now(), err}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.watchedLast = last
		return last, nil
	})
	return cmp.Or(err, last.err)
}

const (
	maxWatched   = 1_000 // tickets on the watch list; the one watched longest ago is evicted first
	maxRefreshed = 200   // tickets per refresh: four calls
)

// Watch adds tickets to the watch list, so that they are refreshed even if no pull returns them.
func (c *Cache) Watch(ids ...desk.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		c.watched[id.Raw()] = c.advance()
	}
	for len(c.watched) > maxWatched {
		var oldest string
		for id, at := range c.watched {
			if oldest == "" || at < c.watched[oldest] {
				oldest = id
			}
		}
		delete(c.watched, oldest)
	}
}

// RefreshWatched fetches the tickets that are watched or have an open callback, at most 200: those not fetched for
// longest first, then the soonest callbacks, then the ones watched last. It then fetches some of the open tickets of
// older days, see readOlder. It leaves out tickets that the last Pull returned, so call it after Pull.
func (c *Cache) RefreshWatched(ctx context.Context) error {
	c.WaitLoaded(ctx)
	watched := c.refreshQueue()
	var older []desk.ID
	if c.OpenSince > 0 {
		older = c.olderTickets(watched)
	}
	return errors.Join(c.readWatched(ctx, watched), c.readOlder(ctx, older))
}

// readWatched fetches the tickets that are watched or have an open callback.
func (c *Cache) readWatched(ctx context.Context, ids []desk.ID) error {
	if len(ids) == 0 {
		return nil
	}
	_, missing, err := c.get(ctx, ids, wire.GetTicketRequest{})
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lastPullSeq = c.advance() // so that the next call fetches them again
	for _, id := range missing {
		c.requeue(id)
	}
	return err
}

// requeue moves a ticket that the service does not know to the end of the queue; one that was never fetched is removed
// from the watch list. c.mu is held.
func (c *Cache) requeue(id desk.ID) {
	if row, known := c.index.at(id.Raw()); known {
		c.rowSeq[row] = c.lastPullSeq
		return
	}
	delete(c.watched, id.Raw())
}

// refreshCandidate is a ticket that may be refreshed.
type refreshCandidate struct {
	id               desk.ID
	callback         desk.UnixTime
	fetched, touched seq
}

func (u refreshCandidate) compare(other refreshCandidate) int {
	return cmp.Or(
		cmp.Compare(u.fetched, other.fetched),
		cmp.Compare(last(u.callback), last(other.callback)),
		cmp.Compare(other.touched, u.touched),
		u.id.Compare(other.id),
	)
}

// last returns a sort key that puts a missing callback after all others.
func last(callback desk.UnixTime) uint64 { return uint64(callback) - 1 }

// refreshQueue returns the tickets to refresh, most urgent first.
func (c *Cache) refreshQueue() []desk.ID {
	c.mu.Lock()
	defer c.mu.Unlock()
	wanted, shown := map[string]refreshCandidate{}, c.allDisplayed()
	for id, touched := range c.watched {
		wanted[id] = refreshCandidate{id: desk.NewID(id), touched: touched}
	}
	for row := range uint32(len(c.rows.all)) {
		if s := c.rows.all[row]; s.awaitsCall() && (c.OpenSince <= 0 || shown.hasDate(s)) {
			id := s.id()
			wanted[id] = refreshCandidate{id: desk.NewID(id), callback: s.Callback, touched: c.watched[id]}
		}
	}
	for id, u := range wanted {
		if row, known := c.index.at(id); known {
			u.fetched = c.rowSeq[row]
			wanted[id] = u
		}
	}
	maps.DeleteFunc(wanted, func(_ string, u refreshCandidate) bool { return u.fetched > c.lastPullSeq })
	all := slices.SortedFunc(maps.Values(wanted), refreshCandidate.compare)
	ids := make([]desk.ID, min(len(all), maxRefreshed))
	for i := range ids {
		ids[i] = all[i].id
	}
	return ids
}
