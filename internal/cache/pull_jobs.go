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
	maxFlights = 8 // concurrent pulls
	maxRounds  = 3 // pulls of a failed day, unless Config.MaxAttempts says otherwise
	firstPause = time.Second
)

// pullJob is the pull of one day, shared by its waiting callers. A failed day is retried after a backoff, with lower
// priority than days not pulled yet.
type pullJob struct {
	day         desk.Date
	ctx         context.Context
	cancel      context.CancelFunc
	waiters     int
	lastPullSeq int // attempts so far
	flying      bool
	done        chan struct{}
	err         error // valid when done is closed
}

// acquire registers the caller as a waiter on a job for each day, starting jobs where there are none.
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
			// The job is shared: cancelling one caller's context must not cancel it for the others.
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

// release deregisters the caller and cancels jobs without waiters.
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

// enqueue queues a job and starts a worker if fewer than maxFlights run; b.mu is held.
func (b *Cache) enqueue(f *pullJob, because error) {
	b.dayOf(f.day).wait(because)
	b.queue = append(b.queue, f)
	if b.busy < maxFlights {
		b.busy++
		guard.Go(b.worker)
	}
}

// worker runs queued jobs until the queue is empty.
func (b *Cache) worker() {
	for f := b.dequeue(); f != nil; f = b.dequeue() {
		b.handleResult(f, guard.Run(func() error { return b.pullDay(f) }))
	}
}

// dequeue returns the next job, or nil: those with the fewest attempts first, then the newest day. The last worker to
// stop evicts.
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

// handleResult finishes a job or schedules its retry. A rejected credential fails all jobs that are not running.
func (b *Cache) handleResult(f *pullJob, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.flights[f.day] != f {
		return // released by all callers
	}
	f.flying = false
	f.lastPullSeq++
	switch {
	case err == nil:
		b.finish(f, nil)
	case isRetryable(err) && f.lastPullSeq < b.MaxAttempts:
		b.dayOf(f.day).wait(err)
		pause := firstPause << (f.lastPullSeq - 1)
		guard.AfterFunc(pause/2+rand.N(pause), func() { b.retry(f, err) }) // jittered: consoles must not retry in step
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

// retry enqueues a failed job again, unless it was released meanwhile.
func (b *Cache) retry(f *pullJob, because error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.flights[f.day] == f {
		b.enqueue(f, because)
	}
}

// finish ends a job in any state; b.mu is held.
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
