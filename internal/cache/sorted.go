package cache

import (
	"context"
	"slices"
	"sync"

	"frontdesk/internal/desk"
)

// sortCache keeps how all rows of a snapshot are sorted, so that the next letter of a filter only picks from it.
type sortCache struct {
	mu   sync.Mutex
	last desk.Sort
	rows []uint32 // nil when nothing was sorted yet
}

func (o *sortCache) get(by desk.Sort) []uint32 {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.last == by {
		return o.rows
	}
	return nil
}

func (o *sortCache) put(by desk.Sort, rows []uint32) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.last, o.rows = by, rows
}

// sorted is the rows to be shown, n in number, in an order. When most rows are shown, all are sorted and
// kept: the list that somebody begins to filter in is such a one.
func (s *Snapshot) sorted(ctx context.Context, by desk.Sort, shown []bool, n int) ([]uint32, error) {
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

// sort sorts the wanted rows, all when wanted is empty: parts at the same time, then zipped.
func (s *Snapshot) sort(ctx context.Context, by desk.Sort, wanted []bool) ([]uint32, error) {
	sorting := newSorting(by, s)
	lists := make([][]entry, s.parts())
	err := s.inParts(ctx, func(ctx context.Context, part, from, to int) error {
		first, end := from*pageSize, min(to*pageSize, s.n)
		entries := make([]entry, 0, updateProgress(wanted, first, end))
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

func updateProgress(wanted []bool, from, to int) int {
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
