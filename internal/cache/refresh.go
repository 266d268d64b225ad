package cache

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/wire"
)

// MaxAge is how old a response may be before a console refreshes it.
type MaxAge struct {
	Newest time.Duration // of the newest day of a range, and of the watched tickets
	Older  time.Duration // of the other days
}

// errorTTL is how long an error is shared among consoles, so that they do not all retry separately.
const errorTTL = 5 * time.Second

// refreshTracker holds the recent refreshes of all consoles.
type refreshTracker struct {
	mu      sync.Mutex
	days    map[desk.Date]*refresh
	watched refresh // the last one
	calls   guard.Shared[struct{}, refresh]
}

// refresh is one refresh, finished or in progress, that consoles share.
type refresh struct {
	done chan struct{} // closed when it has finished
	at   time.Time     // valid when done is closed: its time; zero when it was cancelled
	err  error
}

// isFresh reports whether a refresh may be reused; one that failed only for errorTTL.
func (a *refresh) isFresh(now time.Time, age time.Duration) bool {
	if a.err != nil {
		age = min(age, errorTTL)
	}
	return !a.at.IsZero() && now.Sub(a.at) < age
}

// RefreshIfStale is Pull and RefreshWatched for one of several consoles: it requests only what no console has requested
// within the maximum age. It returns when the newest day was last refreshed, and any shared error.
func (c *Cache) RefreshIfStale(ctx context.Context, span desk.DateRange, s MaxAge) (at time.Time, err error) {
	if n := span.Len(); n == 0 || n > MaxDays {
		return time.Time{}, c.Pull(ctx, span) // returns the error
	}
	days := span.Days()
	newest := guard.Start(func() error { return c.freshenDays(ctx, days[:1], s.Newest) })
	older := guard.Start(func() error { return c.freshenDays(ctx, days[1:], s.Older) })
	watched := guard.Run(func() error { return c.freshenWatched(ctx, s.Newest) })
	if err := errors.Join(<-newest, <-older, watched); err != nil {
		return time.Time{}, err
	}
	c.refreshes.mu.Lock()
	defer c.refreshes.mu.Unlock()
	if a := c.refreshes.days[days[0]]; a != nil {
		at = a.at
	}
	return at, ctx.Err()
}

// freshenDays pulls the days, newest first, that are older than age; consecutive ones in one Pull.
func (c *Cache) freshenDays(ctx context.Context, days []desk.Date, age time.Duration) error {
	for len(days) > 0 {
		mine, others := c.reserve(days, age)
		if len(mine) > 0 {
			span := desk.DateRange{From: mine[len(mine)-1], To: mine[0]}
			err := guard.Run(func() error { return c.Pull(ctx, span) })
			c.settleShares(ctx, mine, err)
			if err != nil {
				return err
			}
			days = days[len(mine):]
			continue
		}
		select {
		case <-others.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if others.isFresh(c.Now(), age) {
			if others.err != nil {
				return others.err
			}
			days = days[1:]
		}
	}
	return nil
}

// reserve claims the leading days that are stale and not being refreshed. With none, others is the refresh of the first
// day.
func (c *Cache) reserve(days []desk.Date, age time.Duration) (mine []desk.Date, others *refresh) {
	c.refreshes.mu.Lock()
	defer c.refreshes.mu.Unlock()
	if c.refreshes.days == nil {
		c.refreshes.days = map[desk.Date]*refresh{}
	}
	for _, day := range days {
		known := c.refreshes.days[day]
		if known != nil && (!isDone(known) || known.isFresh(c.Now(), age)) {
			break
		}
		c.refreshes.days[day] = &refresh{done: make(chan struct{})}
		mine = append(mine, day)
	}
	return mine, c.refreshes.days[days[0]]
}

func isDone(a *refresh) bool {
	select {
	case <-a.done:
		return true
	default:
		return false
	}
}

// settleShares records the results of claimed days. A cancelled caller leaves them to the others.
func (c *Cache) settleShares(ctx context.Context, days []desk.Date, err error) {
	defer c.wakeSharers(days)
	span := desk.DateRange{From: days[len(days)-1], To: days[0]}
	failed := map[desk.Date]error{}
	for _, d := range c.Progress(span).Days {
		if d.State == Failed {
			failed[d.Day] = err
		}
	}
	c.refreshes.mu.Lock()
	defer c.refreshes.mu.Unlock()
	for _, day := range days {
		if a := c.refreshes.days[day]; ctx.Err() == nil {
			a.at, a.err = c.Now(), failed[day]
		}
	}
}

// wakeSharers unblocks those waiting for claimed days.
func (c *Cache) wakeSharers(days []desk.Date) {
	c.refreshes.mu.Lock()
	defer c.refreshes.mu.Unlock()
	for _, day := range days {
		close(c.refreshes.days[day].done)
	}
}

// freshenWatched refreshes the watched tickets unless another console has done so recently.
func (c *Cache) freshenWatched(ctx context.Context, age time.Duration) error {
	last, err := c.refreshes.calls.Do(ctx, struct{}{}, func(ctx context.Context) (refresh, error) {
		c.refreshes.mu.Lock()
		last := c.refreshes.watched
		c.refreshes.mu.Unlock()
		if last.isFresh(c.Now(), age) {
			return last, nil
		}
		last.err = guard.Run(func() error { return c.RefreshWatched(ctx) })
		if ctx.Err() != nil {
			return last, ctx.Err()
		}
		last.at = c.Now()
		c.refreshes.mu.Lock()
		defer c.refreshes.mu.Unlock()
		c.refreshes.watched = last
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
	older := c.olderTickets(watched)
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
	for row := range uint32(c.rows.n) {
		if s := c.rows.row(row); s.awaitsCall() && (c.OpenSince <= 0 || shown.hasDate(s)) {
			id := s.id()
			wanted[id] = refreshCandidate{id: desk.NewID(id), callback: s.callback, touched: c.watched[id]}
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
