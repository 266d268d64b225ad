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

// faultTime is how long an error is shared among consoles, so that they do not all retry separately.
const faultTime = 5 * time.Second

// refreshTracker holds the recent refreshes of all consoles.
type refreshTracker struct {
	mu      sync.Mutex
	days    map[desk.Date]*refresh
	watched *refresh
}

// refresh is one refresh, finished or in progress, that consoles share.
type refresh struct {
	done chan struct{} // closed when it has finished
	at   time.Time     // valid when done is closed: its time; zero when it was cancelled
	err  error
}

// isFresh reports whether a refresh may be reused; one that failed only for faultTime.
func (a *refresh) isFresh(now time.Time, age time.Duration) bool {
	if a.err != nil {
		age = min(age, faultTime)
	}
	return !a.at.IsZero() && now.Sub(a.at) < age
}

// RefreshIfStale is Pull and RefreshWatched for one of several consoles: it requests only what no console has requested
// within the maximum age. It returns when the newest day was last refreshed, and any shared error.
func (b *Cache) RefreshIfStale(ctx context.Context, span desk.DateRange, s MaxAge) (at time.Time, err error) {
	days := span.Days()
	if len(days) == 0 || len(days) > MaxDays {
		return time.Time{}, b.Pull(ctx, span) // returns the error
	}
	newest := guard.Start(func() error { return b.freshenDays(ctx, days[:1], s.Newest) })
	older := guard.Start(func() error { return b.freshenDays(ctx, days[1:], s.Older) })
	watched := guard.Run(func() error { return b.freshenWatched(ctx, s.Newest) })
	if err := errors.Join(<-newest, <-older, watched); err != nil {
		return time.Time{}, err
	}
	b.shares.mu.Lock()
	defer b.shares.mu.Unlock()
	if a := b.shares.days[days[0]]; a != nil {
		at = a.at
	}
	return at, ctx.Err()
}

// freshenDays pulls the days, newest first, that are older than age; consecutive ones in one Pull.
func (b *Cache) freshenDays(ctx context.Context, days []desk.Date, age time.Duration) error {
	for len(days) > 0 {
		mine, others := b.reserve(days, age)
		if len(mine) > 0 {
			err := guard.Run(func() error { return b.Pull(ctx, desk.DateRange{From: mine[len(mine)-1], To: mine[0]}) })
			b.settleShares(ctx, mine, err)
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
		if others.isFresh(b.Now(), age) {
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
func (b *Cache) reserve(days []desk.Date, age time.Duration) (mine []desk.Date, others *refresh) {
	b.shares.mu.Lock()
	defer b.shares.mu.Unlock()
	if b.shares.days == nil {
		b.shares.days = map[desk.Date]*refresh{}
	}
	for _, day := range days {
		known := b.shares.days[day]
		if known != nil && (!isDone(known) || known.isFresh(b.Now(), age)) {
			break
		}
		b.shares.days[day] = &refresh{done: make(chan struct{})}
		mine = append(mine, day)
	}
	return mine, b.shares.days[days[0]]
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
func (b *Cache) settleShares(ctx context.Context, days []desk.Date, err error) {
	defer b.wakeSharers(days)
	span := desk.DateRange{From: days[len(days)-1], To: days[0]}
	failed := map[desk.Date]error{}
	for _, d := range b.Progress(span).Days {
		if d.State == Failed {
			failed[d.Day] = err
		}
	}
	b.shares.mu.Lock()
	defer b.shares.mu.Unlock()
	for _, day := range days {
		if a := b.shares.days[day]; ctx.Err() == nil {
			a.at, a.err = b.Now(), failed[day]
		}
	}
}

// wakeSharers unblocks those waiting for claimed days.
func (b *Cache) wakeSharers(days []desk.Date) {
	b.shares.mu.Lock()
	defer b.shares.mu.Unlock()
	for _, day := range days {
		close(b.shares.days[day].done)
	}
}

// freshenWatched refreshes the watched tickets unless another console has done so recently.
func (b *Cache) freshenWatched(ctx context.Context, age time.Duration) error {
	for {
		known, mine := b.claimWatched(age)
		if mine {
			return b.askWatched(ctx, known)
		}
		select {
		case <-known.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if known.isFresh(b.Now(), age) {
			return known.err
		}
	}
}

// claimWatched claims the refresh of the watched tickets unless a fresh one exists or is in progress.
func (b *Cache) claimWatched(age time.Duration) (known *refresh, mine bool) {
	b.shares.mu.Lock()
	defer b.shares.mu.Unlock()
	known = b.shares.watched
	mine = known == nil || isDone(known) && !known.isFresh(b.Now(), age)
	if mine {
		known = &refresh{done: make(chan struct{})}
		b.shares.watched = known
	}
	return known, mine
}

// askWatched refreshes the watched tickets and unblocks the waiters.
func (b *Cache) askWatched(ctx context.Context, mine *refresh) error {
	defer close(mine.done)
	err := guard.Run(func() error { return b.RefreshWatched(ctx) })
	if ctx.Err() == nil {
		mine.at, mine.err = b.Now(), err
	}
	return err
}

const (
	maxWatched   = 1_000 // tickets on the watch list; the one watched longest ago is evicted first
	maxRefreshed = 200   // tickets per refresh: four calls
)

// Watch adds tickets to the watch list, so that they are refreshed even if no pull returns them.
func (b *Cache) Watch(ids ...desk.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, id := range ids {
		b.turn++
		b.watched[id.Raw()] = b.turn
	}
	for len(b.watched) > maxWatched {
		var oldest string
		for id, at := range b.watched {
			if oldest == "" || at < b.watched[oldest] {
				oldest = id
			}
		}
		delete(b.watched, oldest)
	}
}

// RefreshWatched fetches the tickets that are watched or have an open callback, at most 200: those not fetched for
// longest first, then the soonest callbacks, then the ones watched last. It leaves out tickets that the last Pull
// returned, so call it after Pull.
func (b *Cache) RefreshWatched(ctx context.Context) error {
	ids := b.refreshQueue()
	if len(ids) == 0 {
		return nil
	}
	_, missing, err := b.get(ctx, ids, wire.GetTicketRequest{})
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn++
	b.lastPullSeq = b.turn // so that the next call fetches them again
	for _, id := range missing {
		b.requeue(id)
	}
	return err
}

// requeue moves a ticket that the service does not know to the end of the queue; one that was never fetched is removed
// from the watch list. b.mu is held.
func (b *Cache) requeue(id desk.ID) {
	if row, known := b.index.at(id.Raw()); known {
		b.rowSeq[row] = b.lastPullSeq
		return
	}
	delete(b.watched, id.Raw())
}

// refreshCandidate is a ticket that may be refreshed.
type refreshCandidate struct {
	id             desk.ID
	callback       desk.UnixTime
	heard, touched seq
}

func (u refreshCandidate) compare(other refreshCandidate) int {
	return cmp.Or(
		cmp.Compare(u.heard, other.heard),
		cmp.Compare(last(u.callback), last(other.callback)),
		cmp.Compare(other.touched, u.touched),
		u.id.Compare(other.id),
	)
}

// last returns a sort key that puts a missing callback after all others.
func last(callback desk.UnixTime) uint64 { return uint64(callback) - 1 }

// refreshQueue returns the tickets to refresh, most urgent first.
func (b *Cache) refreshQueue() []desk.ID {
	b.mu.Lock()
	defer b.mu.Unlock()
	wanted := map[string]refreshCandidate{}
	for id, touched := range b.watched {
		wanted[id] = refreshCandidate{id: desk.NewKey(id), touched: touched}
	}
	for row := range uint32(b.rows.n) {
		if s := b.rows.row(row); s.awaitsCall() {
			id := s.id()
			wanted[id] = refreshCandidate{id: desk.NewKey(id), callback: s.callback, touched: b.watched[id]}
		}
	}
	for id, u := range wanted {
		if row, known := b.index.at(id); known {
			u.heard = b.rowSeq[row]
			wanted[id] = u
		}
	}
	maps.DeleteFunc(wanted, func(_ string, u refreshCandidate) bool { return u.heard > b.lastPullSeq })
	all := slices.SortedFunc(maps.Values(wanted), refreshCandidate.compare)
	ids := make([]desk.ID, min(len(all), maxRefreshed))
	for i := range ids {
		ids[i] = all[i].id
	}
	return ids
}
