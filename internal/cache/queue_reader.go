package cache

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/filestore"
	"frontdesk/internal/guard"
)

// The pace at which older days are read.
const (
	queueDelay    = 2 * time.Second        // after the start, which belongs to what is shown
	queuePace     = time.Second            // between two days, at least
	recordPause   = 500 * time.Microsecond // between two days, for each record of the first
	lockedPause   = time.Minute            // until it is looked again whether another process reads them
	newsPause     = 4 * time.Second        // between two changes of the lists, which take longer than reading a day
	agentPause    = 500 * time.Millisecond // until it is looked again whether an agent waits
	nobodyPause   = 5 * time.Second        // likewise, while no console is open
	queueRest     = 5 * time.Minute        // until it is looked again for a day that is to be read, when none is
	firstRetry    = 30 * time.Second       // after a failure; it doubles with each further one
	backPause     = 5 * time.Second        // until it is looked again whether a service that was gone answers
	lastRetry     = 30 * time.Minute
	maxRefusals   = 3              // days in a row after whose refusal the service is asked for none before them
	queueAge      = 24 * time.Hour // after which an older day is read again
	queueOldAge   = 7 * queueAge   // likewise one that is older than oldDays
	oldDays       = 14
	queueTodayAge = 10 * time.Minute // likewise today, while no console shows it
)

// ReadQueue reads the open tickets of the days of the queue that no console shows until ctx ends, gently: newest first,
// one request at a time, while no other call is under way and somebody is there. Of the processes that share a
// directory one does so, and the others take over what it finds. A day is read again after queueAge or
// queueOldAge. It does nothing if the shown days alone are kept.
func (c *Cache) ReadQueue(ctx context.Context) {
	if c.OpenSince <= 0 {
		return
	}
	c.WaitLoaded(ctx)
	pause := queueDelay
	var lock readerLock
	defer lock.release()
	for c.waitForTurn(ctx, pause, &lock) {
		if !lock.take(c.Dir) {
			c.disk.lookForOthers()
			pause = lockedPause
			continue
		}
		day, wait := c.nextQueueDay()
		if wait > 0 {
			c.announce()
			pause = wait
			continue
		}
		err := guard.Run(func() error { return c.readOpen(ctx, day) })
		pause = c.noteOpen(day, err)
	}
}

// readerLock is held by the one process that reads older days of an account on this host.
type readerLock struct{ held *filestore.Lock }

// take takes the lock, and reports false while another process holds it. Without a directory there is no other one, and
// where files cannot be locked each reads for itself.
func (l *readerLock) take(dir string) bool {
	if l.held != nil || dir == "" {
		return true
	}
	err := filestore.MakePrivateDir(dir)
	if err == nil {
		l.held, err = filestore.TryLock(filepath.Join(dir, lockPrefix+"-reader"))
	}
	return !errors.Is(err, filestore.ErrLocked)
}

func (l *readerLock) release() {
	if l.held != nil {
		_ = l.held.Release() // it ends with the process
		l.held = nil
	}
}

// ReadQueueNow reads the open tickets of all days of the queue that ReadQueue would read, for a command that waits for
// them and is told of each. It returns the first error, and leaves out what the service refuses.
func (c *Cache) ReadQueueNow(ctx context.Context, onRead func()) (err error) {
	if c.OpenSince <= 0 {
		return nil
	}
	c.WaitLoaded(ctx)
	for ctx.Err() == nil {
		day, wait := c.nextQueueDay()
		if wait > 0 {
			c.announce()
			return err
		}
		failed := guard.Run(func() error { return c.readOpen(ctx, day) })
		c.noteOpen(day, failed)
		onRead()
		if failed != nil && !refusesDay(failed) {
			return cmp.Or(err, failed)
		}
		err = cmp.Or(err, failed)
	}
	return ctx.Err()
}

// waitForTurn waits for a time, and then until somebody is there and no other call is under way. While nobody is there,
// another process may read.
func (c *Cache) waitForTurn(ctx context.Context, pause time.Duration, lock *readerLock) bool {
	for c.rest(ctx, pause) {
		c.mu.Lock()
		isAlone, isPulling := len(c.subscriptions) == 0, len(c.jobs) > 0
		c.mu.Unlock()
		switch {
		case isAlone:
			lock.release()
			pause = nobodyPause
		case isPulling || c.Client.Busy():
			pause = agentPause
		default:
			return true
		}
	}
	return false
}

// rest waits for a time, or until a service that was gone answers again. It reports false if ctx ends before.
func (c *Cache) rest(ctx context.Context, pause time.Duration) bool {
	for ; pause > backPause; pause -= backPause {
		if !guard.Sleep(ctx, backPause) {
			return false
		}
		c.mu.Lock()
		isBack := c.older.isBack
		c.older.isBack = false
		c.mu.Unlock()
		if isBack {
			return true
		}
	}
	return guard.Sleep(ctx, pause)
}

// noteShown notes how reading a shown day went. Once a service that was gone answers again, the older days that could
// not be read are due.
func (c *Cache) noteShown(err error) {
	q := &c.older
	switch {
	case client.KindOf(err) == client.Unreachable:
		q.isGone = true
	case err == nil && q.isGone:
		q.isGone, q.isBack, q.failures = false, true, 0
		for _, d := range c.days {
			if client.KindOf(d.open.lastResult.Err) == client.Unreachable {
				d.tries, d.next = 0, time.Time{}
			}
		}
	}
}

// nextQueueDay returns the day to read next: those never read before those read too long ago, those with the fewest
// failures first, then the newest. Without one, it returns how long to wait.
func (c *Cache) nextQueueDay() (day desk.Date, wait time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now, shown := c.Now(), c.allDisplayed()
	days := c.queueDays().Days()
	today := days[0]
	if refused := c.older.refusedDay; refused != (desk.Date{}) && now.Before(c.older.again) {
		days = slices.DeleteFunc(days, func(d desk.Date) bool { return d.Compare(refused) <= 0 })
	}
	days = slices.DeleteFunc(days, func(day desk.Date) bool {
		if shown.hasDay(day) || c.jobs[day] != nil {
			return true
		}
		d := c.days[day]
		if d == nil {
			return false
		}
		most := queueAge
		switch {
		case day == today:
			most = queueTodayAge
		case day.Compare(today.Add(-oldDays)) < 0:
			most = queueOldAge
		}
		at := d.openAt()
		return now.Before(d.next) || !at.IsZero() && now.Sub(at) < most
	})
	if len(days) == 0 {
		return desk.Date{}, queueRest
	}
	return slices.MinFunc(days, func(x, y desk.Date) int {
		return cmp.Or(
			falseFirst(c.wasRead(x), c.wasRead(y)), cmp.Compare(c.triesOf(x), c.triesOf(y)), y.Compare(x),
		)
	}), 0
}

func (c *Cache) wasRead(day desk.Date) bool {
	d := c.days[day]
	return d != nil && !d.openAt().IsZero()
}

func (c *Cache) triesOf(day desk.Date) int {
	if d := c.days[day]; d != nil {
		return d.tries
	}
	return 0
}

// readOpen reads the open tickets of a day.
func (c *Cache) readOpen(ctx context.Context, day desk.Date) error {
	jobs := c.acquire(ctx, []desk.Date{day}, true)
	defer c.release(jobs)
	select {
	case <-jobs[0].done:
		return jobs[0].err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// queuePace returns the time between two days, at least: the embedded desk has nobody else to answer.
func (c *Cache) queuePace() time.Duration {
	if c.Embedded {
		return 0
	}
	return queuePace
}

// noteOpen notes how reading a day went, and returns how long to wait before the next one: as long as the service asks
// for, and longer after each failure.
func (c *Cache) noteOpen(day desk.Date, err error) (pause time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	d, q := c.dayOf(day), &c.older
	q.isNews = true
	if now := c.Now(); err != nil || now.Sub(q.announced) >= newsPause {
		defer c.announceNow(now)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return c.queuePace() // a console shows the day now
	case err == nil:
		d.tries, d.next, q.failures = 0, time.Time{}, 0
		q.refusals, q.refusedDay, q.refusal = nil, desk.Date{}, nil
		answer := &d.open.lastResult
		return max(c.queuePace(), time.Duration(answer.Received+answer.Repeated+answer.Unnumbered)*recordPause)
	case refusesDay(err):
		d.tries++
		d.next = c.Now().Add(queueAge)
		q.refusals = append(q.refusals, day)
		if len(q.refusals) >= maxRefusals || day == c.queueDays().From {
			q.refusedDay, q.refusal, q.again = slices.MaxFunc(q.refusals, desk.Date.Compare), err, d.next
		}
		return c.queuePace()
	}
	d.tries++
	q.failures++
	pause = min(firstRetry<<min(q.failures-1, 8), lastRetry)
	var fault *client.Error
	if errors.As(err, &fault) {
		pause = max(pause, fault.RetryAfter)
	}
	d.next = c.Now().Add(pause)
	return pause
}

// faultOfCaller is the first HTTP status that refuses what was asked for.
const faultOfCaller = 400

// announce tells subscribers of the older days that were read since they were last told.
func (c *Cache) announce() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.older.isNews {
		c.announceNow(c.Now())
	}
}

// announceNow is announce in any case. c.mu is held.
func (c *Cache) announceNow(now time.Time) {
	c.older.announced, c.older.isNews = now, false
	c.notify()
}

// refusesDay reports whether the service has answered that it does not give a day, rather than that it fails, is too
// busy or does not know who asks.
func refusesDay(err error) bool {
	var fault *client.Error
	if !errors.As(err, &fault) || fault.Kind == client.RateLimited || fault.Kind == client.Unauthorized {
		return false
	}
	return isRefused(err) || fault.Code >= faultOfCaller && fault.Code < faultOfService
}
