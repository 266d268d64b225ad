package cache_test

import (
	"context"
	"errors"
	"testing"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
)

// mixedTickets returns a small desk with one ticket for each thing that people look for.
func mixedTickets() []row {
	return []row{
		ticket(1, 18, func(t *row) { t.Title, t.SLAStatus = "Screen stays black &amp; beeps", "Out of SLA" }),
		ticket(2, 19, func(t *row) { t.Title, t.QueueKey, t.SLAStatus = "Refund of Ünder-paid order", "BL", "At risk" }),
		ticket(3, 20, func(t *row) { t.Title, t.SubStatus = "Change address", "P" }),
		ticket(4, 20, func(t *row) { t.Title, t.SubStatus, t.SLAStatus = "Refund sent", "CL", "Out of SLA" }),
		ticket(5, 2, func(t *row) { t.Title, t.AssignedName, t.OrderID = "Old promise", "Bo Ek", "ORD-77"; withCallback(t) }),
		ticket(6, 2, func(t *row) { t.Title, t.Email, t.Phone = "Old question", "zoë@example.com", "5550199" }),
	}
}

func TestTheFilterFindsEveryWordSomewhereInATicket(t *testing.T) {
	d := newTestCache(t, mixedTickets())
	pull(t, d.Cache, november(1, 20))
	for typed, want := range map[string][]int64{
		"":                  {1, 2, 5, 6, 3, 4},
		"refund":            {2, 4},
		"REFUND under":      {2},
		"black & beeps":     {1},
		"amp;":              nil,
		id(3):               {3},
		"billing":           {2},
		"bo ek":             {5},
		"asha clos":         {4},
		"zoe@":              {6},
		"5550199":           {6},
		"ord-77":            {5},
		"high unattended":   {1, 2, 5, 6},
		"refund nothing":    nil,
		"  refund   sent  ": {4},
		"%":                 nil,
	} {
		equalLists(t, typed, numbers(list(t, d.Cache, cache.Query{Text: typed, Span: november(1, 20)})), want)
	}
}

func TestViewsShowAndCountTheirTickets(t *testing.T) {
	d := newTestCache(t, mixedTickets())
	pull(t, d.Cache, november(1, 20))
	for _, c := range []struct {
		view string
		want []int64
	}{
		{"", []int64{1, 2, 3, 4}},
		{"has:callback any:day", []int64{5}}, // promised, though not of these days
		{"is:late,risk", []int64{1, 2}},
		{"is:unattended", []int64{1, 2}},
		{"queue:=bl", []int64{2}},
		{"queue:=hardware", []int64{1, 3, 4}},
		{"queue:=hard", nil},
		{"refund is:open", []int64{2}},
		{"assignee:=Nobody", nil},
		{"is:nosuch", nil}, // nothing rather than all
	} {
		q := cache.Query{View: c.view, Span: november(18, 20), CountViews: []string{c.view, ""}}
		l := list(t, d.Cache, q)
		equalLists(t, c.view, numbers(l), c.want)
		equalLists(t, c.view+", counted", l.Counts(), []int{len(c.want), 4})
		if l.Total() != 4 || l.Query().View != c.view {
			t.Errorf("%s: %d in all", l.Query().View, l.Total())
		}
		q.Text = "no such word"
		equalLists(t, c.view+", counted while filtered", list(t, d.Cache, q).Counts(), []int{len(c.want), 4})
	}
}

func TestATicketWithoutADateBelongsToTheDayThatBroughtIt(t *testing.T) {
	d := newTestCache(t, nil)
	d.intercept(answerPulls(`{"ticketId":"` + id(1) + `","taskId":1,"date":"yesterday"}`))
	pull(t, d.Cache, november(19, 19))
	equalLists(t, "that day", numbers(list(t, d.Cache, cache.Query{Span: november(19, 19)})), []int64{1})
	equalLists(t, "another", numbers(list(t, d.Cache, cache.Query{Span: november(20, 20)})), nil)
}

func TestAPlaceInTheListIsFoundByTheTicket(t *testing.T) {
	d := newTestCache(t, mixedTickets())
	pull(t, d.Cache, november(1, 20))
	q := cache.Query{Sort: desk.Sort{Key: desk.SortByTicket}, Span: november(1, 20)}
	before := list(t, d.Cache, q)
	if i := before.Index(ticketIDs(4)[0]); i != 3 || before.At(i).TaskID != 4 {
		t.Errorf("ticket 4 stands at %d", i)
	}
	q.Sort.Reverse = true
	after := list(t, d.Cache, q)
	if i := after.Index(ticketIDs(4)[0]); i != 2 {
		t.Errorf("turned round, ticket 4 stands at %d", i)
	}
	q.Text = "refund"
	filtered := list(t, d.Cache, q)
	for n, want := range map[int64]int{4: 0, 2: 1, 3: -1, 99: -1} {
		if i := filtered.Index(ticketIDs(n)[0]); i != want {
			t.Errorf("filtered, ticket %d stands at %d", n, i)
		}
	}
	for _, i := range []int{-1, 2, 1 << 40} {
		if filtered.At(i) != nil {
			t.Errorf("there is a ticket at %d", i)
		}
	}
	if new(cache.List).Index(ticketIDs(1)[0]) != -1 || new(cache.List).At(0) != nil {
		t.Error("the empty list shows something")
	}
	filtered.At(0).TaskID = 77
	if filtered.At(0).TaskID != 4 {
		t.Error("a ticket handed out is not the caller's own")
	}
}

func TestTicketsThatComeLaterDoNotDisturbAListOrASnapshot(t *testing.T) {
	d := newTestCache(t, mixedTickets())
	pull(t, d.Cache, november(20, 20))
	s := d.Snapshot()
	if s != d.Snapshot() {
		t.Error("nothing has changed, and the snapshot is another")
	}
	l := list(t, d.Cache, cache.Query{Span: november(1, 20)})
	pull(t, d.Cache, november(1, 20))
	if s.Len() != 2 || d.Snapshot().Len() != 6 || d.Snapshot().Version() <= s.Version() {
		t.Errorf("%d and %d tickets are known", s.Len(), d.Snapshot().Len())
	}
	if _, known := s.Ticket(ticketIDs(1)[0]); known || l.Index(ticketIDs(1)[0]) != -1 || l.Len() != 2 {
		t.Error("a ticket that came later shows")
	}
}

func TestAListThatNobodyWantsAnyMoreStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if l, err := fullCache(500).Snapshot().List(ctx, cache.Query{Span: month}); l != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("got a list: %t; %v", l != nil, err)
	}
}
