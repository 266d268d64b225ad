package cache

import (
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// interner numbers values that many rows share, so that a row stores four bytes and a filter evaluates each value once
// instead of once per row. Number 0 is the zero value; numbers are never reused.
type interner[T comparable] struct {
	all []T // append-only: snapshots hold a shorter slice of the same array
	at  map[T]uint32
}

func newInterner[T comparable]() interner[T] {
	var zero T
	return interner[T]{all: []T{zero}, at: map[T]uint32{zero: 0}}
}

func (l *interner[T]) number(v T) uint32 {
	n, known := l.at[v]
	if !known {
		n = uint32(len(l.all))
		l.all = append(l.all, v)
		l.at[v] = n
	}
	return n
}

// interners are the cache's interned values, grouped by how filters use them: a desk has few priorities, but may have
// as many creators as tickets.
type interners struct {
	subStatuses, queues                 interner[desk.Code]
	priorities, assignees, slas, labels interner[desk.InternedLine]
	dispositions                        interner[desk.InternedLine]
}

func newInterners() interners {
	return interners{
		newInterner[desk.Code](),
		newInterner[desk.Code](),
		newInterner[desk.InternedLine](),
		newInterner[desk.InternedLine](),
		newInterner[desk.InternedLine](),
		newInterner[desk.InternedLine](),
		newInterner[desk.InternedLine](),
	}
}

// maxInterned is how many interned values may be unused, beyond one per row, before a rebuild.
const maxInterned = 1_000

func (l *interners) len() int {
	return len(l.subStatuses.all) + len(l.queues.all) +
		len(l.priorities.all) + len(l.assignees.all) + len(l.slas.all) + len(l.labels.all) +
		len(l.dispositions.all)
}

// repack returns a row with its numbers translated from the given values to these interners.
func (l *interners) repack(from *internedValues, row *packedTicket) packedTicket {
	s := *row
	s.SubStatus, s.Queue = l.subStatuses.number(from.subStatuses[s.SubStatus]), l.queues.number(from.queues[s.Queue])
	s.Priority, s.Assignee = l.priorities.number(from.priorities[s.Priority]), l.assignees.number(
		from.assignees[s.Assignee],
	)
	s.sla, s.status = l.slas.number(from.slas[s.sla]), l.labels.number(from.labels[s.status])
	s.creator, s.Source = l.labels.number(from.labels[s.creator]), l.labels.number(from.labels[s.Source])
	s.Disposition = l.dispositions.number(from.dispositions[s.Disposition])
	return s
}

// internedValues is a snapshot's view of the interners.
type internedValues struct {
	subStatuses, queues                 []desk.Code
	priorities, assignees, slas, labels []desk.InternedLine
	dispositions                        []desk.InternedLine
}

func (l *interners) values() internedValues {
	return internedValues{
		l.subStatuses.all, l.queues.all, l.priorities.all, l.assignees.all, l.slas.all, l.labels.all,
		l.dispositions.all,
	}
}

// foldedCode and foldedTerm return the folded text by which values are searched and sorted.
func foldedCode(c desk.Code) string         { return safetext.Fold(c.Label()) }
func foldedTerm(t desk.InternedLine) string { return safetext.Fold(t.String()) }
