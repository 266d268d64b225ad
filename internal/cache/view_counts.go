package cache

import (
	"cmp"
	"slices"

	"frontdesk/internal/desk"
)

// viewCounts are the counts of a query's CountViews. The last ones of a snapshot are kept, because they stay the same
// when another view, filter or order is listed, and counting takes longer than listing.
type viewCounts struct {
	key       string // preparedQuery.countKey
	counts    []int
	callbacks [][]Callback
}

// knownCounts returns the counts of a query if they are the last ones; nil if they are not.
func (c *listCache) knownCounts(q *preparedQuery) *viewCounts {
	if known := c.counts.Load(); known != nil && known.key == q.countKey {
		return known
	}
	return nil
}

// addUp adds up the counts of all parts of a snapshot.
func (s *Snapshot) addUp(key string, found []scanCounts, views int) *viewCounts {
	all := &viewCounts{key: key, counts: make([]int, views)}
	for _, f := range found {
		for v, n := range f.counts {
			all.counts[v] += n
		}
	}
	all.callbacks = s.callbacksOfViews(found, views)
	return all
}

// Callback is a call that was promised on an open ticket.
type Callback struct {
	Ticket desk.ID
	At     desk.UnixTime
}

// IsDue reports whether the minute of the call has come.
func (c Callback) IsDue(now desk.UnixTime) bool { return desk.IsCallDue(c.At, now) }

// Callbacks returns the callbacks of the tickets of one of the query's CountViews, soonest first. There are none for a
// view that does not ask for them. The result is shared and must not be modified.
func (l *List) Callbacks(view int) []Callback {
	if view < 0 || view >= len(l.callbacks) {
		return nil
	}
	return l.callbacks[view]
}

// CountDue returns how many of the Callbacks of a view are due.
func (l *List) CountDue(view int, now desk.UnixTime) int {
	all := l.Callbacks(view)
	due, _ := slices.BinarySearchFunc(all, now, func(c Callback, now desk.UnixTime) int {
		if c.IsDue(now) {
			return -1
		}
		return 1
	})
	return due
}

// callbacksOfViews joins what the goroutines of a list have found of the views of callbacks.
func (s *Snapshot) callbacksOfViews(found []scanCounts, views int) [][]Callback {
	all := make([][]Callback, views)
	for view := range all {
		var rows []uint32
		for _, f := range found {
			rows = append(rows, f.callbacks[view]...)
		}
		if rows != nil {
			all[view] = s.callbacksOf(rows)
		}
	}
	return all
}

// callbacksOf returns the callbacks of rows, soonest first.
func (s *Snapshot) callbacksOf(rows []uint32) []Callback {
	all := make([]Callback, len(rows))
	for i, number := range rows {
		row := s.row(number)
		all[i] = Callback{Ticket: desk.NewID(row.id()), At: row.Callback}
	}
	slices.SortFunc(all, func(x, y Callback) int {
		return cmp.Or(cmp.Compare(x.At, y.At), x.Ticket.Compare(y.Ticket))
	})
	return all
}
