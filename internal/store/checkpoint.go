package store

import (
	"context"
	"database/sql"
	"sync"
	"time"

	"frontdesk/internal/guard"
)

// checkpointAfter is how long after the last change the log is moved to the desk's file. Without that, all of a small
// desk would stay in the log for ever: SQLite itself moves it from 1,000 pages on.
const checkpointAfter = time.Second

// checkpointer moves the log of an open desk to its file when nobody writes.
type checkpointer struct {
	ctx   context.Context // of the desk: whoever opened it may be gone
	db    *sql.DB
	watch *fileWatch

	lock    sync.Mutex
	changed time.Time
	armed   bool // a timer is running
	closed  bool
	running sync.Mutex
}

// touch says that something was changed. The timer is never stopped or set again: a change would have to do so.
func (c *checkpointer) touch() {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.changed = time.Now()
	if !c.armed && !c.closed {
		c.armed = true
		guard.AfterFunc(checkpointAfter, c.onTimer)
	}
}

func (c *checkpointer) onTimer() {
	c.running.Lock()
	defer c.running.Unlock()
	c.lock.Lock()
	left := checkpointAfter - time.Since(c.changed)
	if left > 0 && !c.closed {
		guard.AfterFunc(left, c.onTimer)
		c.lock.Unlock()
		return
	}
	c.armed = false
	closed := c.closed
	c.lock.Unlock()
	if closed {
		return
	}
	if isWhole, _ := c.checkpoint(); !isWhole { // after an error, a later one or the end tries again
		c.touch()
	}
}

// checkpoint moves what it can without waiting for readers or writers, and reports whether that was everything.
func (c *checkpointer) checkpoint() (isWhole bool, err error) {
	if err := c.watch.check(); err != nil {
		return true, err // into another desk's file, it would damage that
	}
	var busy, pages, moved int
	err = c.db.QueryRowContext(c.ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &pages, &moved)
	return err != nil || busy == 0 && pages == moved, err
}

// close ends the timer and checkpoints: other processes may go on using the desk.
func (c *checkpointer) close() error {
	c.lock.Lock()
	c.closed = true
	c.lock.Unlock()
	c.running.Lock()
	defer c.running.Unlock()
	_, err := c.checkpoint()
	return err
}
