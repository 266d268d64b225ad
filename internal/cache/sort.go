package cache

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// entry is a row's sort key: two numbers that are nearly always sufficient.
type entry struct {
	key  uint64 // smaller sorts first
	then uint64 // the id's length and digits; when sorted by a text, the bytes after those in key
	row  uint32
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

// sorting sorts rows by one column: by a number of each, or by a text.
type sorting struct {
	order
	rows  []*packedTicket
	key   func(*packedTicket) uint64 // nil when sorted by a text
	last  uint64                     // the least key that sorts last in either direction
	text  func(*packedTicket) string
	texts []string // by row, of those to be sorted
}

func (s *Snapshot) newSorting(o order) *sorting {
	x, w := &sorting{order: o, rows: s.rows, last: empty}, &s.words
	switch o.Key {
	case desk.SortByTitle:
		x.text = func(row *packedTicket) string { return safetext.SortKey(row.part(partTitle)) }
	case desk.SortByCustomer:
		x.text = func(row *packedTicket) string { return cmp.Or(row.part(partEmail), row.part(partPhone)) }
	case desk.SortByTicket:
		x.key = func(*packedTicket) uint64 { return 0 }
	case desk.SortByAge:
		x.key = func(row *packedTicket) uint64 { return descending(row.Created) }
	case desk.SortByActivity:
		x.key = func(row *packedTicket) uint64 { return descending(row.touched()) }
	case desk.SortByCallback:
		x.key = func(row *packedTicket) uint64 { return ascending(row.Callback) }
	case desk.SortByClock:
		x.key, x.last = clock, noDeadline
	case desk.SortBySource:
		x.key = byRank(w.sources.all, foldedTerm, func(row *packedTicket) uint32 { return row.Source })
	case desk.SortBySubStatus:
		x.key = byRank(w.subStatuses.all, foldedCode, func(row *packedTicket) uint32 { return row.SubStatus })
	case desk.SortByQueue:
		x.key = byRank(w.queues.all, foldedCode, func(row *packedTicket) uint32 { return row.Queue })
	case desk.SortByAssignee:
		x.key = byRank(w.assignees.all, foldedTerm, func(row *packedTicket) uint32 { return row.Assignee })
	case desk.SortByPriority:
		x.key = byRank(w.priorities.all, urgency, func(row *packedTicket) uint32 { return row.Priority })
	default:
		x.key = byRisk(o.now)
	}
	if x.text != nil {
		x.texts = make([]string, len(s.rows))
	}
	return x
}

// entry returns the sort entry of a row.
func (s *sorting) entry(number uint32) entry {
	e, row := entry{key: empty, row: number}, s.rows[number]
	if s.text == nil {
		e.key, e.then = s.key(row), lengthAndDigits(row.id())
	} else if t := s.text(row); t != "" {
		e.key, e.then, s.texts[number] = prefixKey(t), prefixKey(t[min(8, len(t)):]), t
	}
	if !s.Reverse {
		return e
	}
	if e.key < s.last {
		e.key = empty - 1 - e.key
	}
	if s.text != nil || s.Key == desk.SortByTicket {
		e.then = ^e.then
	}
	return e
}

// compare orders entries: by their numbers, then by their texts, then by their ids.
func (s *sorting) compare(x, y entry) int {
	switch {
	case x.key < y.key, x.key == y.key && x.then < y.then:
		return -1
	case x.key != y.key || x.then != y.then:
		return 1
	}
	if s.text != nil {
		if by := strings.Compare(s.texts[x.row], s.texts[y.row]); by != 0 {
			return s.turned(by)
		}
	}
	by := desk.NewID(s.rows[x.row].id()).Compare(desk.NewID(s.rows[y.row].id()))
	if s.Key == desk.SortByTicket {
		return s.turned(by)
	}
	return by
}

// turned returns a comparison in the direction of the order.
func (s *sorting) turned(by int) int {
	if s.Reverse {
		return -by
	}
	return by
}

// merge merges two sorted lists.
func (s *sorting) merge(x, y []entry) []entry {
	all := make([]entry, 0, len(x)+len(y))
	for len(x) > 0 && len(y) > 0 {
		if s.compare(x[0], y[0]) <= 0 {
			all, x = append(all, x[0]), x[1:]
		} else {
			all, y = append(all, y[0]), y[1:]
		}
	}
	return append(append(all, x...), y...)
}

// sortedRows is all rows of a snapshot in the order that was last asked for, so that a changed filter only selects from
// it.
type sortedRows struct {
	by   order
	rows []uint32
}

// sorted returns the n rows to be listed in order. When most rows are listed, it sorts all of them and keeps the
// result, since filtering usually starts from such a list.
func (s *Snapshot) sorted(ctx context.Context, by order, shown []bool, n int) ([]uint32, error) {
	all := s.inOrder.Load()
	if all == nil || all.by != by {
		if n <= len(s.rows)/2 {
			return s.sort(ctx, by, shown)
		}
		rows, err := s.sort(ctx, by, nil)
		if err != nil {
			return nil, err
		}
		all = &sortedRows{by, rows}
		s.inOrder.Store(all)
	}
	picked := make([]uint32, 0, n)
	for _, row := range all.rows {
		if shown[row] {
			picked = append(picked, row)
		}
	}
	return picked, nil
}

// sort sorts the wanted rows, or all when wanted is nil: in concurrent parts that are merged.
func (s *Snapshot) sort(ctx context.Context, by order, wanted []bool) ([]uint32, error) {
	sorting := s.newSorting(by)
	lists := make([][]entry, s.parts())
	err := s.inParts(ctx, func(ctx context.Context, part, from, to int) error {
		var entries []entry
		isAll := wanted == nil
		if isAll {
			entries = make([]entry, 0, to-from)
		}
		for row := from; row < to; row++ {
			if isAll || wanted[row] {
				entries = append(entries, sorting.entry(uint32(row)))
			}
		}
		slices.SortFunc(entries, sorting.compare)
		lists[part] = entries
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	for len(lists) > 1 {
		lists = append(lists[2:], sorting.merge(lists[0], lists[1]))
	}
	rows := make([]uint32, len(lists[0]))
	for place, e := range lists[0] {
		rows[place] = e.row
	}
	return rows, nil
}

// toMinute drops the seconds of a time. Only records that this console wrote have them, so two tickets of one minute
// would otherwise stand in a different order for each agent; their ids decide instead.
func toMinute(at desk.UnixTime) desk.UnixTime { return at - at%60 }

// ascending and descending return sort keys of times.
func ascending(at desk.UnixTime) uint64 {
	if at == 0 {
		return empty
	}
	return uint64(toMinute(at)) + 1<<63
}

func descending(at desk.UnixTime) uint64 {
	if at == 0 {
		return empty
	}
	return empty - 1 - ascending(at)
}

// byRisk sorts late tickets first, then those at risk, then others, then closed ones. Within each class the soonest due
// come first; tickets without a due time follow by age, oldest first and undated ones last.
func byRisk(now desk.UnixTime) func(*packedTicket) uint64 {
	const (
		span    = 1 << 59 // seconds on either side of 1970; no readable date exceeds it
		noDue   = 1 << 60
		undated = 1<<60 - 2
	)
	return func(row *packedTicket) uint64 {
		class := riskClass(row.Marks, row.Callback, row.Due, now)
		if at := desk.NextDeadline(row.Marks&^desk.Closed, row.Callback, row.Due).At; at != 0 {
			return class<<61 + uint64(toMinute(at)+span)
		}
		if row.Created == 0 {
			return class<<61 + noDue + undated
		}
		return class<<61 + noDue + uint64(toMinute(row.Created)+span)
	}
}

// riskClass numbers late tickets 0, those at risk 1, others 2 and closed ones 3.
func riskClass(m desk.Flags, callback, due, now desk.UnixTime) uint64 {
	if m.Has(desk.Closed) {
		return 3
	}
	return uint64(desk.IsLate - desk.UrgencyOf(m, callback, due, now))
}

// prefixKey returns the first eight bytes of a text as a number that sorts as the text does.
func prefixKey(s string) uint64 {
	var first [8]byte
	copy(first[:], s)
	return binary.BigEndian.Uint64(first[:])
}

// lengthAndDigits returns a sort key of an id: a byte for the length, then four bits for each character up to the first
// that is no digit. Different ids may have the same key.
func lengthAndDigits(id string) uint64 {
	const digits = 14 // as many as fit
	key := uint64(min(len(id), 255))
	if key == 255 {
		return key << 56
	}
	shift := 4 * digits
	for i := 0; i < len(id) && i < digits; i++ {
		key, shift = key<<4, shift-4
		switch c := id[i]; {
		case c < '0':
			return key << shift
		case c > '9':
			return (key + 11) << shift
		default:
			key += uint64(c-'0') + 1
		}
	}
	return key << shift
}

// byRank sorts by a value that rows share: by its sort text, in which equal ones share a rank.
func byRank[T any](values []T, sorts func(T) string, of func(*packedTicket) uint32) func(*packedTicket) uint64 {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = safetext.SortKey(sorts(v))
	}
	sorted := slices.Compact(slices.Sorted(slices.Values(texts)))
	ranks := make([]uint64, len(values))
	for i, s := range texts {
		at, _ := slices.BinarySearch(sorted, s)
		ranks[i] = uint64(at)
		if s == "" {
			ranks[i] = empty
		}
	}
	return func(row *packedTicket) uint64 { return ranks[of(row)] }
}

// clock sorts by the deadline. Tickets without one come last, whichever way round: late, at risk, others, closed.
func clock(row *packedTicket) uint64 {
	if d := desk.NextDeadline(row.Marks, row.Callback, row.Due); !d.IsZero() {
		return ascending(d.At)
	}
	return noDeadline + riskClass(row.Marks, 0, 0, 0)
}

// urgency returns the sort text of a priority label: by rank if it has one, the others alphabetically.
func urgency(priority desk.InternedLine) string {
	if rank, ranked := desk.PriorityRank(priority); ranked {
		return string(rune(rank))
	}
	return foldedTerm(priority)
}
