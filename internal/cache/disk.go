package cache

import (
	"context"
	"errors"
	"iter"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"frontdesk/internal/cachefile"
	"frontdesk/internal/desk"
	"frontdesk/internal/filestore"
	"frontdesk/internal/guard"
)

// Names of the files in the directory of an account's cache.
const (
	ticketsFile   = "records-tickets"
	customersFile = "records-customers" // with their orders, and the vocabulary that is not in tickets
	detailsFile   = "records-read"      // tickets that were read
)

// storedAge is how long a record is kept on disk that no answer has confirmed.
const storedAge = 60 * 24 * time.Hour

// How often changes are written: not before writeDelay, and so seldom that writing takes a twentieth of one core at
// most.
const (
	writeDelay = 500 * time.Millisecond
	writePause = time.Second
	writeShare = 20
	retryPause = 30 * time.Second // after a failure
)

// disk is what a cache keeps on disk. A nil disk keeps nothing.
type disk struct {
	tickets, customers, details *cachefile.File

	loaded chan struct{} // closed when the tickets of the last time are known, or could not be read
	wake   chan struct{} // has an element when there is something to write
	ended  chan struct{} // closed when the writer has ended
	stop   chan struct{} // closed by Close
	stops  sync.Once

	// What is not written yet; guarded by Cache.mu.
	rows    map[uint32]struct{}
	days    map[desk.Date]struct{}
	records map[string]change // of customersFile, by key
	read    map[string]change // of detailsFile, by ticket
	all     bool              // everything known is to be written
	look    atomic.Bool       // what other processes have written is to be read

	placesMu sync.Mutex
	places   map[string]detailPlace // of tickets that were read, by id
}

// change is a record to write; without a value the record is removed.
type change struct {
	stamp seq
	value any
}

// newDisk returns what is kept in a directory, of which nothing is read yet.
func newDisk(dir string, now func() time.Time) *disk {
	file := func(name string, o cachefile.Options) *cachefile.File {
		o.MaxAge, o.Now = storedAge, now
		return cachefile.Open(filepath.Join(dir, name), o)
	}
	return &disk{
		tickets:   file(ticketsFile, cachefile.Options{Words: rowWords, Numbers: rowNumbers, MaxBytes: 64 << 20}),
		customers: file(customersFile, cachefile.Options{MaxBytes: 16 << 20}),
		details:   file(detailsFile, cachefile.Options{MaxBytes: 16 << 20, MaxFrame: 128 << 10}),
		loaded:    make(chan struct{}),
		wake:      make(chan struct{}, 1),
		ended:     make(chan struct{}),
		stop:      make(chan struct{}),
		rows:      map[uint32]struct{}{},
		days:      map[desk.Date]struct{}{},
		records:   map[string]change{},
		read:      map[string]change{},
		places:    map[string]detailPlace{},
	}
}

// IsStored reports whether a directory holds the tickets of an account, as Config.Dir would be given it.
func IsStored(dir string) bool {
	if dir == "" {
		return false
	}
	info, err := os.Stat(filepath.Join(dir, ticketsFile))
	return err == nil && info.Size() > 0
}

// openDisk starts to read what is on disk, and writes changes until Close.
func (c *Cache) openDisk(dir string) {
	c.disk = newDisk(dir, c.Now)
	guard.Go(func() {
		defer close(c.disk.ended)
		c.load()
		c.writeChanges()
	})
}

// load reads the tickets first, because the first screen waits for them.
func (c *Cache) load() {
	d := c.disk
	func() {
		defer close(d.loaded)
		report(guard.Run(c.loadTickets))
	}()
	report(guard.Run(c.loadCustomers))
	report(guard.Run(c.loadDetails))
}

// report logs why something of the cache could not be read or written. A console has no log and shows what the service
// answers; frontdesk doctor names the files that were set aside.
func report(err error) {
	if err != nil && !errors.Is(err, filestore.ErrLocked) {
		slog.Warn("the cache on disk", "fault", err.Error())
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

// rowChanged has a row written. c.mu is held.
func (d *disk) rowChanged(row uint32) {
	if d != nil {
		d.rows[row] = struct{}{}
		d.changed()
	}
}

// unwritten returns the rows that are not written yet. c.mu is held.
func (d *disk) unwritten() iter.Seq[uint32] {
	if d == nil {
		return func(func(uint32) bool) {}
	}
	return maps.Keys(d.rows)
}

// renumber gives the rows to be written the numbers that they have after an eviction. c.mu is held.
func (d *disk) renumber(numbers []uint32) {
	if d == nil {
		return
	}
	rows := make(map[uint32]struct{}, len(d.rows))
	for row := range d.rows {
		rows[numbers[row]] = struct{}{}
	}
	d.rows = rows
}

// dayChanged has the state of a day written. c.mu is held.
func (d *disk) dayChanged(day desk.Date) {
	if d != nil {
		d.days[day] = struct{}{}
		d.changed()
	}
}

// lookForOthers has what other processes have written read soon.
func (d *disk) lookForOthers() {
	d.look.Store(true)
	d.changed()
}

// recordChanged has a record of customersFile written. c.mu is held.
func (d *disk) recordChanged(key string, stamp seq, value any) {
	if d != nil && d.records[key].stamp <= stamp {
		d.records[key] = change{stamp, value}
		d.changed()
	}
}

// ticketRead has a ticket written that was read. c.mu is held.
func (d *disk) ticketRead(id string, stamp seq, value any) {
	if d != nil && d.read[id].stamp <= stamp {
		d.read[id] = change{stamp, value}
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
		began := time.Now()
		err := guard.Run(c.write)
		report(err)
		if last {
			return
		}
		pause := max(writePause, writeShare*time.Since(began))
		if err != nil {
			pause = max(pause, retryPause)
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

// write writes all changes. After a failure everything is written the next time, because what was taken is not known
// to be on disk.
func (c *Cache) write() error {
	err := errors.Join(c.writeTickets(), c.writeRecords(), c.writeDetails())
	if err == nil {
		return errors.Join(c.tidyTickets(), c.tidy(c.disk.customers), c.tidyDetails())
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.disk.all = true
	c.disk.changed()
	return err
}

// A file is written anew when so much of it was replaced.
const (
	tidyShare = 2
	tidyLeast = 5_000
)

// isUntidy reports whether a file holds many records that were replaced.
func isUntidy(f *cachefile.File, live int) bool { return f.Records() > tidyShare*live+tidyLeast }

// tidyTickets drops rows that were replaced or are old. Days that were confirmed unchanged count as new.
func (c *Cache) tidyTickets() error {
	c.mu.Lock()
	live := c.rows.n + len(c.days)
	c.mu.Unlock()
	if !isUntidy(c.disk.tickets, live) {
		return nil
	}
	return c.disk.tickets.Rewrite(c.adoptRows, c.confirmed)
}

// confirmed returns when the row of a key was last answered.
func (c *Cache) confirmed(key string) int64 {
	id, isRow := cutKey(key, rowKey)
	if !isRow {
		return 0
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if row, known := c.index.at(id); known {
		return int64(c.rowSeq[row])
	}
	return 0
}

// tidy drops records that were replaced or are old.
func (c *Cache) tidy(f *cachefile.File) error {
	c.mu.Lock()
	live := len(c.customers.entries) + c.customers.orders.Len()
	c.mu.Unlock()
	if !isUntidy(f, live) {
		return nil
	}
	return f.Rewrite(c.adoptRecords, nil)
}

// CountStored counts the records of a file of a cache on disk by what they are. There is none for files that hold
// something else. A damaged file is left where it is, and the error is cachefile.ErrDamaged.
func CountStored(path string) (map[string]int, error) {
	d := newDisk(filepath.Dir(path), time.Now)
	names := map[string]string{rowKey: "tickets", dayKey: "days", customerKey: "customers", orderKey: "customers with orders"}
	var file *cachefile.File
	switch filepath.Base(path) {
	case ticketsFile:
		file = d.tickets
	case customersFile:
		file = d.customers
	case detailsFile:
		file = d.details
	default:
		return nil, nil
	}
	var mu sync.Mutex
	newest := map[string]int64{}
	has := map[string]bool{}
	err := file.Inspect(func(_ int, b *cachefile.Block) {
		mu.Lock()
		defer mu.Unlock()
		for i := range b.Len() {
			if key := b.Key(i); b.Stamp(i) >= newest[key] {
				newest[key], has[key] = b.Stamp(i), b.Text(i) != ""
			}
		}
	})
	if err != nil {
		return nil, err
	}
	counts := map[string]int{}
	for key, there := range has {
		name := "tickets read"
		if file != d.details && key != "" {
			name = names[key[:1]]
		}
		if there && name != "" {
			counts[name]++
		}
	}
	return counts, nil
}
