package cache

import (
	"database/sql"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"frontdesk/internal/guard"
	"frontdesk/internal/sqlite"
)

// load reads the tickets first, because the first screen waits for them.
func (c *Cache) load() error {
	d := c.disk
	var once sync.Once
	known := func() { once.Do(func() { close(d.loaded) }) }
	defer known()
	c.nameForeign()
	return d.file.Read(func(db *sql.DB) error {
		state, err := sqlite.StateOf(db)
		if err != nil || c.isAhead(db) {
			return err
		}
		if err := c.loadDays(db); err != nil {
			return err
		}
		d.seen = state
		known()
		defer c.announceRecords()
		return c.readRecords(db, 0)
	})
}

// nameForeign logs which files of another build are left where they are.
func (c *Cache) nameForeign() {
	files, _ := StoredFiles(c.Dir)
	files = slices.DeleteFunc(files, func(f StoredFile) bool { return !f.Foreign || f.Damaged })
	if len(files) > 0 {
		report(fmt.Errorf("%s is of another build and not read; frontdesk cache clear deletes it", files[0].Path))
	}
}

// isAhead reports whether what is on disk was asked for in the future, or by a clock that was put back since. It is
// then removed: what is answered now would count as older.
func (c *Cache) isAhead(db sqlite.Querier) bool {
	var newest int64
	row := db.QueryRowContext(untilDone,
		"SELECT max((SELECT coalesce(max(asked), 0) FROM day), (SELECT coalesce(max(asked), 0) FROM record))")
	if row.Scan(&newest) != nil || !time.UnixMicro(newest).After(c.Now().Add(maxAhead)) {
		return false
	}
	_ = os.Remove(c.disk.file.Path)
	return true
}

// loadDays takes over the days on disk, one after the other while the next one is read. Nobody is told before the last.
func (c *Cache) loadDays(db sqlite.Querier) error {
	var tickets int
	row := db.QueryRowContext(untilDone, "SELECT coalesce(sum(tickets), 0) FROM day")
	if err := row.Scan(&tickets); err != nil {
		return err
	}
	c.mu.Lock()
	if len(c.rows.all) == 0 {
		c.index, c.rowSeq = newIndex(tickets), make([]seq, 0, tickets)
	}
	c.mu.Unlock()
	days := make(chan *storedDay, 2)
	reading := guard.Start(func() error {
		defer close(days)
		return readDays(db, func(s *storedDay) { days <- s }, "asked >= ?", c.Now().Add(-storedAge).UnixMicro())
	})
	changed := false
	for s := range days {
		c.mu.Lock()
		changed = c.mergeDay(s) || changed
		c.mu.Unlock()
	}
	err := <-reading
	c.mu.Lock()
	defer c.mu.Unlock()
	if changed {
		c.learnCodes()
		c.version++
	}
	c.notify()
	return err
}

// announceRecords tells subscribers of records that were read from disk.
func (c *Cache) announceRecords() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.customers.last = nil
	c.notify()
}

// write takes over what other processes have written, and writes what has changed.
func (c *Cache) write() error {
	d := c.disk
	if look := d.look.Swap(false); !look && !c.hasChanges() {
		return nil
	}
	var taken unwritten
	var now sqlite.State
	err := d.file.Update(func(tx *sql.Tx, found sqlite.State) error {
		isNew := found.Lineage != d.seen.Lineage
		if isNew {
			d.seen = sqlite.State{Lineage: found.Lineage}
		}
		if err := c.takeNews(tx); err != nil {
			return err
		}
		taken = c.takeChanges(isNew)
		var err error
		now, err = taken.write(tx, found)
		if err == nil && c.Now().Sub(d.tidy) >= tidyEvery {
			d.tidy = c.Now()
			err = deleteOld(tx, d.tidy)
		}
		return err
	})
	if err != nil {
		c.putBack(taken)
		return err
	}
	d.seen = now
	return nil
}

func (c *Cache) hasChanges() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.disk.days) > 0 || len(c.disk.records) > 0
}

// takeNews takes over what other processes have written since the file was last read, and the days that are to be
// written and of which memory lacks tickets.
func (c *Cache) takeNews(tx *sql.Tx) error {
	d := c.disk
	c.mu.Lock()
	var lacking []dayNumber
	args := []any{d.seen.Writes}
	for day := range d.partial {
		if d.days[day] {
			args, lacking = append(args, day), append(lacking, day)
		}
	}
	c.mu.Unlock()
	where := "written > ? OR day IN (" + strings.TrimSuffix(strings.Repeat("?,", len(lacking)), ",") + ")"
	changed, read := false, false
	err := readDays(tx, func(s *storedDay) {
		c.mu.Lock()
		defer c.mu.Unlock()
		changed, read = c.mergeDay(s) || changed, true
	}, where, args...)
	c.mu.Lock()
	if err == nil {
		for _, day := range lacking {
			delete(d.partial, day) // also one that is not on disk any more
		}
	}
	if changed {
		c.learnCodes()
		c.version++
	}
	if changed || read && c.older.isNews {
		c.announceNow(c.Now())
	}
	c.mu.Unlock()
	if err != nil {
		return err
	}
	return c.readRecords(tx, d.seen.Writes)
}

// unwritten is what has changed, as it was at one moment.
type unwritten struct {
	days    []*dayToWrite
	values  interners
	records map[recordKey]change
}

// takeChanges returns what has changed since the last write, or everything.
func (c *Cache) takeChanges(all bool) unwritten {
	c.mu.Lock()
	defer c.mu.Unlock()
	return unwritten{c.takeDays(all), c.words, c.takeRecords(all)}
}

// putBack has written again what could not be.
func (c *Cache) putBack(taken unwritten) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, w := range taken.days {
		c.disk.days[w.day] = c.disk.days[w.day] || w.tickets
	}
	for key, change := range taken.records {
		if _, isNewer := c.disk.records[key]; !isNewer {
			c.disk.records[key] = change
		}
	}
	c.disk.changed()
}

// write writes the changes, and returns up to where the file is known then.
func (u *unwritten) write(tx *sql.Tx, file sqlite.State) (sqlite.State, error) {
	if len(u.days)+len(u.records) == 0 {
		return file, nil
	}
	file, err := file.Next(tx)
	if err != nil {
		return file, err
	}
	for _, day := range u.days {
		if err := day.write(tx, &u.values, file.Writes); err != nil {
			return file, err
		}
	}
	for key, change := range u.records {
		if err := writeRecord(tx, key, change, file.Writes); err != nil {
			return file, err
		}
	}
	return file, nil
}

// mergeDay takes over a day that another process, or this one at an earlier start, has written: the tickets that were
// asked for later than what is known, and how the pulls of the day went. c.mu is held.
func (c *Cache) mergeDay(s *storedDay) (changed bool) {
	s.intern(&c.words)
	c.seq = max(c.seq, s.state.Asked)
	state := c.days[dateOf(s.day)]
	var listed []uint32
	for i := range s.rows {
		row, isNewer := c.mergeStoredRow(&s.rows[i], s.stamps[i], state)
		changed = changed || isNewer
		if known := c.rows.all[row]; known.PulledDay == s.day && s.day != 0 && !known.delisted {
			listed = append(listed, row)
		}
	}
	delete(c.disk.partial, s.day)
	if s.day == 0 || state == nil && len(listed) == 0 && s.state == (storedState{}) {
		return changed
	}
	return c.mergeState(s, listed) || changed
}

// mergeStoredRow merges a row that is not in memory yet, and returns its number. day is that of the row, nil if nothing
// is known of it. c.mu is held.
func (c *Cache) mergeStoredRow(s *packedTicket, stamp seq, day *dayState) (row uint32, changed bool) {
	c.seq = max(c.seq, stamp)
	id := s.id()
	row, known := c.index.at(id)
	switch {
	case !known:
		if day != nil && day.whole > stamp && s.PulledDay != 0 {
			s.delisted = true // a later answer does not have it any more
			stamp = day.whole
			c.disk.rowChanged(s)
		}
		row = c.rows.add(s)
		c.rowSeq = append(c.rowSeq, stamp)
		c.index.put(id, row)
		return row, true
	case *c.rows.all[row] == *s:
		c.rowSeq[row] = max(c.rowSeq[row], stamp)
		return row, false
	case stamp <= c.rowSeq[row]:
		c.disk.rowChanged(c.rows.all[row]) // so that the file does not end with the older one
		return row, false
	}
	c.rowSeq[row] = stamp
	c.rows.replace(row, s)
	c.index.put(id, row)
	return row, true
}

// mergeState takes over how the pulls of a day went if they were later, and which rows are listed. c.mu is held.
func (c *Cache) mergeState(s *storedDay, listed []uint32) (changed bool) {
	d := c.dayOf(dateOf(s.day))
	slices.Sort(listed)
	isNewer := s.state.Asked > d.asked
	var over []uint32
	if isNewer && s.state.Whole > d.asked {
		over = without(d.listed, listed) // the later answer does not have them any more
	}
	if d.openAt().IsZero() {
		d.limit = s.state.Limit
		d.stored = union(d.stored, listed)
	}
	d.listed = without(union(d.listed, listed), over)
	if s.state.Open.At.After(d.openAt()) {
		d.open.restore(s.state.Open)
		c.older.isNews = true
	}
	if isNewer {
		d.asked, d.whole = s.state.Asked, max(d.whole, s.state.Whole)
	}
	if d.status.At.IsZero() && !s.state.Last.At.IsZero() {
		d.restore(s.state.Last)
	}
	before := c.version
	c.delist(s.state.Whole, over)
	return c.version != before
}

// restore takes over the last result of an earlier start. What is being asked for goes on.
func (d *pulls) restore(last DayStatus) {
	if last.Stored = true; last.State != Truncated {
		last.State = Complete
	}
	d.lastResult = last
	last.State = d.status.State
	d.status = last
}
