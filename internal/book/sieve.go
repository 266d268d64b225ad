package book

import (
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/text"
)

// sieve is a view made ready for many rows: what it says of each sub-status, queue, priority and
// assignee is asked once, not for each row.
type sieve struct {
	view                                    *desk.View
	subStatuses, queues, priorities, people answers
	words                                   []word
}

func newSieve(view *desk.View, words string, v *values) sieve {
	s := sieve{
		view:        view,
		subStatuses: table(v.subStatuses, view.HasSubStatus, view.Unattended || len(view.SubStatuses) > 0),
		queues:      table(v.queues, view.HasQueue, len(view.Queues) > 0),
		priorities:  table(v.priorities, view.HasPriority, len(view.Priorities) > 0),
		people:      table(v.assignees, view.HasAssignee, len(view.Assignees) > 0),
	}
	for typed := range strings.FieldsSeq(text.Fold(view.Words + " " + words)) {
		s.words = append(s.words, newWord(typed, v))
	}
	return s
}

// has says whether a row passes.
func (s *sieve) has(row *slip) bool {
	if !s.view.HasState(row.marks, row.callback) || s.subStatuses.no(row.subStatus) || s.queues.no(row.queue) ||
		s.priorities.no(row.priority) || s.people.no(row.assignee) {
		return false
	}
	for i := range s.words {
		if !s.words[i].in(row) {
			return false
		}
	}
	return true
}

// word is one word of a filter, with the shared values that hold it.
type word struct {
	typed                                   string
	subStatuses, queues, priorities, people answers // nil where none holds it
}

func newWord(typed string, v *values) word {
	code := func(c desk.Code) bool { return strings.Contains(foldedCode(c), typed) }
	term := func(t desk.Term) bool { return strings.Contains(foldedTerm(t), typed) }
	return word{
		typed, some(table(v.subStatuses, code, true)), some(table(v.queues, code, true)),
		some(table(v.priorities, term, true)), some(table(v.assignees, term, true)),
	}
}

func (w *word) in(row *slip) bool {
	return w.subStatuses.yes(row.subStatus) || w.queues.yes(row.queue) || w.priorities.yes(row.priority) ||
		w.people.yes(row.assignee) || strings.Contains(row.hay(), w.typed)
}

// answers are what a question says of each shared value, by number; nil where nobody asked, which is
// neither yes nor no.
type answers []bool

func (a answers) yes(number uint32) bool { return len(a) > 0 && a[number] }
func (a answers) no(number uint32) bool  { return len(a) > 0 && !a[number] }

// table asks about each value once; nil when it is not wanted.
func table[T any](values []T, has func(T) bool, isWanted bool) answers {
	if !isWanted {
		return nil
	}
	all := make(answers, len(values))
	for i, v := range values {
		all[i] = has(v)
	}
	return all
}

// some is a table, or nil when nothing in it is true.
func some(table answers) answers {
	for _, yes := range table {
		if yes {
			return table
		}
	}
	return nil
}
