package cache

import (
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// interner numbers what many rows share, so that a row holds four bytes for it and a filter asks once
// for each value instead of once for each row. Number 0 is the zero value; numbers are never reused.
type interner[T comparable] struct {
	all []T // append-only: snapshots hold a shorter view of the same array
	at  map[T]uint32
}

func newLexicon[T comparable]() interner[T] {
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

// lexicons are the book's numbered values, parted by what is asked of them: a desk has few priorities,
// but may have as many creators as tickets.
type lexicons struct {
	subStatuses, queues                 interner[desk.Code]
	priorities, assignees, slas, others interner[desk.InternedLine]
}

func newLexicons() lexicons {
	return lexicons{
		newLexicon[desk.Code](), newLexicon[desk.Code](),
		newLexicon[desk.InternedLine](), newLexicon[desk.InternedLine](), newLexicon[desk.InternedLine](), newLexicon[desk.InternedLine](),
	}
}

// maxLexicons is how many values are kept that no row holds any more, beside one for each row.
const maxLexicons = 1_000

func (l *lexicons) len() int {
	return len(l.subStatuses.all) + len(l.queues.all) +
		len(l.priorities.all) + len(l.assignees.all) + len(l.slas.all) + len(l.others.all)
}

// repack is a row that was packed by other lexicons, whose values these are.
func (l *lexicons) repack(from *internedValues, row *packedTicket) packedTicket {
	s := *row
	s.subStatus, s.queue = l.subStatuses.number(from.subStatuses[s.subStatus]), l.queues.number(from.queues[s.queue])
	s.priority, s.assignee = l.priorities.number(from.priorities[s.priority]), l.assignees.number(from.assignees[s.assignee])
	s.sla, s.status = l.slas.number(from.slas[s.sla]), l.others.number(from.others[s.status])
	s.creator, s.source = l.others.number(from.others[s.creator]), l.others.number(from.others[s.source])
	return s
}

// internedValues are the lexicons as a snapshot sees them.
type internedValues struct {
	subStatuses, queues                 []desk.Code
	priorities, assignees, slas, others []desk.InternedLine
}

func (l *lexicons) values() internedValues {
	return internedValues{l.subStatuses.all, l.queues.all, l.priorities.all, l.assignees.all, l.slas.all, l.others.all}
}

// foldedCode and foldedTerm are how values are searched and sorted.
func foldedCode(c desk.Code) string         { return safetext.Fold(c.Label()) }
func foldedTerm(t desk.InternedLine) string { return safetext.Fold(t.String()) }
