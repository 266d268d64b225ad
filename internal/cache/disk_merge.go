package cache

import "slices"

// mergeDay takes over a day that another process, or this one at an earlier start, has written: the tickets that were
// asked for later than what is known, and how the pulls of the day went. c.mu is held.
func (c *Cache) mergeDay(s *storedDay) (changed bool) {
	s.intern(&c.words)
	c.seq = max(c.seq, s.state.Asked)
	state := c.days[dateOf(s.day)]
	var listed []uint32
	for i := range s.rows {
		row, isNewer := c.mergeStoredRow(s.ids[i], &s.rows[i], s.stamps[i], state)
		changed = changed || isNewer
		if known := c.rows.row(row); known.PulledDay == s.day && s.day != 0 && !known.delisted {
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
func (c *Cache) mergeStoredRow(id string, s *packedTicket, stamp seq, day *dayState) (row uint32, changed bool) {
	c.seq = max(c.seq, stamp)
	row, known := c.index.at(id)
	switch {
	case !known:
		if day != nil && day.whole > stamp && s.PulledDay != 0 {
			s.delisted = true // a later answer does not have it any more
			stamp = day.whole
			c.disk.rowChanged(s)
		}
		row = c.rows.addPointer(s)
		c.rowSeq = append(c.rowSeq, stamp)
		c.index.put(id, row)
		return row, true
	case *c.rows.row(row) == *s:
		c.rowSeq[row] = max(c.rowSeq[row], stamp)
		return row, false
	case stamp <= c.rowSeq[row]:
		c.disk.rowChanged(c.rows.row(row)) // so that the file does not end with the older one
		return row, false
	}
	c.rowSeq[row] = stamp
	c.rows.replace(row, *s)
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
	if s.state.OpenAt.After(d.openAt()) {
		d.takeOpen(s.state)
		c.older.isNews = true
	}
	if isNewer {
		d.asked, d.whole = s.state.Asked, max(d.whole, s.state.Whole)
	}
	if d.status.At.IsZero() && !s.state.At.IsZero() {
		d.lastResult = DayStatus{
			Day: dateOf(s.day), State: Complete, Received: s.state.Received, Total: s.state.Total, At: s.state.At,
			Repeated: s.state.Repeated, Unnumbered: s.state.Unnumbered, Stored: true,
		}
		if s.state.Truncated {
			d.lastResult.State = Truncated
		}
		state := d.status.State
		d.status = d.lastResult
		d.status.State = state
	}
	before := c.version
	c.delist(s.state.Whole, over)
	return c.version != before
}

// takeOpen takes over when the open tickets of a day were read.
func (d *dayState) takeOpen(s storedState) {
	d.open.lastResult = DayStatus{Day: d.lastResult.Day, State: Complete, Total: -1, At: s.OpenAt, Stored: true}
	if s.OpenCut {
		d.open.lastResult.State = Truncated
	}
	state := d.open.status.State
	d.open.status = d.open.lastResult
	d.open.status.State = state
}
