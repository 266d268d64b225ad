package cache

import (
	"cmp"
	"slices"
	"sync"

	"frontdesk/internal/desk"
)

// WorkList is the membership and the order of a list at one moment. Later lists of the same query can be shown in it:
// their tickets have their newest values, and those that were not in it stand at its end. It is immutable and keeps no
// snapshot; the consoles of a host that began with the same list share its rows.
type WorkList struct {
	*placement
	joined   []uint32          // rows that are new since then, in the order in which they were seen
	joinedAt map[uint32]uint32 // their places, counted from the end of the rows
	moves    *renumbering      // the last eviction that its row numbers take account of
}

// placement is the order of rows.
type placement struct {
	rows   []uint32
	places []uint32 // by row: 1 + its place in rows; 0 when not listed
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

// WorkList returns the list's present membership and order.
func (l *List) WorkList() *WorkList { return l.work }

// In returns the list in the membership and order of a work list, with what is new at its end. Its counts, total and
// activity stay those of the list itself. A work list that is older than the last but one eviction is not kept.
func (l *List) In(w *WorkList) *List {
	w, ok := w.renumbered(l.snapshot.moves)
	if !ok {
		return l
	}
	var found []uint32
	for row, place := range l.places { // by row, because that is a tenth of the time that it takes by place
		if place > 0 && w.place(uint32(row)) < 0 {
			found = append(found, uint32(row))
		}
	}
	slices.SortFunc(found, func(x, y uint32) int { return cmp.Compare(l.places[x], l.places[y]) })
	in := *l
	in.work = w.join(found)
	return &in
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

// Joined returns how many of the last tickets are new since the work list was made.
func (l *List) Joined() int { return len(l.work.joined) }

// Belongs reports whether the ticket at place i still matches the query.
func (l *List) Belongs(i int) bool { return l.placement.place(l.rowAt(i)) >= 0 }

// IsClosed reports whether the ticket at place i is closed.
func (l *List) IsClosed(i int) bool { return l.snapshot.rows[l.rowAt(i)].Marks.Has(desk.Closed) }

// rowAt returns the row at place i.
func (l *List) rowAt(i int) uint32 {
	if own := len(l.work.rows); i >= own {
		return l.work.joined[i-own]
	}
	return l.work.rows[i]
}

// renumbering says which rows an eviction has moved where. It translates work lists that were made before it.
type renumbering struct {
	before uint64   // the number of the eviction before; they count from 1
	to     []uint32 // by old number: 1 + the new one; 0 when evicted

	mu   sync.Mutex
	made map[*placement]*placement // what consoles share stays shared
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
