package cache_test

import (
	"testing"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

func TestCallbacks_AreThoseOfTheViewSoonestFirst(t *testing.T) {
	asha := desk.NewInternedLine(safetext.LineFromText("Asha Rao"))
	c := cache.New(cache.Config{})
	cache.Learn(c, []desk.Ticket{
		{ID: desk.NewID("3"), Callback: 6_000, Assignee: asha, Created: 1},
		{ID: desk.NewID("1"), Callback: 3_030, Assignee: asha, Created: 1},
		{ID: desk.NewID("2"), Callback: 3_030, Created: 1},
		{ID: desk.NewID("4"), Callback: 10, Marks: desk.Closed, Created: 1},
		{ID: desk.NewID("5"), Created: 1},
	})
	l, err := c.Snapshot().List(t.Context(), cache.Query{Span: ever, CountViews: []string{
		"has:callback", "-has:callback", `has:callback assignee:="ASHA RAO"`,
	}})
	if err != nil {
		t.Fatal(err)
	}
	for view, want := range []string{"1 2 3 ", "", "1 3 "} {
		got := ""
		for _, call := range l.Callbacks(view) {
			got += call.Ticket.Raw() + " "
		}
		if got != want {
			t.Errorf("view %d has %q instead of %q", view, got, want)
		}
	}
	for now, want := range map[desk.UnixTime]int{2_999: 0, 3_000: 2, 3_030: 2, 6_000: 3} { // from the start of its minute
		if got := l.CountDue(0, now); got != want {
			t.Errorf("at %d %d are due instead of %d", now, got, want)
		}
	}
	if l.CountDue(1, 9_000) != 0 || l.CountDue(7, 9_000) != 0 {
		t.Error("callbacks are due in a view without them")
	}
}
