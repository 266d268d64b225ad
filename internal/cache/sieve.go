package cache

import (
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// viewMatcher is a view made ready for many rows: what it says of each sub-status, queue, priority and
// assignee is asked once, not for each row.
type viewMatcher struct {
	view                                    *desk.View
	subStatuses, queues, priorities, people matchTable
	words                                   []termMatcher
}

func newSieve(view *desk.View, words string, v *internedValues) viewMatcher {
	s := viewMatcher{
		view:        view,
		subStatuses: evalAll(v.subStatuses, view.MatchesSubStatus, view.Unattended || len(view.SubStatuses) > 0),
		queues:      evalAll(v.queues, view.MatchesQueue, len(view.Queues) > 0),
		priorities:  evalAll(v.priorities, view.MatchesPriority, len(view.Priorities) > 0),
		people:      evalAll(v.assignees, view.MatchesAssignee, len(view.Assignees) > 0),
	}
	for typed := range strings.FieldsSeq(safetext.Fold(view.Text + " " + words)) {
		s.words = append(s.words, newWord(typed, v))
	}
	return s
}

// has says whether a row passes.
func (s *viewMatcher) has(row *packedTicket) bool {
	if !s.view.MatchesFlags(row.marks, row.callback) || s.subStatuses.no(row.subStatus) || s.queues.no(row.queue) ||
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

// termMatcher is one word of a filter, with the shared values that hold it.
type termMatcher struct {
	typed                                   string
	subStatuses, queues, priorities, people matchTable // nil where none holds it
}

func newWord(typed string, v *internedValues) termMatcher {
	code := func(c desk.Code) bool { return strings.Contains(foldedCode(c), typed) }
	term := func(t desk.InternedLine) bool { return strings.Contains(foldedTerm(t), typed) }
	return termMatcher{
		typed, nilIfNone(evalAll(v.subStatuses, code, true)), nilIfNone(evalAll(v.queues, code, true)),
		nilIfNone(evalAll(v.priorities, term, true)), nilIfNone(evalAll(v.assignees, term, true)),
	}
}

func (w *termMatcher) in(row *packedTicket) bool {
	return w.subStatuses.yes(row.subStatus) || w.queues.yes(row.queue) || w.priorities.yes(row.priority) ||
		w.people.yes(row.assignee) || strings.Contains(row.searchText(), w.typed)
}

// matchTable are what a question says of each shared value, by number; nil where nobody asked, which is
// neither yes nor no.
type matchTable []bool

func (a matchTable) yes(number uint32) bool { return len(a) > 0 && a[number] }
func (a matchTable) no(number uint32) bool  { return len(a) > 0 && !a[number] }

// evalAll asks about each value once; nil when it is not wanted.
func evalAll[T any](values []T, has func(T) bool, isWanted bool) matchTable {
	if !isWanted {
		return nil
	}
	all := make(matchTable, len(values))
	for i, v := range values {
		all[i] = has(v)
	}
	return all
}

// nilIfNone is a table, or nil when nothing in it is true.
func nilIfNone(table matchTable) matchTable {
	for _, yes := range table {
		if yes {
			return table
		}
	}
	return nil
}
