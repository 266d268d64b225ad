package cache

import (
	"context"

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
	for p, page := range x.snapshot.pages {
		if err := ctx.Err(); err != nil {
			return err
		}
		for i, row := range page.rows[:min(pageSize, x.snapshot.n-p*pageSize)] {
			if number := uint32(p*pageSize + i); x.isSearched(number, row) && x.typed.has(number, &row.Row) {
				visit(number, &row.Row)
			}
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
