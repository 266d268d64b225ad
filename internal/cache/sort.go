package cache

import (
	"context"
	"math"
	"slices"
	"sync"
	"time"

	"frontdesk/internal/desk"
)

// entry is a row's sort key: two numbers that are nearly always sufficient.
type entry struct {
	key  uint64 // smaller sorts first
	then uint64 // the id's length and digits; when sorted by title, the bytes after those in key
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

// The keys that sort last in either direction: that of an empty value, and when sorted by the clock four of tickets
// without a deadline.
const (
	empty      = math.MaxUint64
	noDeadline = empty - 3
)

// order is an order of tickets, in the minute of now if it depends on that.
type order struct {
	desk.Sort
	now desk.UnixTime
}

func newOrder(by desk.Sort, now time.Time) order {
	if !by.DependsOnNow() {
		now = time.Time{}
	}
	return order{by, desk.NewUnixTime(now)}
}

// sorting sorts rows by one column (desk.Sort).
type sorting struct {
	order    order
	snapshot *Snapshot
	key      func(*packedTicket) uint64
	last     uint64 // the least key that sorts last in either direction
}

func newSorting(o order, s *Snapshot) sorting {
	v := &s.values
	keys := map[desk.SortKey]func() func(*packedTicket) uint64{
		desk.SortByRisk: func() func(*packedTicket) uint64 { return byRisk(o.now) },
		desk.SortByAge: func() func(*packedTicket) uint64 {
			return func(row *packedTicket) uint64 { return descending(row.Created) }
		},
		desk.SortByTicket:   func() func(*packedTicket) uint64 { return func(*packedTicket) uint64 { return 0 } },
		desk.SortByTitle:    noNumber, // see sortText
		desk.SortByCustomer: noNumber,
		desk.SortBySource: func() func(*packedTicket) uint64 {
			return byRank(rankValues(v.labels, foldedTerm), func(row *packedTicket) uint32 { return row.Source })
		},
		desk.SortByCallback: func() func(*packedTicket) uint64 {
			return func(row *packedTicket) uint64 { return ascending(row.Callback) }
		},
		desk.SortByActivity: func() func(*packedTicket) uint64 {
			return func(row *packedTicket) uint64 { return descending(row.touched()) }
		},
		desk.SortBySubStatus: func() func(*packedTicket) uint64 {
			return byRank(
				rankValues(v.subStatuses, foldedCode),
				func(row *packedTicket) uint32 { return row.SubStatus },
			)
		},
		desk.SortByQueue: func() func(*packedTicket) uint64 {
			return byRank(rankValues(v.queues, foldedCode), func(row *packedTicket) uint32 { return row.Queue })
		},
		desk.SortByAssignee: func() func(*packedTicket) uint64 {
			return byRank(rankValues(v.assignees, foldedTerm), func(row *packedTicket) uint32 { return row.Assignee })
		},
		desk.SortByPriority: func() func(*packedTicket) uint64 {
			return byRank(rankValues(v.priorities, urgency), func(row *packedTicket) uint32 { return row.Priority })
		},
		desk.SortByClock: func() func(*packedTicket) uint64 { return clock },
	}
	by, known := keys[o.Key]
	if !known {
		by = keys[desk.SortByRisk]
	}
	last := uint64(empty)
	if o.Key == desk.SortByClock {
		last = noDeadline
	}
	return sorting{o, s, by(), last}
}

// entry returns the sort entry of a row.
func (s *sorting) entry(number uint32, row *packedTicket) entry {
	e := entry{key: empty, row: number}
	text := sortText(s.order.Key)
	if text == nil {
		e.key, e.then = s.key(row), lengthAndDigits(row.id())
	} else if t := text(row); t != "" {
		e.key, e.then = prefixKey(t), prefixKey(t[min(8, len(t)):])
	}
	if !s.order.Reverse {
		return e
	}
	if e.key < s.last {
		e.key = empty - 1 - e.key
	}
	if text != nil || s.order.Key == desk.SortByTicket {
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

// sortCache keeps the last sort order of all rows of a snapshot, so that a changed filter only selects from it.
type sortCache struct {
	mu   sync.Mutex
	last order
	rows []uint32 // nil when nothing is cached
}

func (o *sortCache) get(by order) []uint32 {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.last == by {
		return o.rows
	}
	return nil
}

func (o *sortCache) put(by order, rows []uint32) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.last, o.rows = by, rows
}

// sorted returns the n rows to be listed in order. When most rows are listed, it sorts all of them and caches the
// result, since filtering usually starts from such a list.
func (s *Snapshot) sorted(ctx context.Context, by order, shown []bool, n int) ([]uint32, error) {
	all := s.orders.get(by)
	if all == nil {
		keep := n > s.n/2
		wanted := shown
		if keep {
			wanted = nil
		}
		rows, err := s.sort(ctx, by, wanted)
		if err != nil || !keep {
			return rows, err
		}
		s.orders.put(by, rows)
		all = rows
	}
	picked := make([]uint32, 0, n)
	for _, row := range all {
		if shown[row] {
			picked = append(picked, row)
		}
	}
	return picked, nil
}

// sort sorts the wanted rows, or all when wanted is empty: in concurrent parts that are merged.
func (s *Snapshot) sort(ctx context.Context, by order, wanted []bool) ([]uint32, error) {
	sorting := newSorting(by, s)
	lists := make([][]entry, s.parts())
	err := s.inParts(ctx, func(ctx context.Context, part, from, to int) error {
		first, end := from*pageSize, min(to*pageSize, s.n)
		entries := make([]entry, 0, countWanted(wanted, first, end))
		for row := first; row < end; row++ {
			if len(wanted) == 0 || wanted[row] {
				entries = append(entries, sorting.entry(uint32(row), s.row(uint32(row))))
			}
		}
		slices.SortFunc(entries, compareEntries)
		lists[part] = entries
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	for len(lists) > 1 {
		lists = append(lists[2:], mergeSorted(lists[0], lists[1]))
	}
	if err := sorting.settleTies(ctx, lists[0]); err != nil {
		return nil, err
	}
	rows := make([]uint32, len(lists[0]))
	for place, e := range lists[0] {
		rows[place] = e.row
	}
	return rows, nil
}

// countWanted returns the number of wanted rows in [from, to), all when wanted is empty.
func countWanted(wanted []bool, from, to int) int {
	if len(wanted) == 0 {
		return max(0, to-from)
	}
	n := 0
	for _, yes := range wanted[min(from, to):to] {
		if yes {
			n++
		}
	}
	return n
}
