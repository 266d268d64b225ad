package book

import (
	"math"

	"frontdesk/internal/desk"
)

// entry is a row while it is sorted, by two numbers that decide nearly always.
type entry struct {
	key  uint64 // smaller is first
	then uint64 // the id's length and digits; by title, what follows the key's letters
	row  uint32
}

func compareEntries(x, y entry) int {
	switch {
	case x.key < y.key, x.key == y.key && x.then < y.then:
		return -1
	case x.key == y.key && x.then == y.then:
		return 0
	}
	return 1
}

// empty is the key of what holds nothing: last in either direction.
const empty = math.MaxUint64

// sorting orders rows by one column (desk.Order).
type sorting struct {
	order    desk.Order
	snapshot *Snapshot
	key      func(*slip) uint64
}

func newSorting(o desk.Order, s *Snapshot) sorting {
	v := &s.values
	keys := map[desk.Column]func() func(*slip) uint64{
		desk.ByRisk:     func() func(*slip) uint64 { return risk },
		desk.ByAge:      func() func(*slip) uint64 { return func(row *slip) uint64 { return latest(row.created) } },
		desk.ByTicket:   func() func(*slip) uint64 { return func(*slip) uint64 { return 0 } },
		desk.ByTitle:    func() func(*slip) uint64 { return func(row *slip) uint64 { return beginning(row.title()) } },
		desk.ByCallback: func() func(*slip) uint64 { return func(row *slip) uint64 { return soonest(row.callback) } },
		desk.ByTouched:  func() func(*slip) uint64 { return func(row *slip) uint64 { return latest(row.touched()) } },
		desk.BySubStatus: func() func(*slip) uint64 {
			return byRank(ranks(v.subStatuses, foldedCode), func(row *slip) uint32 { return row.subStatus })
		},
		desk.ByQueue: func() func(*slip) uint64 {
			return byRank(ranks(v.queues, foldedCode), func(row *slip) uint32 { return row.queue })
		},
		desk.ByAssignee: func() func(*slip) uint64 {
			return byRank(ranks(v.assignees, foldedTerm), func(row *slip) uint32 { return row.assignee })
		},
		desk.ByPriority: func() func(*slip) uint64 {
			return byRank(ranks(v.priorities, urgency), func(row *slip) uint32 { return row.priority })
		},
		desk.BySLA: func() func(*slip) uint64 { return bySLA(ranks(v.slas, foldedTerm)) },
	}
	by, known := keys[o.By]
	if !known {
		by = keys[desk.ByRisk]
	}
	return sorting{o, s, by()}
}

// entry makes a row ready.
func (s *sorting) entry(number uint32, row *slip) entry {
	e := entry{key: s.key(row), row: number}
	if s.order.By == desk.ByTitle {
		title := row.title()
		e.then = letters(title[min(8, len(title)):])
	} else {
		e.then = lengthAndDigits(row.id())
	}
	if !s.order.Reverse {
		return e
	}
	if e.key != empty {
		e.key = empty - 1 - e.key
	}
	if s.order.By == desk.ByTitle || s.order.By == desk.ByTicket {
		e.then = ^e.then
	}
	return e
}

// zip merges two sorted lists.
func zip(x, y []entry) []entry {
	all := make([]entry, 0, len(x)+len(y))
	for len(x) > 0 && len(y) > 0 {
		if compareEntries(x[0], y[0]) <= 0 {
			all, x = append(all, x[0]), x[1:]
		} else {
			all, y = append(all, y[0]), y[1:]
		}
	}
	return append(append(all, x...), y...)
}
