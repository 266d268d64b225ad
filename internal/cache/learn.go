package cache

import (
	"strings"

	"frontdesk/internal/desk"
)

// seq counts requests and receipts in the order of their making. A row remembers the turn of the
// answer that taught it, so that a pull that was asked before an update, and arrives after it, does
// not bring the old state back.
type seq uint32

// next is the turn of a request about to be made, or of a receipt that has just come.
func (b *Cache) next() seq {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn++
	return b.turn
}

// merge takes tickets of one answer over and returns their row numbers. day is the day whose pull
// brought them, or the zero Day.
func (b *Cache) merge(from source, asked seq, day desk.Date, tickets []desk.Ticket) []uint32 {
	rows := make([]uint32, 0, len(tickets))
	b.mu.Lock()
	defer b.mu.Unlock()
	changed := false
	for i := range tickets {
		row, news := b.mergeTicket(from, asked, day, &tickets[i])
		rows = append(rows, row)
		changed = changed || news
	}
	if changed {
		b.version++
		b.notify()
	}
	return rows
}

func (b *Cache) mergeTicket(from source, asked seq, day desk.Date, t *desk.Ticket) (row uint32, news bool) {
	row, known := b.index.at(t.ID.Raw())
	if !known {
		is := from.merged(desk.Ticket{}, *t)
		s := b.words.packTicket(&is, b.texts.keep)
		s.pulledDay = numberOf(day)
		row = b.rows.add(s)
		b.rowSeq = append(b.rowSeq, asked)
		b.index.put(s.id(), row)
		return row, true
	}
	if asked < b.rowSeq[row] {
		return row, false
	}
	b.rowSeq[row] = asked
	old := b.rows.row(row)
	v := b.words.values()
	was := v.ticket(old)
	is := from.merged(was, *t)
	if is == was && !old.delisted {
		return row, false
	}
	s := b.words.packTicket(&is, joined)
	s.pulledDay = or(numberOf(day), old.pulledDay)
	b.rows.replace(row, s)
	b.index.put(s.id(), row) // the old text can go
	return row, true
}

func joined(parts ...string) string { return strings.Join(parts, "") }

// markDelisted takes rows out of the lists: a whole answer for their day does not hold them any more. They
// come back with the next answer that does, and can still be looked up by id. Rows that were taught
// after the answer was asked for stay.
func (b *Cache) markDelisted(asked seq, rows []uint32) {
	b.mu.Lock()
	defer b.mu.Unlock()
	before := b.version
	for _, row := range rows {
		s := *b.rows.row(row)
		if _, watched := b.watched[s.id()]; watched || s.delisted || b.rowSeq[row] > asked {
			continue
		}
		s.delisted = true
		b.rows.replace(row, s)
		b.version++
	}
	if b.version != before {
		b.notify()
	}
}

// numberOf is a day as a number that a row can hold; 0 for the zero Day.
func numberOf(d desk.Date) int32 {
	if d == (desk.Date{}) {
		return 0
	}
	return int32(d.Year)*10000 + int32(d.Month)*100 + int32(d.Day)
}
