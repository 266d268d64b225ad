package cache

import (
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
)

// filterMatcher is filters prepared for one snapshot: what many rows share is tested once, not once for each row.
type filterMatcher struct {
	has           filter.Test
	anyDay        bool // open tickets of all days belong to it
	isOfCallbacks bool
	notes         []string // names that no ticket has, in sentences
}

// lists reports whether a row, of the window or not, belongs to the view.
func (m *filterMatcher) lists(number uint32, row *packedTicket, inWindow bool) bool {
	return (inWindow || m.anyDay && !row.Marks.Has(desk.Closed)) && m.has(number, &row.Row)
}

// newFilterMatcher prepares a filter, of which words may forgive typos.
func (s *Snapshot) newFilterMatcher(q *preparedQuery, f parsed, forgives bool) filterMatcher {
	m := filterMatcher{isOfCallbacks: f.IsOfCallbacks(), anyDay: isOfAnyDay(f)}
	b := matcherBuilder{snapshot: s, query: q, env: s.env(q), forgives: forgives}
	var conditions, texts, own []filter.Test
	if f.faulty {
		conditions = append(conditions, filter.Never)
	}
	for _, t := range f.Terms {
		switch {
		case t.Name == filter.Any: // read above
		case t.Name == "":
			texts = append(texts, b.text(t))
		case t.Needs(filter.OfOwn):
			own = append(own, t.Test(b.env))
		default:
			conditions = append(conditions, t.Test(b.env))
		}
	}
	m.has = filter.All(slices.Concat(conditions, texts, own)) // the cheapest first
	m.notes = b.env.Notes
	return m
}

// env returns what conditions are tested with.
func (s *Snapshot) env(q *preparedQuery) *filter.Env {
	v := &s.words
	e := &filter.Env{
		Now: q.Now, Agent: q.Agent, SubStatuses: v.subStatuses.all, Queues: v.queues.all, Priorities: v.priorities.all,
		Assignees: v.assignees.all, Dispositions: v.dispositions.all, Sources: v.sources.all,
		Customers: func(words []string) map[int64]bool {
			return q.customers.with(func(c *customerEntry) bool { return c.isNamed(words) })
		},
		HasOrder: func(number uint32, _ *filter.Row) bool { return s.rows[number].part(partOrder) != "" },
	}
	if has := q.Own.HasDraft; has != nil {
		e.HasDraft = func(number uint32, _ *filter.Row) bool { return has(s.rows[number].id()) }
	}
	if q.Own.IsUnread != nil {
		e.Unread = func(number uint32, _ *filter.Row) bool { return q.Own.unread(s.rows[number]) }
	}
	return e
}

// isNamed reports whether each word occurs in the names or the code of the customer.
func (s *customerEntry) isNamed(words []string) bool {
	for _, word := range words {
		if !strings.Contains(s.names, word) && !strings.Contains(s.code, word) {
			return false
		}
	}
	return len(words) > 0
}
