package cache

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

const (
	maxFlights = 8 // pulls at a time
	maxRounds  = 3 // a failed day is asked for twice more, unless Config.Rounds says otherwise
	firstPause = time.Second
)

// pullJob is the pull of one day, shared by all who wait for it. A failed day is asked for again by
// itself, after a pause and behind the days that were not asked for yet.
type pullJob struct {
	day         desk.Date
	ctx         context.Context
	cancel      context.CancelFunc
	waiters     int
	lastPullSeq int
	flying      bool
	done        chan struct{}
	err         error // valid when done is closed
}

// acquire makes the caller wait for a flight of each day, started where there is none.
func (b *Cache) acquire(ctx context.Context, days []desk.Date) []*pullJob {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn++
	b.lastPullSeq = b.turn
	flights := make([]*pullJob, len(days))
	for i, day := range days {
		f := b.flights[day]
		if f == nil {
			f = &pullJob{day: day, done: make(chan struct{})}
			// It belongs to all who wait for it: none of their contexts may end it for the others.
			f.ctx, f.cancel = context.WithCancel(context.WithoutCancel(ctx))
			b.flights[day] = f
			b.enqueue(f, nil)
		}
		f.waiters++
		flights[i] = f
	}
	b.notify()
	return flights
}

// release ends flights that nobody waits for any more; finished ones are no trouble.
func (b *Cache) release(flights []*pullJob) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range flights {
		f.waiters--
		if f.waiters > 0 {
			continue
		}
		f.cancel()
		if b.flights[f.day] == f {
			b.dayOf(f.day).revert()
			b.finish(f, context.Canceled)
		}
	}
	b.notify()
}

// enqueue lets a flight wait for its turn; b.mu is held.
func (b *Cache) enqueue(f *pullJob, because error) {
	b.dayOf(f.day).wait(because)
	b.queue = append(b.queue, f)
	if b.busy < maxFlights {
		b.busy++
		guard.Go(b.worker)
	}
}

// worker flies whatever waits until nothing does.
func (b *Cache) worker() {
	for f := b.dequeue(); f != nil; f = b.dequeue() {
		b.handleResult(f, guard.Run(func() error { return b.pullDay(f) }))
	}
}

// dequeue is the next flight: days that were not asked for yet before those that failed, newest first.
func (b *Cache) dequeue() *pullJob {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.queue) == 0 {
		if b.busy--; b.busy == 0 {
			b.evict()
		}
		return nil
	}
	f := slices.MinFunc(b.queue, func(x, y *pullJob) int {
		return cmp.Or(cmp.Compare(x.lastPullSeq, y.lastPullSeq), y.day.Compare(x.day))
	})
	b.unqueue(f)
	f.flying = true
	b.dayOf(f.day).start()
	b.notify()
	return f
}

// handleResult lands a flight or, where a later try may go better, has it wait for one.
func (b *Cache) handleResult(f *pullJob, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.flights[f.day] != f {
		return // everybody left
	}
	f.flying = false
	f.lastPullSeq++
	switch {
	case err == nil:
		b.finish(f, nil)
	case isRetryable(err) && f.lastPullSeq < b.MaxAttempts:
		b.dayOf(f.day).wait(err)
		pause := firstPause << (f.lastPullSeq - 1)
		guard.AfterFunc(pause/2+rand.N(pause), func() { b.retry(f, err) }) // jittered: many consoles must not come back in step
	case isUnauthorized(err):
		for _, other := range b.flights {
			if !other.flying {
				b.dayOf(other.day).fail(err)
				b.finish(other, err)
			}
		}
	default:
		b.dayOf(f.day).fail(err)
		b.finish(f, err)
	}
	b.notify()
}

// retry enqueues a flight that failed, unless everybody has left meanwhile.
func (b *Cache) retry(f *pullJob, because error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.flights[f.day] == f {
		b.enqueue(f, because)
	}
}

// finish ends a flight, wherever it is; b.mu is held.
func (b *Cache) finish(f *pullJob, err error) {
	delete(b.flights, f.day)
	b.unqueue(f)
	f.cancel()
	f.err = err
	close(f.done)
}

func (b *Cache) unqueue(f *pullJob) {
	b.queue = slices.DeleteFunc(b.queue, func(other *pullJob) bool { return other == f })
}
