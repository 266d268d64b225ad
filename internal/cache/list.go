package cache

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

// Query selects and sorts the tickets of a list.
//
// A ticket belongs to Span by its creation day in Zone or, without a readable date, by the day whose pull returned it.
// With any:day the open tickets of other days belong to it, too, as far as they are known.
//
// The text and the view's filter are read by package filter. Words must occur in the id, the title, a name or a contact
// of the ticket, in its texts where they were read, or in its customer's where known.
type Query struct {
	View       string // the filter of a view
	Text       string // a filter, as typed
	Sort       desk.Sort
	Span       desk.DateRange
	Zone       *time.Location // the cache's when nil
	CountViews []string       // filters of views to count, without those of the query
	Now        time.Time      // to the minute, for conditions of time; the machine's when zero
	Agent      string         // whom assignee:me means
	Own        Own            // for is:unread and has:draft
	Forgiving  bool           // a word of Text that no ticket has stands for those one typo away, as List.Notes says
}

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

// maxSearchers is how many goroutines one list uses.
const maxSearchers = 4

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

// Rows for which another goroutine is worth while, and after which one looks whether it is still wanted.
const (
	rowsPerPart  = 2048
	rowsPerCheck = 256
)

// parts returns how many goroutines the rows are split among.
func (s *Snapshot) parts() int {
	return min(maxSearchers, runtime.GOMAXPROCS(0), max(1, len(s.rows)/rowsPerPart))
}

// inParts calls do for each part of the rows concurrently.
func (s *Snapshot) inParts(ctx context.Context, do func(ctx context.Context, part, from, to int) error) error {
	group, ctx := guard.WithContext(ctx)
	parts := s.parts()
	for i := range parts {
		group.Go(func() error { return do(ctx, i, len(s.rows)*i/parts, len(s.rows)*(i+1)/parts) })
	}
	return group.Wait()
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

// termMatcher is one text of a filter, with the interned values and the records that contain it.
type termMatcher struct {
	typed                                   string
	subStatuses, queues, priorities, people matchTable // nil where no value contains it
	inTexts                                 map[uint32]bool
	customers                               map[int64]bool
	number                                  int64 // the text as a number; 0 for none
}

func newTermMatcher(typed string, v *interners) *termMatcher {
	code := func(c desk.Code) bool { return occursIn(foldedCode(c), typed) }
	term := func(t desk.InternedLine) bool { return occursIn(foldedTerm(t), typed) }
	return &termMatcher{
		typed:       typed,
		subStatuses: evalAll(v.subStatuses.all, code), queues: evalAll(v.queues.all, code),
		priorities: evalAll(v.priorities.all, term), people: evalAll(v.assignees.all, term),
	}
}

func (w *termMatcher) in(number uint32, row *packedTicket) bool {
	return w.subStatuses.yes(row.SubStatus) || w.queues.yes(row.Queue) || w.priorities.yes(row.Priority) ||
		w.people.yes(row.Assignee) || occursIn(row.searchText(), w.typed) || w.inTexts != nil && w.inTexts[number] ||
		w.customers != nil && w.customers[row.Customer] || w.number != 0 && w.number == row.number
}

// matchTable holds the result of a predicate for each interned value, by number; nil if it holds for none.
type matchTable []bool

func (a matchTable) yes(number uint32) bool { return len(a) > 0 && a[number] }

// evalAll evaluates a predicate for each value.
func evalAll[T any](values []T, has func(T) bool) (all matchTable) {
	for i, v := range values {
		if has(v) {
			if all == nil {
				all = make(matchTable, len(values))
			}
			all[i] = true
		}
	}
	return all
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
