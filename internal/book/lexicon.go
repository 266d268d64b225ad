package book

import (
	"frontdesk/internal/desk"
	"frontdesk/internal/text"
)

// lexicon numbers what many rows share, so that a row holds four bytes for it and a filter asks once
// for each value instead of once for each row. Number 0 is the zero value; numbers are never reused.
type lexicon[T comparable] struct {
	all []T // append-only: snapshots hold a shorter view of the same array
	at  map[T]uint32
}

func newLexicon[T comparable]() lexicon[T] {
	var zero T
	return lexicon[T]{all: []T{zero}, at: map[T]uint32{zero: 0}}
}

func (l *lexicon[T]) number(v T) uint32 {
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
	subStatuses, queues                 lexicon[desk.Code]
	priorities, assignees, slas, others lexicon[desk.Term]
}

func newLexicons() lexicons {
	return lexicons{
		newLexicon[desk.Code](), newLexicon[desk.Code](),
		newLexicon[desk.Term](), newLexicon[desk.Term](), newLexicon[desk.Term](), newLexicon[desk.Term](),
	}
}

// values are the lexicons as a snapshot sees them.
type values struct {
	subStatuses, queues                 []desk.Code
	priorities, assignees, slas, others []desk.Term
}

func (l *lexicons) values() values {
	return values{l.subStatuses.all, l.queues.all, l.priorities.all, l.assignees.all, l.slas.all, l.others.all}
}

// foldedCode and foldedTerm are how values are searched and sorted.
func foldedCode(c desk.Code) string { return text.Fold(c.Label()) }
func foldedTerm(t desk.Term) string { return text.Fold(t.String()) }
