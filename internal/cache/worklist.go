package cache

import "slices"

// WorkList is the membership and the order of a list at one moment. Later lists of the same query can be shown in it:
// their tickets have their newest values, and those that were not in it stand at its end. It is immutable and keeps no
// snapshot; the consoles of a host that began with the same list share its rows.
type WorkList struct {
	*placement
	joined   []uint32          // rows that are new since then, in the order in which they were seen
	joinedAt map[uint32]uint32 // their places, counted from the end of the rows
	moves    *renumbering      // the last eviction that its row numbers take account of
}

// place returns the place of a row, or -1.
func (p *placement) place(row uint32) int {
	if int(row) >= len(p.places) {
		return -1
	}
	return int(p.places[row]) - 1
}

// place returns the place of a row, or -1.
func (w *WorkList) place(row uint32) int {
	if at := w.placement.place(row); at >= 0 {
		return at
	}
	if at, ok := w.joinedAt[row]; ok {
		return len(w.rows) + int(at)
	}
	return -1
}

// join returns the work list with more rows at its end.
func (w *WorkList) join(rows []uint32) *WorkList {
	if len(rows) == 0 {
		return w
	}
	all := &WorkList{placement: w.placement, joined: slices.Concat(w.joined, rows), moves: w.moves}
	all.joinedAt = make(map[uint32]uint32, len(all.joined))
	for i, row := range all.joined {
		all.joinedAt[row] = uint32(i)
	}
	return all
}

// number returns the number of an eviction; 0 for none.
func (r *renumbering) number() uint64 {
	if r == nil {
		return 0
	}
	return r.before + 1
}

// renumbered returns the work list with the row numbers after an eviction, without the rows that were evicted. It
// returns false when more than that eviction happened since.
func (w *WorkList) renumbered(last *renumbering) (*WorkList, bool) {
	switch {
	case w.moves.number() == last.number():
		return w, true
	case last == nil || w.moves.number() != last.before:
		return nil, false
	}
	all := &WorkList{placement: last.placement(w.placement), moves: last}
	return all.join(last.rows(w.joined)), true
}

// rows returns the new numbers of rows, without those that were evicted.
func (r *renumbering) rows(old []uint32) []uint32 {
	rows := make([]uint32, 0, len(old))
	for _, row := range old {
		if int(row) < len(r.to) && r.to[row] > 0 {
			rows = append(rows, r.to[row]-1)
		}
	}
	return rows
}

// placement returns a placement with the new numbers.
func (r *renumbering) placement(old *placement) *placement {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.made[old] == nil {
		r.made[old] = newPlacement(r.rows(old.rows), len(r.to))
	}
	return r.made[old]
}

// newPlacement returns the placement of rows among n.
func newPlacement(rows []uint32, n int) *placement {
	p := &placement{rows: rows, places: make([]uint32, n)}
	for place, row := range rows {
		p.places[row] = uint32(place) + 1
	}
	return p
}
