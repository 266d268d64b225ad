package gallery

import (
	"context"
	"slices"
	"sync"
	"time"
)

// clock is a virtual clock: it stands still until the runner advances it to the next timer.
type clock struct {
	wake func()

	mu      sync.Mutex
	done    <-chan struct{} // closed when the console ends
	now     time.Time
	waiting []*timer // in the order in which they were set
}

// timer is a pending Wait.
type timer struct {
	ctx   context.Context
	at    time.Time
	fired chan struct{}
}

// Now returns the current time.
func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Wait blocks until the clock has advanced by d; false if ctx or the console ended first.
func (c *clock) Wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	c.mu.Lock()
	a := &timer{ctx, c.now.Add(d), make(chan struct{})}
	c.waiting = append(c.waiting, a)
	done := c.done
	c.mu.Unlock()
	c.wake()
	select {
	case <-a.fired:
		return true
	case <-done:
		return false
	case <-ctx.Done():
		return false
	}
}

// begin removes all timers for another console.
func (c *clock) begin(done <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done, c.waiting = done, nil
}

// countWaiting returns the number of timers that are not cancelled.
func (c *clock) countWaiting() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dropCancelled()
	return len(c.waiting)
}

// dropCancelled removes cancelled timers. The caller holds c.mu.
func (c *clock) dropCancelled() {
	c.waiting = slices.DeleteFunc(c.waiting, func(a *timer) bool { return a.ctx.Err() != nil })
}

// next advances the clock to the first timer and fires it; false if there is none up to the limit.
func (c *clock) next(limit time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dropCancelled()
	if len(c.waiting) == 0 {
		return false
	}
	first := slices.MinFunc(c.waiting, func(a, b *timer) int { return a.at.Compare(b.at) })
	if first.at.After(limit) {
		return false
	}
	c.now = first.at
	c.waiting = slices.DeleteFunc(c.waiting, func(a *timer) bool { return a == first })
	close(first.fired)
	return true
}

// set advances the clock without firing timers.
func (c *clock) set(to time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if to.After(c.now) {
		c.now = to
	}
}
