package cache

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

const (
	maxJobs          = 8 // concurrent pulls
	defaultPullTries = 3 // pulls of a failed day, unless Config.PullTries says otherwise
	firstPause       = time.Second
)

// acquire registers the caller as a waiter on a job for each day, starting jobs where there are none. A job that keeps
// the open tickets alone serves no caller who wants all of them, and ends.
func (c *Cache) acquire(ctx context.Context, days []desk.Date, openOnly bool) []*pullJob {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.acquireLocked(ctx, days, openOnly)
}

// acquireLocked is acquire while c.mu is held.
func (c *Cache) acquireLocked(ctx context.Context, days []desk.Date, openOnly bool) []*pullJob {
	if now := c.advance(); !openOnly {
		c.lastPullSeq = now
	}
	jobs := make([]*pullJob, len(days))
	for i, day := range days {
		job := c.jobs[day]
		if job != nil && job.openOnly && !openOnly {
			c.pullsOf(job).revert()
			c.finish(job, context.Canceled)
			job = nil
		}
		if job == nil {
			job = &pullJob{day: day, openOnly: openOnly, done: make(chan struct{})}
			// The job is shared: cancelling one caller's context must not cancel it for the others.
			job.ctx, job.cancel = context.WithCancel(context.WithoutCancel(ctx))
			c.jobs[day] = job
			c.enqueue(job, nil)
		}
		job.waiters++
		jobs[i] = job
	}
	if !openOnly {
		c.notify()
	}
	return jobs
}

// release deregisters the caller and cancels jobs without waiters.
func (c *Cache) release(jobs []*pullJob) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, job := range jobs {
		job.waiters--
		if job.waiters > 0 {
			continue
		}
		job.cancel()
		if c.jobs[job.day] == job {
			c.pullsOf(job).revert()
			c.finish(job, context.Canceled)
		}
	}
	c.notifyOf(jobs[0])
}

// notifyOf tells subscribers what has become of a job, unless it is one of those of which noteOpen tells them. c.mu is
// held.
func (c *Cache) notifyOf(job *pullJob) {
	if !job.openOnly {
		c.notify()
	}
}

// enqueue queues a job and starts a worker if fewer than maxJobs run; c.mu is held.
func (c *Cache) enqueue(job *pullJob, because error) {
	c.pullsOf(job).wait(because)
	c.queue = append(c.queue, job)
	if c.busy < maxJobs {
		c.busy++
		guard.Go(c.worker)
	}
}

// worker runs queued jobs until the queue is empty.
func (c *Cache) worker() {
	for job := c.dequeue(); job != nil; job = c.dequeue() {
		c.handleResult(job, guard.Run(func() error { return c.pullDay(job) }))
	}
}

// dequeue returns the next job, or nil: those that callers of the shown days wait for first, then those with the fewest
// attempts, then the newest day. The last worker to stop evicts.
func (c *Cache) dequeue() *pullJob {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.queue) == 0 {
		if c.busy--; c.busy == 0 {
			c.evict()
		}
		return nil
	}
	job := slices.MinFunc(c.queue, func(x, y *pullJob) int {
		return cmp.Or(falseFirst(x.openOnly, y.openOnly), cmp.Compare(x.attempts, y.attempts), y.day.Compare(x.day))
	})
	c.unqueue(job)
	job.running = true
	c.pullsOf(job).start()
	c.notifyOf(job)
	return job
}

// falseFirst puts what is false before what is true.
func falseFirst(x, y bool) int {
	switch {
	case x == y:
		return 0
	case y:
		return -1
	}
	return 1
}

// handleResult finishes a job or schedules its retry. A rejected credential fails all jobs that are not running.
func (c *Cache) handleResult(job *pullJob, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.jobs[job.day] != job {
		return // released by all callers
	}
	job.running = false
	job.attempts++
	if !job.openOnly {
		c.noteShown(err)
	}
	switch {
	case err == nil:
		c.finish(job, nil)
	case isRetryable(err) && job.attempts < c.PullTries && !job.openOnly:
		c.pullsOf(job).wait(err)
		pause := firstPause << (job.attempts - 1)
		guard.AfterFunc(
			pause/2+rand.N(pause),
			func() { c.retry(job, err) },
		) // jittered: consoles must not retry in step
	case client.KindOf(err) == client.Unauthorized:
		// Every other call would fail too.
		for _, other := range c.jobs {
			if !other.running {
				c.pullsOf(other).fail(err, c.Now())
				c.finish(other, err)
			}
		}
	default:
		c.pullsOf(job).fail(err, c.Now())
		c.finish(job, err)
	}
	c.notifyOf(job)
}

// retry enqueues a failed job again, unless it was released meanwhile.
func (c *Cache) retry(job *pullJob, because error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.jobs[job.day] == job {
		c.enqueue(job, because)
	}
}

// finish ends a job in any state; c.mu is held.
func (c *Cache) finish(job *pullJob, err error) {
	delete(c.jobs, job.day)
	c.unqueue(job)
	job.cancel()
	job.err = err
	close(job.done)
}

func (c *Cache) unqueue(job *pullJob) {
	c.queue = slices.DeleteFunc(c.queue, func(other *pullJob) bool { return other == job })
}
