package cache

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
)

// PullHere pulls a day from the service for another host, unless isThere reports that its answer has arrived meanwhile.
// It joins a pull that is under way, and pulls once more if that one is too old for want.
func (c *Cache) PullHere(ctx context.Context, day desk.Date, want Want, isThere func() bool) error {
	c.WaitLoaded(ctx)
	days := []desk.Date{day}
	for moment := c.nextSeq(); ; {
		job, err := c.acquireHere(ctx, day, want, isThere)
		if err != nil || job == nil {
			return err
		}
		select {
		case <-job.done:
			err = job.err
		case <-ctx.Done():
			err = ctx.Err()
		}
		c.release([]*pullJob{job})
		if err != nil || len(c.answeredBefore(days, want, moment)) == 0 {
			return err
		}
	}
}

// askingTime is how long a pull that asks peers is waited for. Two hosts that ask each other must not wait for ever.
const askingTime = 5 * time.Second

// acquireHere registers the caller as a waiter on a job that asks no peer; nil if none is needed.
func (c *Cache) acquireHere(ctx context.Context, day desk.Date, want Want, isThere func() bool) (*pullJob, error) {
	ctx, stop := context.WithTimeoutCause(ctx, askingTime, errAsking)
	defer stop()
	for {
		job, asking := c.tryAcquireHere(ctx, day, want, isThere)
		if asking == nil {
			return job, nil
		}
		select {
		case <-asking:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// tryAcquireHere makes one attempt of acquireHere; the caller tries again when asking is closed. It checks under one
// lock that no pull is under way and that the answer is not there, so that a pull that has just ended is not made
// twice.
func (c *Cache) tryAcquireHere(
	ctx context.Context, day desk.Date, want Want, isThere func() bool,
) (_ *pullJob, asking <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	running := c.jobs[day]
	switch {
	case running != nil && running.asking != nil:
		return nil, running.asking
	case running == nil && isThere():
		return nil, nil
	}
	job := c.acquireLocked(ctx, []desk.Date{day}, want)[0]
	job.here = true
	return job, nil
}

// Adopt takes over what another host has pulled of a day by itself, if a console here shows the day; ask is that of the
// peers. A pull of the day that is under way comes first.
func (c *Cache) Adopt(ctx context.Context, day desk.Date, ask func(take func(Answer) error)) {
	c.WaitLoaded(ctx)
	job := c.beginAdopting(day)
	for job != nil && job.done != nil {
		select {
		case <-job.done:
		case <-ctx.Done():
			return
		}
		job = c.beginAdopting(day)
	}
	if job == nil {
		return
	}
	defer c.endAdopting()
	asked := c.nextSeq()
	ask(func(a Answer) error { return c.take(ctx, job, asked, a) })
}

// beginAdopting returns the job of an adoption, the job to wait for before it, which alone has a channel, or nil if
// nobody shows the day. An adoption counts as a worker, so that no row is evicted meanwhile.
func (c *Cache) beginAdopting(day desk.Date) *pullJob {
	c.mu.Lock()
	defer c.mu.Unlock()
	if running := c.jobs[day]; running != nil {
		return running
	}
	if shown := c.allDisplayed(); !shown.hasDay(day) {
		return nil
	}
	c.busy++
	return &pullJob{day: day, adopted: true}
}

func (c *Cache) endAdopting() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.busy--; c.busy == 0 {
		c.evict()
	}
}

// share gives the peers what the service has answered here, and the consoles of this host need not ask again.
func (c *Cache) share(job *pullJob, page *pullResult) {
	peers := c.peersOf()
	if peers == nil || page.shared == nil {
		return
	}
	page.shared.Read = c.Now()
	c.noteRefresh(job.day, page.shared.Asked, page.shared.Read)
	peers.Pulled(job.day, *page.shared)
}

// answerCopy keeps a compressed copy of an answer while it is read.
type answerCopy struct {
	kept bytes.Buffer
	to   *gzip.Writer
	full bool
}

// newCopy returns a copy of the next answer, and the options that fill it; nil without peers.
func (c *Cache) newCopy() (*answerCopy, []client.Option) {
	if c.peersOf() == nil {
		return nil, nil
	}
	k := &answerCopy{}
	return k, []client.Option{client.CopyTo(func() io.Writer {
		k.kept.Reset()
		k.to, k.full = nil, false
		k.to, _ = gzip.NewWriterLevel(&k.kept, gzip.BestSpeed) // the level is a valid one
		return k
	})}
}

// Write compresses a part of the answer. It never fails: the cache reads the answer also if it cannot be shared.
func (k *answerCopy) Write(p []byte) (int, error) {
	if k.full = k.full || k.kept.Len() > MaxAnswer; !k.full {
		_, _ = k.to.Write(p)
	}
	return len(p), nil
}

// answer returns what was copied; nil without peers.
func (k *answerCopy) answer(limit int, asked time.Time) *Answer {
	if k == nil || k.to == nil {
		return nil
	}
	a := &Answer{Limit: limit, Asked: asked}
	if _ = k.to.Close(); !k.full && k.kept.Len() <= MaxAnswer {
		a.Body = k.kept.Bytes()
	}
	return a
}
