package cache

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
)

var usualLimits = limits{idle: 4 * time.Hour, every: 10 * time.Minute, rows: 250_000, customers: 20_000}

// displayedRecords is what subscribers display, which is not evicted whatever its age.
type displayedRecords struct {
	days      []desk.DateRange
	windows   []filter.Span // of days
	tickets   map[string]bool
	rows      map[string]bool // of lists
	customers map[int64]bool
}

// allDisplayed returns what all subscribers display; c.mu is held.
func (c *Cache) allDisplayed() displayedRecords {
	all := displayedRecords{tickets: map[string]bool{}, rows: map[string]bool{}, customers: map[int64]bool{}}
	for s := range c.subscriptions {
		if days := s.displayed.days; days != (desk.DateRange{}) && !slices.Contains(all.days, days) {
			all.days = append(all.days, days)
			all.windows = append(all.windows, filter.NewSpan(days, c.Zone))
		}
		all.tickets[s.displayed.ticket.Raw()] = true
		all.customers[s.displayed.customer] = true
		for _, id := range s.displayed.rows {
			all.rows[id.Raw()] = true
		}
	}
	delete(all.tickets, "")
	delete(all.customers, 0)
	return all
}

func (d *displayedRecords) hasDay(day desk.Date) bool {
	return slices.ContainsFunc(
		d.days,
		func(s desk.DateRange) bool { return day.Compare(s.From) >= 0 && day.Compare(s.To) <= 0 },
	)
}

func (d *displayedRecords) hasRow(row *packedTicket) bool {
	return d.customers[row.Customer] || d.hasDate(row)
}

// hasDate reports whether a ticket is of the days that are displayed.
func (d *displayedRecords) hasDate(row *packedTicket) bool {
	return slices.ContainsFunc(d.windows, func(w filter.Span) bool { return w.Has(&row.Row) })
}

// evict removes days, tickets and customers that are not displayed and have not been returned by a call for long. c.mu
// is held and no pull is running: its rows would be renumbered.
func (c *Cache) evict() {
	now, every := c.Now(), c.limits.every
	full := len(c.rows.all) > c.limits.rows
	if full {
		every /= 10
	}
	if len(c.subscriptions) == 0 || now.Sub(c.evicted) < every {
		return
	}
	c.evicted = now
	displayed := c.allDisplayed()
	c.customers.evict(c.limits.customers, displayed.customers, now)
	var old seq // what was answered until then is idle; nothing is while all may still be what was on disk
	switch {
	case full:
		old = c.seq
	case now.Sub(c.began) >= c.limits.idle:
		old = seq(now.Add(-c.limits.idle).UnixMicro())
	}
	days := c.idleDays(&displayed, now, full)
	rows, kept := c.keptRows(&displayed, old, days)
	isStale := len(days) > MaxDays || c.words.len() > 2*kept+maxInterned
	if gone := len(rows) - kept; gone*16 > len(rows) || isStale {
		c.rebuild(rows, kept, days)
	}
}

// idleDays returns the days that are not displayed and have not been pulled within the idle time.
func (c *Cache) idleDays(displayed *displayedRecords, now time.Time, full bool) map[desk.Date]bool {
	idle := map[desk.Date]bool{}
	for day, d := range c.days {
		if d.lastResult.At.IsZero() && c.isQueueDay(day) {
			continue // nothing of it is kept but its open tickets
		}
		recent := !full && now.Sub(d.lastResult.At) < c.limits.idle
		if c.jobs[day] == nil && !recent && !displayed.hasDay(day) {
			idle[day] = true
		}
	}
	return idle
}

// keptRows reports by row which are kept, and how many: those displayed, watched, open, recently returned or listed by
// a day that is kept with all its tickets.
func (c *Cache) keptRows(displayed *displayedRecords, old seq, idle map[desk.Date]bool) (rows []bool, kept int) {
	rows = make([]bool, len(c.rows.all))
	for day, d := range c.days {
		if !idle[day] && !d.lastResult.At.IsZero() {
			for _, row := range d.listed {
				rows[row] = true
			}
		}
	}
	for _, ids := range []iter.Seq[string]{maps.Keys(c.watched), maps.Keys(displayed.tickets)} {
		for id := range ids {
			if row, known := c.index.at(id); known {
				rows[row] = true
			}
		}
	}
	for i := range rows {
		if s := c.rows.all[i]; !rows[i] {
			rows[i] = c.rowSeq[i] > old || c.isQueued(s) || displayed.hasRow(s) || c.disk.isUnwritten(s)
		}
		if rows[i] {
			kept++
		}
	}
	return rows, kept
}

// rebuild keeps the given rows and drops the others, the idle days and all unused texts and values. Existing snapshots
// are not affected. Rows get new numbers: with numbers that stay, each loop over rows would skip holes, and work lists
// would need to know which number was given again, which is as much code, while moving them costs nothing beside the
// texts and values that are written anew.
func (c *Cache) rebuild(rows []bool, kept int, idle map[desk.Date]bool) {
	next := Cache{words: newInterners(), texts: &arena{}, index: newIndex(kept), rowSeq: make([]seq, 0, kept)}
	values := c.words
	moves := &renumbering{before: c.moves.number(), to: make([]uint32, len(rows)), made: map[*placement]*placement{}}
	for i, keep := range rows {
		if !keep {
			c.disk.rowEvicted(c.rows.all[i])
			continue
		}
		s := next.words.repack(&values, c.rows.all[i])
		s.text = next.texts.keep(s.text)
		number := next.rows.add(next.rows.place(s))
		next.rowSeq = append(next.rowSeq, c.rowSeq[i])
		next.index.rows[s.id()], moves.to[i] = number, number+1
	}
	for day, d := range c.days {
		switch {
		case idle[day] && c.isQueueDay(day):
			d.keepOpenOnly()
		case idle[day]:
			delete(c.days, day)
			continue
		}
		d.listed, d.stored = moves.rows(d.listed), moves.rows(d.stored)
	}
	c.words, c.texts, c.rows, c.rowSeq, c.index = next.words, next.texts, next.rows, next.rowSeq, next.index
	c.moves = moves
	c.version++
	c.notify()
}

// evict removes the customers not returned by a call for longest while there are too many, except displayed ones.
func (all *customers) evict(most int, displayed map[int64]bool, now time.Time) {
	if oldest := all.entries(); len(oldest) > most {
		slices.SortFunc(oldest, func(x, y *customerEntry) int { return cmp.Compare(x.asked, y.asked) })
		for _, s := range oldest[:len(oldest)-most*7/8] { // with a margin, so that the next eviction is not immediate
			if !displayed[s.record.ID] {
				all.byID[s.record.ID].entry = nil
			}
		}
		all.last = nil
	}
	for id, known := range all.byID {
		if known.entry == nil && now.Sub(known.fetched.at) >= customerTTL {
			if delete(all.byID, id); known.written != 0 {
				all.orders.Remove(id) // they may be older than the write
			}
		}
	}
}
