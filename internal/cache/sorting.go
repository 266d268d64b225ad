package cache

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
	order    desk.Sort
	snapshot *Snapshot
	key      func(*packedTicket) uint64
}

func newSorting(o desk.Sort, s *Snapshot) sorting {
	v := &s.values
	keys := map[desk.SortKey]func() func(*packedTicket) uint64{
		desk.SortByRisk: func() func(*packedTicket) uint64 { return risk },
		desk.SortByAge: func() func(*packedTicket) uint64 {
			return func(row *packedTicket) uint64 { return descending(row.created) }
		},
		desk.SortByTicket: func() func(*packedTicket) uint64 { return func(*packedTicket) uint64 { return 0 } },
		desk.SortByTitle: func() func(*packedTicket) uint64 {
			return func(row *packedTicket) uint64 { return titleKey(row.title()) }
		},
		desk.SortByCallback: func() func(*packedTicket) uint64 {
			return func(row *packedTicket) uint64 { return ascending(row.callback) }
		},
		desk.SortByActivity: func() func(*packedTicket) uint64 {
			return func(row *packedTicket) uint64 { return descending(row.touched()) }
		},
		desk.SortBySubStatus: func() func(*packedTicket) uint64 {
			return byRank(rankValues(v.subStatuses, foldedCode), func(row *packedTicket) uint32 { return row.subStatus })
		},
		desk.SortByQueue: func() func(*packedTicket) uint64 {
			return byRank(rankValues(v.queues, foldedCode), func(row *packedTicket) uint32 { return row.queue })
		},
		desk.SortByAssignee: func() func(*packedTicket) uint64 {
			return byRank(rankValues(v.assignees, foldedTerm), func(row *packedTicket) uint32 { return row.assignee })
		},
		desk.SortByPriority: func() func(*packedTicket) uint64 {
			return byRank(rankValues(v.priorities, urgency), func(row *packedTicket) uint32 { return row.priority })
		},
		desk.SortBySLA: func() func(*packedTicket) uint64 { return bySLA(rankValues(v.slas, foldedTerm)) },
	}
	by, known := keys[o.Key]
	if !known {
		by = keys[desk.SortByRisk]
	}
	return sorting{o, s, by()}
}

// entry makes a row ready.
func (s *sorting) entry(number uint32, row *packedTicket) entry {
	e := entry{key: s.key(row), row: number}
	if s.order.Key == desk.SortByTitle {
		title := row.title()
		e.then = prefixKey(title[min(8, len(title)):])
	} else {
		e.then = lengthAndDigits(row.id())
	}
	if !s.order.Reverse {
		return e
	}
	if e.key != empty {
		e.key = empty - 1 - e.key
	}
	if s.order.Key == desk.SortByTitle || s.order.Key == desk.SortByTicket {
		e.then = ^e.then
	}
	return e
}

// mergeSorted merges two sorted lists.
func mergeSorted(x, y []entry) []entry {
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
