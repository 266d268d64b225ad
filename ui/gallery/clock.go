package gallery

import (
	"context"
	"slices"
	"sync"
	"time"
)

// clock is a scene's time: it stands still until the player moves it to the moment for which somebody waits.
type clock struct {
	wake func()

	mu      sync.Mutex
	done    <-chan struct{} // ends with the console that is played
	now     time.Time
	waiting []*timer // in the order in which they were set
}

// timer is somebody who waits for a moment.
type timer struct {
	ctx   context.Context
	at    time.Time
	fired chan struct{}
}

// Now is the scene's time.
func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Wait waits for the clock to be moved by d; false when ctx ended first.
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

// begin begins with another console, which nobody waits for yet.
func (c *clock) begin(done <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done, c.waiting = done, nil
}

// countWaiting is how many wait and have not been called off.
func (c *clock) countWaiting() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dropCancelled()
	return len(c.waiting)
}

// dropCancelled leaves out who was called off; c.mu is held.
func (c *clock) dropCancelled() {
	c.waiting = slices.DeleteFunc(c.waiting, func(a *timer) bool { return a.ctx.Err() != nil })
}

// next moves the clock to the next moment somebody waits for and wakes them; false when that is not before the limit.
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

// set moves the clock on to a moment that nobody waits for.
func (c *clock) set(to time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if to.After(c.now) {
		c.now = to
	}
}
