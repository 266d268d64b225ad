package cache_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// column is a sort order: which ticket comes first, and which value is empty.
type column struct {
	compare func(x, y *desk.Ticket) int
	empty   func(*desk.Ticket) bool
}

func alphabetical(of func(*desk.Ticket) string) column {
	return column{
		func(x, y *desk.Ticket) int { return strings.Compare(safetext.Fold(of(x)), safetext.Fold(of(y))) },
		func(t *desk.Ticket) bool { return of(t) == "" },
	}
}

// counted is alphabetical, with the numbers in the texts as people count.
func counted(of func(*desk.Ticket) string) column {
	return column{
		func(x, y *desk.Ticket) int { return compareCounted(safetext.Fold(of(x)), safetext.Fold(of(y))) },
		func(t *desk.Ticket) bool { return of(t) == "" },
	}
}

func compareCounted(x, y string) int {
	for x != "" && y != "" {
		nx, ny := leadingNumber(x), leadingNumber(y)
		if nx == "" || ny == "" {
			if c := cmp.Compare(x[0], y[0]); c != 0 {
				return c
			}
			x, y = x[1:], y[1:]
			continue
		}
		a, _ := strconv.Atoi(nx)
		b, _ := strconv.Atoi(ny)
		if a != b {
			return cmp.Compare(a, b)
		}
		x, y = x[len(nx):], y[len(ny):]
	}
	return cmp.Compare(len(x), len(y))
}

func leadingNumber(s string) string { return s[:len(s)-len(strings.TrimLeft(s, "0123456789"))] }

func TestSort_TitlesFollowAsPeopleCount(t *testing.T) {
	titles := []string{"10", "Ticket 100", "1", "Ticket 9", "2", "Ticket 10", "Ticket 9a", "007", "Ticket", "v1.10", "v1.9"}
	slices.SortFunc(titles, func(x, y string) int {
		return strings.Compare(safetext.SortKey(safetext.Fold(x)), safetext.SortKey(safetext.Fold(y)))
	})
	want := "1, 2, 007, 10, Ticket, Ticket 9, Ticket 9a, Ticket 10, Ticket 100, v1.9, v1.10"
	if got := strings.Join(titles, ", "); got != want {
		t.Errorf("sorted %s, want %s", got, want)
	}
}

func sequenceTime(of func(*desk.Ticket) desk.UnixTime, latestFirst bool) column {
	return column{
		func(x, y *desk.Ticket) int {
			if latestFirst {
				x, y = y, x
			}
			return cmp.Compare(of(x)/60, of(y)/60)
		},
		func(t *desk.Ticket) bool { return of(t) == 0 },
	}
}

func ranked(of func(*desk.Ticket) int) column {
	return column{func(x, y *desk.Ticket) int { return cmp.Compare(of(x), of(y)) }, func(*desk.Ticket) bool { return false }}
}

// lastIf puts tickets last in either direction.
func lastIf(last func(*desk.Ticket) bool) column {
	return column{func(*desk.Ticket, *desk.Ticket) int { return 0 }, last}
}

// sortedAt is between the deadlines of assorted tickets.
var sortedAt = time.Unix(1_200_000, 0)

func danger(t *desk.Ticket) int { return int(desk.IsLate - t.Urgency(desk.NewUnixTime(sortedAt))) }

// withoutDeadline ranks tickets that have no deadline.
func withoutDeadline(t *desk.Ticket) int {
	switch {
	case !t.Deadline().IsZero():
		return 0
	case t.Marks.Has(desk.Closed):
		return 4
	}
	return 1 + danger(t)
}

var orders = map[desk.SortKey][]column{
	desk.SortByRisk: {
		ranked(func(t *desk.Ticket) int {
			if t.Marks.Has(desk.Closed) {
				return 3
			}
			return danger(t)
		}),
		ranked(func(t *desk.Ticket) int {
			if desk.FirstDue(t.Callback, t.Due) == 0 {
				return math.MaxInt
			}
			return int(desk.FirstDue(t.Callback, t.Due) / 60)
		}),
		ranked(func(t *desk.Ticket) int {
			switch {
			case desk.FirstDue(t.Callback, t.Due) != 0:
				return 0 // tickets that are due at the same time are sorted by id
			case t.Created == 0:
				return math.MaxInt
			}
			return int(t.Created / 60)
		}),
	},
	desk.SortByAge:       {sequenceTime(func(t *desk.Ticket) desk.UnixTime { return t.Created }, true)},
	desk.SortByTicket:    {ranked(func(*desk.Ticket) int { return 0 })},
	desk.SortByTitle:     {counted(func(t *desk.Ticket) string { return t.Title.String() })},
	desk.SortBySubStatus: {counted(func(t *desk.Ticket) string { return t.SubStatus.Label() })},
	desk.SortByQueue:     {counted(func(t *desk.Ticket) string { return t.Queue.Label() })},
	desk.SortByAssignee:  {counted(func(t *desk.Ticket) string { return t.Assignee.String() })},
	desk.SortByCustomer:  {alphabetical(func(t *desk.Ticket) string { return cmp.Or(t.Email.String(), t.Phone.String()) })},
	desk.SortBySource:    {counted(func(t *desk.Ticket) string { return t.Source.String() })},
	desk.SortByCallback:  {sequenceTime(func(t *desk.Ticket) desk.UnixTime { return t.Callback }, false)},
	desk.SortByActivity:  {sequenceTime((*desk.Ticket).LastActivity, true)},
	desk.SortByPriority: {
		{
			func(x, y *desk.Ticket) int {
				rx, known := desk.PriorityRank(x.Priority)
				ry, both := desk.PriorityRank(y.Priority)
				switch {
				case known && both:
					return cmp.Compare(rx, ry)
				case known:
					return -1
				case both:
					return 1
				}
				return strings.Compare(safetext.Fold(x.Priority.String()), safetext.Fold(y.Priority.String()))
			},
			func(t *desk.Ticket) bool { return t.Priority.IsEmpty() },
		},
	},
	desk.SortByClock: {
		{
			func(x, y *desk.Ticket) int { return cmp.Compare(x.Deadline().At/60, y.Deadline().At/60) },
			func(t *desk.Ticket) bool { return t.Deadline().IsZero() },
		},
		lastIf(func(t *desk.Ticket) bool { return withoutDeadline(t) >= 4 }),
		lastIf(func(t *desk.Ticket) bool { return withoutDeadline(t) >= 3 }),
		lastIf(func(t *desk.Ticket) bool { return withoutDeadline(t) >= 2 }),
	},
}

// order puts what is empty last and what is equal by its id, whichever way round.
func (c column) order(x, y *desk.Ticket, reverse bool) int {
	switch ex, ey := c.empty(x), c.empty(y); {
	case ex && ey:
		return 0
	case ex:
		return 1
	case ey:
		return -1
	case reverse:
		return c.compare(y, x)
	}
	return c.compare(x, y)
}

// assorted returns tickets as accounts send them: ids of any form, long titles with equal beginnings, empty fields.
func assorted(n int) *cache.Snapshot {
	random := rand.New(rand.NewPCG(3, 4))
	tickets := largeDesk(n)
	for i := range tickets {
		is := &tickets[i]
		if i%3 == 0 {
			is.ID = desk.NewID(strings.Repeat("0", random.IntN(3)) + fmt.Sprint(random.Uint32()) + []string{"", "-a", "é"}[random.IntN(3)])
			is.Title = safetext.LineFromText(fmt.Sprintf("Order number %d ", 4711*random.IntN(30)) + strings.Repeat("Ä", random.IntN(20)))
			is.Callback = desk.UnixTime(random.IntN(3) * 1_000_000)
			is.Due = desk.UnixTime(random.IntN(3) * 1_500_000)
		}
		if i%7 == 0 {
			is.Title, is.SubStatus, is.Queue, is.Assignee, is.SLA, is.Created = safetext.Line{}, desk.Code{}, desk.Code{}, desk.InternedLine{}, desk.InternedLine{}, 0
		}
	}
	c := cache.New(cache.Config{})
	cache.Learn(c, tickets)
	return c.Snapshot()
}

// checkSort checks a list against the order spelled out, each ticket against the one before it.
func checkSort(t *testing.T, s *cache.Snapshot, q cache.Query) {
	t.Helper()
	q.Now = sortedAt
	l, err := s.List(t.Context(), q)
	if err != nil || l.Len() == 0 {
		t.Fatalf("%d tickets, %v", l.Len(), err)
	}
	for i, before := 1, l.At(0); i < l.Len(); i++ {
		is := l.At(i)
		if compareTickets(before, is, q.Sort) > 0 {
			t.Fatalf("%+v: %+v stands before %+v", q.Sort, before, is)
		}
		before = is
	}
}

func TestEveryColumnSortsAsItSays(t *testing.T) {
	s := assorted(1_200)
	for by := desk.SortByRisk; by <= desk.SortBySource; by++ {
		for _, reverse := range []bool{false, true} {
			for _, view := range []string{"", "has:callback any:day"} { // most tickets, and few
				checkSort(t, s, cache.Query{View: view, Sort: desk.Sort{Key: by, Reverse: reverse}, Span: ever})
			}
		}
	}
}

func TestOrder_RiskPutsWhatIsDueSoonestFirst(t *testing.T) {
	at := func(id string, created, callback, due desk.UnixTime) desk.Ticket {
		return desk.Ticket{ID: desk.NewID(id), Created: created, Callback: callback, Due: due, Marks: desk.AtRisk}
	}
	c := cache.New(cache.Config{})
	cache.Learn(c, []desk.Ticket{
		at("newest", 4_000_000, 0, 0), at("oldest", 1_000_000, 0, 0), at("due-late", 2_000_000, 0, 9_000_000),
		at("callback-soon", 6_000_000, 7_000_000, 9_500_000), at("due-soonest", 5_000_000, 8_000_000, 6_500_000),
	})
	l, err := c.Snapshot().List(t.Context(), cache.Query{Sort: desk.Sort{Key: desk.SortByRisk}, Span: ever})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range l.Len() {
		got = append(got, l.At(i).ID.Raw())
	}
	if want := []string{"due-soonest", "callback-soon", "due-late", "oldest", "newest"}; !slices.Equal(got, want) {
		t.Errorf("by risk: %v, want %v", got, want)
	}
}

// TestOrder_OfOneMinuteIsTheSameForEveryAgent: whoever wrote a ticket knows its seconds, the others do not.
func TestOrder_OfOneMinuteIsTheSameForEveryAgent(t *testing.T) {
	const minute = 1_700_000_040
	for _, by := range []desk.SortKey{desk.SortByRisk, desk.SortByAge, desk.SortByActivity, desk.SortByCallback} {
		for who, seconds := range map[string][2]desk.UnixTime{"the first's author": {50, 0}, "the second's author": {0, 20}, "a third": {0, 0}} {
			c := cache.New(cache.Config{})
			var tickets []desk.Ticket
			for i, s := range seconds {
				at := minute + s
				tickets = append(tickets, desk.Ticket{ID: desk.NewID(fmt.Sprint(i)), Created: at, LastConversation: at, Callback: at})
			}
			cache.Learn(c, tickets)
			l, err := c.Snapshot().List(t.Context(), cache.Query{Sort: desk.Sort{Key: by}, Span: ever})
			if err != nil || l.Len() != 2 || l.At(0).ID.Raw() != "0" {
				t.Errorf("order %d: %s sees the second first, %v", by, who, err)
			}
		}
	}
}

// TestALargeDeskSortsAsASmallOne: parts of it are sorted at the same time, three of them here.
func TestALargeDeskSortsAsASmallOne(t *testing.T) {
	s := assorted(6_300)
	for _, by := range []desk.SortKey{desk.SortByTicket, desk.SortByTitle} {
		checkSort(t, s, cache.Query{Sort: desk.Sort{Key: by}, Span: ever})
	}
}

var ever = desk.DateRange{From: desk.Date{Year: 1, Month: 1, Day: 1}, To: desk.Date{Year: 3000, Month: 1, Day: 1}}

func compareTickets(x, y *desk.Ticket, o desk.Sort) int {
	for _, c := range orders[o.Key] {
		if way := c.order(x, y, o.Reverse); way != 0 {
			return way
		}
	}
	byID := x.ID.Compare(y.ID)
	if o.Reverse && o.Key == desk.SortByTicket {
		return -byID
	}
	return byID
}

func TestFilteringASortedListKeepsItsOrder(t *testing.T) {
	s := fullCache(1_500).Snapshot()
	for _, order := range []desk.Sort{{Key: desk.SortByTitle}, {Key: desk.SortByAge, Reverse: true}} {
		whole, err := s.List(t.Context(), cache.Query{Sort: order, Span: month})
		if err != nil {
			t.Fatal(err)
		}
		part, err := s.List(t.Context(), cache.Query{Text: "refund", Sort: order, Span: month})
		if err != nil {
			t.Fatal(err)
		}
		var want []int64
		for i := range whole.Len() {
			if part.Index(whole.At(i).ID) >= 0 {
				want = append(want, whole.At(i).TaskID)
			}
		}
		if part.Len() == 0 || !slices.Equal(numbers(part), want) {
			t.Errorf("by %v: %d of %d", order, part.Len(), len(want))
		}
	}
}
