package cache

import (
	"context"
	"errors"
	"sync"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

// MaxAge is how old an answer may be for one of several consoles to take it for its own.
type MaxAge struct {
	Newest time.Duration // of the newest day of a span, and of the watched tickets
	Older  time.Duration // of the other days
}

// faultTime is how long a fault counts for every console: they must not all try again by themselves.
const faultTime = 5 * time.Second

// refreshTracker is what the consoles of a book have asked for lately.
type refreshTracker struct {
	mu      sync.Mutex
	days    map[desk.Date]*refresh
	watched *refresh
}

// refresh is a question that was asked, or is being asked, for all.
type refresh struct {
	done chan struct{} // closed when it is answered
	at   time.Time     // then: when that was; zero when whoever asked gave up
	err  error
}

// isFresh says whether an attempt stands for one that would be made now; a fault does so for a moment only.
func (a *refresh) isFresh(now time.Time, age time.Duration) bool {
	if a.err != nil {
		age = min(age, faultTime)
	}
	return !a.at.IsZero() && now.Sub(a.at) < age
}

// RefreshIfStale is Pull and RefreshWatched for one of several consoles: it asks only for what no other one has asked for
// lately. It answers when the newest day was last heard of, and the faults that everybody met.
func (b *Cache) RefreshIfStale(ctx context.Context, span desk.DateRange, s MaxAge) (at time.Time, err error) {
	days := span.Days()
	if len(days) == 0 || len(days) > MaxDays {
		return time.Time{}, b.Pull(ctx, span) // which says what is wrong with it
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

// freshenDays asks for the days of a span, newest first, that are older than age, all at once where they follow on
// one another.
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

// reserve takes the first days that nobody has asked for lately; with none, others is whoever asked for the first.
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

// settleShares says how the days that were claimed went. Who gave up, or failed here, leaves them to the others.
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

// wakeSharers wakes whoever waits for days that were claimed.
func (b *Cache) wakeSharers(days []desk.Date) {
	b.shares.mu.Lock()
	defer b.shares.mu.Unlock()
	for _, day := range days {
		close(b.shares.days[day].done)
	}
}

// freshenWatched asks for the watched tickets unless somebody has lately.
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

// claimWatched takes the question for the watched tickets over unless somebody has asked it lately.
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

// askWatched asks for the watched tickets and wakes whoever waits for the answer.
func (b *Cache) askWatched(ctx context.Context, mine *refresh) error {
	defer close(mine.done)
	err := guard.Run(func() error { return b.RefreshWatched(ctx) })
	if ctx.Err() == nil {
		mine.at, mine.err = b.Now(), err
	}
	return err
}
