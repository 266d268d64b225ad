package cache

import (
	"context"
	"runtime"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

// maxSearchers is how many goroutines one List uses.
const maxSearchers = 4

// list is List for one that asks alone.
func (s *Snapshot) list(ctx context.Context, q Query) (*List, error) {
	search := s.newSearch(q)
	found := make([]scanCounts, s.parts())
	err := s.inParts(ctx, func(ctx context.Context, part, from, to int) error {
		found[part].counts = make([]int, len(search.counted))
		return search.run(ctx, from, to, &found[part])
	})
	if err != nil {
		return nil, err
	}
	l := &List{snapshot: s, query: search.query, counts: make([]int, len(search.counted)), places: make([]uint32, s.n)}
	shown := 0
	for _, f := range found {
		l.total += f.total
		shown += f.shown
		for v, n := range f.counts {
			l.counts[v] += n
		}
	}
	if l.rows, err = s.sorted(ctx, search.query.Sort, search.shown, shown); err != nil {
		return nil, err
	}
	l.touched = make([]desk.UnixTime, len(l.rows))
	for place, row := range l.rows {
		l.places[row] = uint32(place) + 1
		l.touched[place] = search.touched[row]
	}
	return l, nil
}

// parts is into how many parts the rows are worth parting.
func (s *Snapshot) parts() int {
	return min(maxSearchers, runtime.GOMAXPROCS(0), max(1, len(s.pages)/8))
}

// inParts does something with parts of the pages at the same time, each part in one goroutine.
func (s *Snapshot) inParts(ctx context.Context, do func(ctx context.Context, part, from, to int) error) error {
	group, ctx := guard.WithContext(ctx)
	parts := s.parts()
	for i := range parts {
		group.Go(func() error { return do(ctx, i, len(s.pages)*i/parts, len(s.pages)*(i+1)/parts) })
	}
	return group.Wait()
}

// search is a query made ready for one snapshot.
type search struct {
	snapshot *Snapshot
	query    Query
	window   timeRange
	view     viewMatcher
	counted  []viewMatcher
	shown    []bool          // by row
	touched  []desk.UnixTime // likewise, of those shown
}

func (s *Snapshot) newSearch(q Query) *search {
	if q.Zone == nil {
		q.Zone = s.zone
	}
	all := &search{snapshot: s, query: q, window: newWindow(q.Span, q.Zone), shown: make([]bool, s.n), touched: make([]desk.UnixTime, s.n)}
	all.view = newSieve(&all.query.View, q.Text, &s.values)
	for i := range q.CountViews {
		all.counted = append(all.counted, newSieve(&q.CountViews[i], "", &s.values))
	}
	return all
}

// scanCounts is what one goroutine counts in its pages.
type scanCounts struct {
	total, shown int
	counts       []int
}

// run looks at every row of some pages.
func (s *search) run(ctx context.Context, from, to int, f *scanCounts) error {
	for p := from; p < to; p++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		page := s.snapshot.pages[p]
		for i := range min(pageSize, s.snapshot.n-p*pageSize) {
			if row := page.rows[i]; s.visit(row, f) {
				s.shown[p*pageSize+i], s.touched[p*pageSize+i] = true, row.touched()
				f.shown++
			}
		}
	}
	return nil
}

// visit counts a row and says whether it is shown.
func (s *search) visit(row *packedTicket, f *scanCounts) bool {
	if row.delisted {
		return false
	}
	inSpan := s.window.has(row)
	if inSpan {
		f.total++
	}
	for i := range s.counted {
		if v := &s.counted[i]; (inSpan || v.view.Callbacks) && v.has(row) {
			f.counts[i]++
		}
	}
	return (inSpan || s.query.View.Callbacks) && s.view.has(row)
}
