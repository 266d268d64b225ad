package cache

import (
	"fmt"
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
	v := &s.values
	e := &filter.Env{
		Now: q.Now, Agent: q.Agent, SubStatuses: v.subStatuses, Queues: v.queues, Priorities: v.priorities,
		Assignees: v.assignees, Dispositions: v.dispositions, Sources: s.sources,
		Customers: func(words []string) map[int64]bool {
			return q.customers.with(func(c *customerEntry) bool { return c.isNamed(words) })
		},
		HasOrder: func(number uint32, _ *filter.Row) bool { return s.row(number).order() != "" },
	}
	if has := q.Own.HasDraft; has != nil {
		e.HasDraft = func(number uint32, _ *filter.Row) bool { return has(s.row(number).id()) }
	}
	if q.Own.IsUnread != nil {
		e.Unread = func(number uint32, _ *filter.Row) bool { return q.Own.unread(s.row(number)) }
	}
	return e
}

// sources returns the names of sources by their numbers. They are kept with names of many other kinds, which are left
// out.
func (s *Snapshot) sources() []desk.InternedLine {
	all := make([]desk.InternedLine, len(s.values.labels))
	for p, page := range s.pages {
		for _, row := range page.rows[:min(pageSize, s.n-p*pageSize)] {
			all[row.Source] = s.values.labels[row.Source]
		}
	}
	return all
}

// rowTest reports whether a row has a text; number is the row's.
type rowTest func(number uint32, row *packedTicket) bool

// matcherBuilder makes the tests of texts.
type matcherBuilder struct {
	snapshot *Snapshot
	query    *preparedQuery
	env      *filter.Env
	forgives bool // typos
}

func (b *matcherBuilder) note(format string, args ...any) {
	b.env.Notes = append(b.env.Notes, fmt.Sprintf(format, args...))
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

// unread reports whether a ticket has news that the agent has not read.
func (o *Own) unread(r *packedTicket) bool {
	touched := r.touched()
	return touched > o.ReadSince && o.IsUnread(r.id(), r.lastTalk, r.talks, touched)
}
