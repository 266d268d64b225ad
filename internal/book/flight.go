package book

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

// flight is the pull of one day, shared by all who wait for it. A failed day is asked for again by
// itself, after a pause and behind the days that were not asked for yet.
type flight struct {
	day     desk.Day
	ctx     context.Context
	cancel  context.CancelFunc
	waiters int
	round   int
	flying  bool
	done    chan struct{}
	err     error // valid when done is closed
}

// join makes the caller wait for a flight of each day, started where there is none.
func (b *Book) join(ctx context.Context, days []desk.Day) []*flight {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn++
	b.round = b.turn
	flights := make([]*flight, len(days))
	for i, day := range days {
		f := b.flights[day]
		if f == nil {
			f = &flight{day: day, done: make(chan struct{})}
			// It belongs to all who wait for it: none of their contexts may end it for the others.
			f.ctx, f.cancel = context.WithCancel(context.WithoutCancel(ctx))
			b.flights[day] = f
			b.enqueue(f, nil)
		}
		f.waiters++
		flights[i] = f
	}
	b.tell()
	return flights
}

// leave ends flights that nobody waits for any more; finished ones are no trouble.
func (b *Book) leave(flights []*flight) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range flights {
		f.waiters--
		if f.waiters > 0 {
			continue
		}
		f.cancel()
		if b.flights[f.day] == f {
			b.dayOf(f.day).giveUp()
			b.land(f, context.Canceled)
		}
	}
	b.tell()
}

// enqueue lets a flight wait for its turn; b.mu is held.
func (b *Book) enqueue(f *flight, because error) {
	b.dayOf(f.day).wait(because)
	b.queue = append(b.queue, f)
	if b.busy < maxFlights {
		b.busy++
		guard.Go(b.work)
	}
}

// work flies whatever waits until nothing does.
func (b *Book) work() {
	for f := b.take(); f != nil; f = b.take() {
		b.settle(f, guard.Run(func() error { return b.pullDay(f) }))
	}
}

// take is the next flight: days that were not asked for yet before those that failed, newest first.
func (b *Book) take() *flight {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.queue) == 0 {
		if b.busy--; b.busy == 0 {
			b.evict()
		}
		return nil
	}
	f := slices.MinFunc(b.queue, func(x, y *flight) int { return cmp.Or(cmp.Compare(x.round, y.round), y.day.Compare(x.day)) })
	b.unqueue(f)
	f.flying = true
	b.dayOf(f.day).start()
	b.tell()
	return f
}

// settle lands a flight or, where a later try may go better, has it wait for one.
func (b *Book) settle(f *flight, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.flights[f.day] != f {
		return // everybody left
	}
	f.flying = false
	f.round++
	switch {
	case err == nil:
		b.land(f, nil)
	case again(err) && f.round < b.Rounds:
		b.dayOf(f.day).wait(err)
		pause := firstPause << (f.round - 1)
		guard.AfterFunc(pause/2+rand.N(pause), func() { b.retry(f, err) }) // jittered: many consoles must not come back in step
	case denied(err):
		for _, other := range b.flights {
			if !other.flying {
				b.dayOf(other.day).fail(err)
				b.land(other, err)
			}
		}
	default:
		b.dayOf(f.day).fail(err)
		b.land(f, err)
	}
	b.tell()
}

// retry enqueues a flight that failed, unless everybody has left meanwhile.
func (b *Book) retry(f *flight, because error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.flights[f.day] == f {
		b.enqueue(f, because)
	}
}

// land ends a flight, wherever it is; b.mu is held.
func (b *Book) land(f *flight, err error) {
	delete(b.flights, f.day)
	b.unqueue(f)
	f.cancel()
	f.err = err
	close(f.done)
}

func (b *Book) unqueue(f *flight) {
	b.queue = slices.DeleteFunc(b.queue, func(other *flight) bool { return other == f })
}
