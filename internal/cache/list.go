package cache

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	lru "github.com/hashicorp/golang-lru/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

// List is the tickets that match a query, in its order or in that of an earlier list (see In). It is immutable and its
// methods are cheap.
type List struct {
	snapshot   *Snapshot
	query      Query
	*placement           // of the tickets that match
	work       *WorkList // what is shown: that placement, or an earlier one
	touched    []desk.UnixTime
	total      int
	searched   int
	anyDay     bool
	views      []viewCount // counted
	notes      []string
	texts      int
}

// Notes returns what of the query's filter cannot find anything, in sentences.
func (l *List) Notes() []string { return l.notes }

// Searched returns how many tickets the query's text was compared with: those of its view.
func (l *List) Searched() int { return l.searched }

// SearchedTexts returns how many of them were searched in their texts, because they were read.
func (l *List) SearchedTexts() int { return l.texts }

// Len returns the number of listed tickets.
func (l *List) Len() int {
	if l.work == nil {
		return 0
	}
	return len(l.work.rows) + len(l.work.joined)
}

// At returns a copy of the ticket at place i from 0, or nil when i is out of range.
func (l *List) At(i int) *desk.Ticket {
	if i < 0 || i >= l.Len() {
		return nil
	}
	return l.snapshot.ticket(l.rowAt(i))
}

// Index returns a ticket's place, or -1 when it is not listed.
func (l *List) Index(id desk.ID) int {
	if l.snapshot == nil {
		return -1
	}
	row, known := l.snapshot.at(id.Raw())
	if !known {
		return -1
	}
	return l.work.place(row)
}

// Total returns the number of tickets in the span, before view and filter.
func (l *List) Total() int { return l.total }

// IsOfAnyDay reports whether open tickets of days outside the span are listed, too.
func (l *List) IsOfAnyDay() bool { return l.anyDay }

// Counts returns the number of tickets in each of the query's CountViews.
func (l *List) Counts() []int {
	counts := make([]int, len(l.views))
	for i, v := range l.views {
		counts[i] = v.tickets
	}
	return counts
}

// list computes a list without the list cache.
func (s *Snapshot) list(ctx context.Context, q *preparedQuery) (*List, error) {
	search := s.newSearch(q)
	counts := s.listings.counts.Load()
	isCounted := counts != nil && counts.key == q.countKey
	if isCounted {
		search.counted = nil
	}
	found := make([]scanCounts, s.parts())
	err := s.inParts(ctx, func(ctx context.Context, part, from, to int) error {
		found[part].views = make([]viewCount, len(search.counted))
		return search.run(ctx, from, to, &found[part])
	})
	if err != nil {
		return nil, err
	}
	if !isCounted {
		counts = &viewCounts{q.countKey, addUp(found, len(search.counted))}
		s.listings.counts.Store(counts)
	}
	l := &List{snapshot: s, query: q.Query, views: counts.views}
	l.notes, l.texts = search.Notes(), q.texts.count(s, search.isSearched)
	l.anyDay = search.view.anyDay
	shown := 0
	for _, f := range found {
		l.total += f.total
		l.searched += f.searched
		shown += f.shown
	}
	rows, err := s.sorted(ctx, newOrder(q.Sort, q.Now), search.shown, shown)
	if err != nil {
		return nil, err
	}
	l.placement = newPlacement(rows, len(s.rows))
	l.work = &WorkList{placement: l.placement, moves: s.moves}
	l.touched = make([]desk.UnixTime, len(rows))
	for place, row := range rows {
		l.touched[place] = search.touched[row]
	}
	return l, nil
}

// search is a query prepared for one snapshot.
type search struct {
	*Selection
	counted []filterMatcher
	shown   []bool          // by row
	touched []desk.UnixTime // likewise, for those shown
}

func (s *Snapshot) newSearch(q *preparedQuery) *search {
	n := len(s.rows)
	all := &search{Selection: s.selection(q), shown: make([]bool, n), touched: make([]desk.UnixTime, n)}
	for _, view := range q.counted {
		all.counted = append(all.counted, s.newFilterMatcher(q, view, false))
	}
	return all
}

// scanCounts holds the counts of one goroutine.
type scanCounts struct {
	total, searched, shown int

	views []viewCount
}

// run visits the rows [from, to).
func (s *search) run(ctx context.Context, from, to int, found *scanCounts) error {
	f := *found // counted apart: neighbours in memory are counted by other goroutines
	defer func() { *found = f }()
	for i := from; i < to; i++ {
		if i%rowsPerCheck == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if row := s.snapshot.rows[i]; s.visitRow(uint32(i), row, &f) {
			s.shown[i], s.touched[i] = true, row.touched()
			f.shown++
		}
	}
	return nil
}

// visitRow counts a row and reports whether it is listed.
func (s *search) visitRow(number uint32, row *packedTicket, f *scanCounts) bool {
	if row.delisted {
		return false
	}
	inSpan := s.window.Has(&row.Row)
	if inSpan {
		f.total++
	}
	for i := range s.counted {
		if v := &s.counted[i]; v.lists(number, row, inSpan) {
			of := &f.views[i]
			of.tickets++
			if v.isOfCallbacks {
				of.callbacks = append(of.callbacks, Callback{Ticket: desk.NewID(row.id()), At: row.Callback})
			}
		}
	}
	if !s.view.lists(number, row, inSpan) {
		return false
	}
	f.searched++
	return s.typed.has(number, &row.Row)
}

// LastActivity returns the last activity of each ticket that matches, in the query's order; sessions scan it for
// tickets that are new to their agent. It is shared and must not be modified.
func (l *List) LastActivity() []desk.UnixTime { return l.touched }

// StateAt returns the id, the flags and the last activity of the ticket at place i from 0.
func (l *List) StateAt(i int) (id desk.ID, flags desk.Flags, touched desk.UnixTime) {
	row := l.snapshot.rows[l.rowAt(i)]
	return desk.NewID(row.id()), row.Marks, row.touched()
}

// ActivityAt returns the ticket at place i of LastActivity with only its id and activity fields.
func (l *List) ActivityAt(i int) *desk.Ticket {
	s := l.snapshot.rows[l.rows[i]]
	return &desk.Ticket{
		ID:                 desk.NewID(s.id()),
		LastConversationID: s.lastTalk,
		Conversations:      s.talks,
		Created:            s.Created,
		LastConversation:   s.talked,
		LastFollowUp:       s.followed,
	}
}

// maxListings is how many lists a snapshot caches.
const maxListings = 8

// listCache caches a snapshot's recent lists: most consoles of a host show the same inbox, and a list of 100,000
// tickets takes milliseconds and most of a megabyte.
type listCache struct {
	made   *lru.Cache[string, *List]
	calls  guard.Shared[string, *List]
	counts atomic.Pointer[viewCounts] // the last ones
}

func newListCache() *listCache {
	made, _ := lru.New[string, *List](maxListings) // fails for a size of 0 only
	return &listCache{made: made}
}

// List finds and sorts the tickets that match a query; callers with the same query share the result. It takes
// milliseconds for 100,000 tickets, so call it outside the update loop. When ctx ends it returns the context's error.
func (s *Snapshot) List(ctx context.Context, q Query) (*List, error) {
	prepared := s.prepare(q)
	if known, ok := s.listings.made.Get(prepared.key); ok {
		return known, nil
	}
	return s.listings.calls.Do(ctx, prepared.key, func(ctx context.Context) (*List, error) {
		if known, ok := s.listings.made.Get(prepared.key); ok { // meanwhile
			return known, nil
		}
		found, err := s.list(ctx, prepared)
		if err == nil {
			s.listings.made.Add(prepared.key, found)
		}
		return found, err
	})
}

// viewCounts is what a query's CountViews have. The last ones of a snapshot are kept, because they stay the same when
// another view, filter or order is listed, and counting takes longer than listing.
type viewCounts struct {
	key   string // preparedQuery.countKey
	views []viewCount
}

// viewCount is what a view has.
type viewCount struct {
	tickets   int
	callbacks []Callback // of a view that asks for them, soonest first
}

// addUp adds up what the goroutines of a list have found of some views.
func addUp(found []scanCounts, views int) []viewCount {
	all := make([]viewCount, views)
	for v := range all {
		for _, f := range found {
			all[v].tickets += f.views[v].tickets
			all[v].callbacks = append(all[v].callbacks, f.views[v].callbacks...)
		}
		slices.SortFunc(all[v].callbacks, func(x, y Callback) int {
			return cmp.Or(cmp.Compare(x.At, y.At), x.Ticket.Compare(y.Ticket))
		})
	}
	return all
}

// Callback is a call that was promised on an open ticket.
type Callback struct {
	Ticket desk.ID
	At     desk.UnixTime
}

// IsDue reports whether the minute of the call has come.
func (c Callback) IsDue(now desk.UnixTime) bool { return desk.IsCallDue(c.At, now) }

// Callbacks returns the callbacks of the tickets of one of the query's CountViews, soonest first. There are none for a
// view that does not ask for them. The result is shared and must not be modified.
func (l *List) Callbacks(view int) []Callback {
	if view < 0 || view >= len(l.views) {
		return nil
	}
	return l.views[view].callbacks
}

// CountDue returns how many of the Callbacks of a view are due.
func (l *List) CountDue(view int, now desk.UnixTime) int {
	all := l.Callbacks(view)
	due, _ := slices.BinarySearchFunc(all, now, func(c Callback, now desk.UnixTime) int {
		if c.IsDue(now) {
			return -1
		}
		return 1
	})
	return due
}

// WorkList returns the list's present membership and order.
func (l *List) WorkList() *WorkList { return l.work }

// In returns the list in the membership and order of a work list, with what is new at its end. Its counts, total and
// activity stay those of the list itself. A work list that is older than the last but one eviction is not kept.
func (l *List) In(w *WorkList) *List {
	w, ok := w.renumbered(l.snapshot.moves)
	if !ok {
		return l
	}
	var found []uint32
	for row, place := range l.places { // by row, because that is a tenth of the time that it takes by place
		if place > 0 && w.place(uint32(row)) < 0 {
			found = append(found, uint32(row))
		}
	}
	slices.SortFunc(found, func(x, y uint32) int { return cmp.Compare(l.places[x], l.places[y]) })
	in := *l
	in.work = w.join(found)
	return &in
}

// Joined returns how many of the last tickets are new since the work list was made.
func (l *List) Joined() int { return len(l.work.joined) }

// Belongs reports whether the ticket at place i still matches the query.
func (l *List) Belongs(i int) bool { return l.placement.place(l.rowAt(i)) >= 0 }

// IsClosed reports whether the ticket at place i is closed.
func (l *List) IsClosed(i int) bool { return l.snapshot.rows[l.rowAt(i)].Marks.Has(desk.Closed) }

// rowAt returns the row at place i.
func (l *List) rowAt(i int) uint32 {
	if own := len(l.work.rows); i >= own {
		return l.work.joined[i-own]
	}
	return l.work.rows[i]
}
