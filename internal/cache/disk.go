package cache

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"frontdesk/internal/filestore"
	"frontdesk/internal/guard"
	"frontdesk/internal/sqlite"
)

// storedAge is how long a record is kept on disk that no answer has confirmed.
const storedAge = 60 * 24 * time.Hour

// How often changes are written: once things are quiet at first, then at most every writePause, and at the end.
const (
	writeDelay = 500 * time.Millisecond
	writePause = 10 * time.Second
	retryPause = 30 * time.Second // after a failure
)

// disk is what a cache keeps on disk: the tables of one file, which is open only while it is read or written, so that
// several processes share it and it can be deleted at any time. A nil disk keeps nothing.
type disk struct {
	file *sqlite.Shared

	loaded chan struct{} // closed when the tickets of the last time are known, or could not be read
	wake   chan struct{} // has an element when there is something to write
	ended  chan struct{} // closed when the writer has ended
	stop   chan struct{} // closed by Close
	stops  sync.Once

	seen sqlite.State // up to where the file is known; of the writer alone
	look atomic.Bool  // what other processes have written is to be read
	tidy time.Time    // when what is old was last deleted; of the writer alone

	// What is not written yet; guarded by Cache.mu.
	days    map[dayNumber]bool // true if tickets of it have changed, not only when it was asked for
	records map[recordKey]change

	partial map[dayNumber]bool // days of which memory lacks tickets that are on disk; guarded by Cache.mu
}

// change is a record to write; without a value the record is removed.
type change struct {
	stamp seq
	value any
}

// openDisk starts to read what is on disk, and writes changes until Close.
func (c *Cache) openDisk(dir string) {
	c.disk = &disk{
		file:    OpenFile(dir),
		loaded:  make(chan struct{}),
		wake:    make(chan struct{}, 1),
		ended:   make(chan struct{}),
		stop:    make(chan struct{}),
		days:    map[dayNumber]bool{},
		records: map[recordKey]change{},
		partial: map[dayNumber]bool{},
	}
	guard.Go(c.keepOnDisk)
}

// keepOnDisk reads what is on disk, and writes changes until Close.
func (c *Cache) keepOnDisk() {
	defer close(c.disk.ended)
	report(guard.Run(c.load))
	c.writeChanges()
}

// report logs why something of the cache could not be read or written. A console has no log and shows what the service
// answers; frontdesk doctor names the files that were set aside.
func report(err error) {
	if err != nil && !errors.Is(err, filestore.ErrLocked) && !sqlite.IsBusy(err) {
		slog.Warn("the cache on disk", "error", err.Error())
	}
}

// WaitLoaded returns when the tickets of the last time are known, if they are kept on disk.
func (c *Cache) WaitLoaded(ctx context.Context) {
	if c.disk == nil {
		return
	}
	select {
	case <-c.disk.loaded:
	case <-ctx.Done():
	}
}

// Close writes what has changed and ends the writing, that of articles included, and their prefetch.
func (c *Cache) Close() {
	c.Articles.Close()
	if c.disk != nil {
		c.disk.stops.Do(func() { close(c.disk.stop) })
		<-c.disk.ended
	}
}

// changed makes the writer write. c.mu is held.
func (d *disk) changed() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// rowChanged has a ticket written. c.mu is held.
func (d *disk) rowChanged(row *packedTicket) {
	if d != nil {
		d.days[row.storedDay()] = true
		d.changed()
	}
}

// isUnwritten reports whether memory alone has what is known of a ticket. c.mu is held.
func (d *disk) isUnwritten(row *packedTicket) bool {
	return d != nil && d.days[row.storedDay()]
}

// dayChanged has the state of a day written. c.mu is held.
func (d *disk) dayChanged(day dayNumber) {
	if d != nil {
		d.days[day] = d.days[day] || false
		d.changed()
	}
}

// rowEvicted notes that a ticket is on disk alone. c.mu is held.
func (d *disk) rowEvicted(row *packedTicket) {
	if d != nil {
		d.partial[row.storedDay()] = true
	}
}

// lookForOthers has what other processes have written read soon.
func (d *disk) lookForOthers() {
	if d != nil {
		d.look.Store(true)
		d.changed()
	}
}

// recordChanged has a record written. c.mu is held.
func (d *disk) recordChanged(key recordKey, stamp seq, value any) {
	if d != nil && d.records[key].stamp <= stamp {
		d.records[key] = change{stamp, value}
		d.changed()
	}
}

// writeChanges writes changes until Close, and then the rest.
func (c *Cache) writeChanges() {
	for {
		select {
		case <-c.disk.wake:
		case <-c.disk.stop:
		}
		last := !c.disk.pause(writeDelay) // before writing: what changes meanwhile is to be written, too
		err := guard.Run(c.write)
		report(err)
		if last {
			return
		}
		pause := writePause
		if err != nil {
			pause = retryPause
		}
		c.disk.pause(pause)
	}
}

// pause waits, and returns false at once when the cache is closed.
func (d *disk) pause(wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-d.stop:
		return false
	}
}
