package cache

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"frontdesk/internal/filter"
)

// Selection is the tickets that a query lists, in no order, to count them by further filters.
type Selection struct {
	snapshot *Snapshot
	query    *preparedQuery
	window   filter.Span
	view     filterMatcher // with the days of what is typed
	typed    filterMatcher // the query's text
}

// Select returns the tickets that a query lists.
func (s *Snapshot) Select(q Query) *Selection {
	q.CountViews = nil
	return s.selection(s.prepare(q))
}

func (s *Snapshot) selection(q *preparedQuery) *Selection {
	x := &Selection{snapshot: s, query: q, window: filter.NewSpan(q.Span, q.Zone)}
	x.view, x.typed = s.newFilterMatcher(q, q.view, false), s.newFilterMatcher(q, q.typed, q.Forgiving)
	x.view.anyDay = isOfAnyDay(q.view, q.typed)
	return x
}

// Notes returns what of the query's text cannot find anything, in sentences, or of the view if nothing is typed: who
// types can change the text alone.
func (x *Selection) Notes() []string {
	if !x.query.typed.IsEmpty() {
		return x.typed.notes
	}
	return x.view.notes
}

// IsOfAnyDay reports whether open tickets of days outside the span are listed, too.
func (x *Selection) IsOfAnyDay() bool { return x.view.anyDay }

// Env returns what conditions are tested with.
func (x *Selection) Env() *filter.Env { return x.snapshot.env(x.query) }

// Each calls visit for each ticket with the number of its row.
func (x *Selection) Each(ctx context.Context, visit func(number uint32, row *filter.Row)) error {
	for i, row := range x.snapshot.rows {
		if i%rowsPerCheck == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if number := uint32(i); x.isSearched(number, row) && x.typed.has(number, &row.Row) {
			visit(number, &row.Row)
		}
	}
	return nil
}

// isSearched reports whether a row belongs to the view, so that the query's text is compared with it.
func (x *Selection) isSearched(number uint32, row *packedTicket) bool {
	return !row.delisted && x.view.lists(number, row, x.window.Has(&row.Row))
}

// Test returns the test of the tickets that are left when a filter of conditions is added to those of the query.
func (x *Selection) Test(text string) filter.Test {
	added := parse(text)
	m := x.snapshot.newFilterMatcher(x.query, added, false)
	if anyDay, isSaid := added.SaysAnyDay(); !x.view.anyDay || anyDay || !isSaid {
		return m.has
	}
	return filter.All([]filter.Test{func(_ uint32, row *filter.Row) bool { return x.window.Has(row) }, m.has})
}

// FilterChoices returns the names that a filter can ask for, those of most tickets first, with the number of tickets
// that a query lists. Names without such tickets are included, because tickets that arrive may have them.
func (s *Snapshot) FilterChoices(q Query) map[filter.Name][]filter.Choice {
	tickets := s.Select(q)
	env := tickets.Env()
	env.Queues = slices.Concat(env.Queues, s.cache.Queues)
	env.SubStatuses = slices.Concat(env.SubStatuses, s.cache.SubStatuses)
	var all []namedCounts
	for _, c := range filter.Conditions {
		if c.Key != nil {
			names := c.Names(env)
			all = append(all, namedCounts{c, names, make([]int, len(names))})
		}
	}
	_ = tickets.Each(context.Background(), func(_ uint32, row *filter.Row) { // it does not end
		for i := range all {
			all[i].counts[all[i].Key(row)]++
		}
	})
	choices := map[filter.Name][]filter.Choice{}
	for _, c := range all {
		choices[c.Name] = namedChoices(c.names, c.counts)
	}
	return choices
}

// namedCounts are the numbers of tickets by the names of a condition.
type namedCounts struct {
	filter.Condition
	names  [][]string
	counts []int
}

// namedChoices returns the names with their counts.
func namedChoices(names [][]string, counts []int) []filter.Choice {
	labels := make([]string, len(names))
	for i, texts := range names {
		labels[i] = texts[len(texts)-1]
	}
	groups := filter.GroupNames(labels, func(i int) bool { return labels[i] != "" })
	all := make([]filter.Choice, len(groups))
	for g, group := range groups {
		all[g].Text = group.Label
		for _, i := range group.Of {
			all[g].Count += counts[i]
		}
	}
	slices.SortStableFunc(all, func(a, b filter.Choice) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Text, b.Text))
	})
	return all
}
