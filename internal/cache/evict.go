package cache

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"time"

	"frontdesk/internal/desk"
)

// limits bound the size of a cache. A cache without subscribers is not bounded: it belongs to a single command.
type limits struct {
	idle      time.Duration // how long a ticket is kept that is neither displayed nor returned by a call
	every     time.Duration // interval between evictions; a tenth of it while there are too many tickets
	rows      int           // number of tickets above which all that are not displayed are evicted
	customers int           // number of customers kept; those not returned by a call for longest are evicted first
}

var usualLimits = limits{idle: 4 * time.Hour, every: 10 * time.Minute, rows: 250_000, customers: 20_000}

// moment is the sequence number at a time: rows record sequence numbers.
type moment struct {
	at   time.Time
	turn seq
}

// interest is what subscribers display, which is not evicted whatever its age.
type interest struct {
	days      []desk.DateRange
	windows   []timeRange // of days
	tickets   map[string]bool
	customers map[int64]bool
}

// interests returns what all subscribers display; b.mu is held.
func (b *Cache) interests() interest {
	all := interest{tickets: map[string]bool{}, customers: map[int64]bool{}}
	for f := range b.feeds {
		if days := f.looks.days; days != (desk.DateRange{}) && !slices.Contains(all.days, days) {
			all.days = append(all.days, days)
			all.windows = append(all.windows, newWindow(days, b.Zone))
		}
		all.tickets[f.looks.ticket.Raw()] = true
		all.customers[f.looks.customer] = true
	}
	delete(all.tickets, "")
	delete(all.customers, 0)
	return all
}

func (i *interest) hasDay(day desk.Date) bool {
	return slices.ContainsFunc(i.days, func(s desk.DateRange) bool { return day.Compare(s.From) >= 0 && day.Compare(s.To) <= 0 })
}

func (i *interest) hasRow(row *packedTicket) bool {
	return i.customers[row.customer] || slices.ContainsFunc(i.windows, func(w timeRange) bool { return w.has(row) })
}

// evict removes days, tickets and customers that are not displayed and have not been returned by a call for long. b.mu
// is held and no pull is running: its rows would be renumbered.
func (b *Cache) evict() {
	now, every := b.Now(), b.limits.every
	full := b.rows.n > b.limits.rows
	if full {
		every /= 10
	}
	if len(b.feeds) == 0 || now.Sub(b.evicted) < every {
		return
	}
	b.evicted = now
	looked := b.interests()
	b.customers.evict(b.limits.customers, looked.customers, now)
	old := b.turnBefore(now)
	if full {
		old = b.turn
	}
	days := b.idleDays(&looked, now, full)
	rows, kept := b.keptRows(&looked, old, days)
	if gone := b.rows.n - kept; gone*16 > b.rows.n || len(days) > MaxDays || b.words.len() > 2*kept+maxLexicons {
		b.rebuild(rows, kept, days)
	}
}

// turnBefore returns the sequence number at the start of the idle time, or 0 when that is not known yet.
func (b *Cache) turnBefore(now time.Time) seq {
	b.moments = append(b.moments, moment{now, b.turn})
	last := -1
	for i, m := range b.moments {
		if now.Sub(m.at) >= b.limits.idle {
			last = i
		}
	}
	if last < 0 {
		return 0
	}
	b.moments = slices.Delete(b.moments, 0, last) // the one found may be needed again
	return b.moments[0].turn
}

// idleDays returns the days that are not displayed and have not been pulled within the idle time.
func (b *Cache) idleDays(looked *interest, now time.Time, full bool) map[desk.Date]bool {
	idle := map[desk.Date]bool{}
	for day, d := range b.days {
		recent := !full && now.Sub(d.lastResult.At) < b.limits.idle
		if b.flights[day] == nil && !recent && !looked.hasDay(day) {
			idle[day] = true
		}
	}
	return idle
}

// keptRows reports by row which are kept, and how many: those displayed, watched, awaiting a callback, recently
// returned or listed by a day that is kept.
func (b *Cache) keptRows(looked *interest, old seq, idle map[desk.Date]bool) (rows []bool, kept int) {
	rows = make([]bool, b.rows.n)
	for day, d := range b.days {
		if !idle[day] {
			for _, row := range d.listed {
				rows[row] = true
			}
		}
	}
	for _, ids := range []iter.Seq[string]{maps.Keys(b.watched), maps.Keys(looked.tickets)} {
		for id := range ids {
			if row, known := b.index.at(id); known {
				rows[row] = true
			}
		}
	}
	for i := range rows {
		if s := b.rows.row(uint32(i)); !rows[i] {
			rows[i] = b.rowSeq[i] > old || s.awaitsCall() || looked.hasRow(s)
		}
		if rows[i] {
			kept++
		}
	}
	return rows, kept
}

// rebuild keeps the given rows and drops the others, the idle days and all unused texts and values. Existing snapshots
// are not affected.
func (b *Cache) rebuild(rows []bool, kept int, idle map[desk.Date]bool) {
	next := Cache{words: newLexicons(), texts: &arena{}, index: newIndex(kept), rowSeq: make([]seq, 0, kept)}
	values, numbers := b.words.values(), make([]uint32, len(rows))
	for i, keep := range rows {
		if !keep {
			continue
		}
		s := next.words.repack(&values, b.rows.row(uint32(i)))
		s.text = next.texts.keep(s.text)
		numbers[i] = next.rows.add(s)
		next.rowSeq = append(next.rowSeq, b.rowSeq[i])
		next.index.rows[s.id()] = numbers[i]
	}
	for day, d := range b.days {
		if idle[day] {
			delete(b.days, day)
			continue
		}
		for i, row := range d.listed { // all are kept
			d.listed[i] = numbers[row]
		}
	}
	b.shares.forget(idle)
	b.words, b.texts, b.rows, b.rowSeq, b.index = next.words, next.texts, next.rows, next.rowSeq, next.index
	b.version++
	b.notify()
}

// forget removes days, so that the next refresh pulls them again.
func (s *refreshTracker) forget(days map[desk.Date]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for day := range days {
		if a := s.days[day]; a != nil && isDone(a) {
			delete(s.days, day)
		}
	}
}

// evict removes the customers not returned by a call for longest while there are too many, except displayed ones.
func (all *customers) evict(most int, looked map[int64]bool, now time.Time) {
	if len(all.slips) > most {
		oldest := slices.Clone(all.slips)
		slices.SortFunc(oldest, func(x, y *customerEntry) int { return cmp.Compare(x.asked, y.asked) })
		for _, s := range oldest[:len(oldest)-most*7/8] { // with a margin, so that the next eviction is not immediate
			if !looked[s.record.ID] {
				delete(all.at, s.record.ID)
			}
		}
		all.slips = slices.DeleteFunc(all.slips, func(s *customerEntry) bool {
			_, kept := all.at[s.record.ID]
			return !kept
		})
		for i, s := range all.slips {
			all.at[s.record.ID] = i
		}
		all.last = nil
	}
	for id, h := range all.heard {
		if _, known := all.at[id]; !known && now.Sub(h.at) >= customerTTL {
			delete(all.heard, id)
		}
	}
	for id := range all.touched {
		_, known := all.at[id]
		if _, heard := all.heard[id]; !known && !heard {
			delete(all.touched, id)
			delete(all.orders, id) // they may be older than the write
		}
	}
}
