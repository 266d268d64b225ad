package cache_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
)

func TestConsolesThatAskTheSameShareOneListing(t *testing.T) {
	d := newTestCache(t, []row{ticket(1, 20), ticket(2, 20)})
	if err := d.Pull(t.Context(), november(20, 20)); err != nil {
		t.Fatal(err)
	}
	ask := func(words string) *cache.List {
		l, err := d.Snapshot().List(t.Context(), cache.Query{Span: november(20, 20), Text: words, CountViews: []string{""}})
		if err != nil {
			t.Error(err)
		}
		return l
	}
	first := ask("")
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if ask("") != first {
				t.Error("the same was listed again")
			}
		})
	}
	all.Wait()
	if ask("2") == first || ask("2").Len() != 1 {
		t.Error("another question got the same answer")
	}
	for i := range first.Len() {
		if whole := first.At(i); first.LastActivity()[i] != whole.LastActivity() || first.ActivityAt(i).ID != whole.ID || first.ActivityAt(i).LastConversationID != whole.LastConversationID {
			t.Errorf("at %d stands %v", i, first.ActivityAt(i))
		}
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := d.Snapshot().List(gone, cache.Query{Span: november(20, 20), Text: "x"}); !errors.Is(err, context.Canceled) {
		t.Errorf("who has left got %v", err)
	}
	ask("x")
}

// TestCountsOfViewsAreThoseOfTheirQuery: they are kept while another view, filter or order is listed, and made anew for
// other days or views, and after a change.
func TestCountsOfViewsAreThoseOfTheirQuery(t *testing.T) {
	d := newTestCache(t, []row{ticket(1, 20), ticket(2, 20, func(t *row) { t.SubStatus = "CL" }), ticket(3, 19)})
	if err := d.Pull(t.Context(), november(19, 20)); err != nil {
		t.Fatal(err)
	}
	views := []string{"", "is:open"}
	check := func(q cache.Query, want ...int) {
		t.Helper()
		l, err := d.Snapshot().List(t.Context(), q)
		if err != nil || !slices.Equal(l.Counts(), want) {
			t.Errorf("%+v: %v, %v, want %v", q.View, l.Counts(), err, want)
		}
	}
	for range 2 {
		check(cache.Query{Span: november(19, 20), CountViews: views}, 3, 2)
		check(cache.Query{Span: november(19, 20), CountViews: views, View: views[1], Text: "1", Sort: desk.Sort{Key: desk.SortByTitle}}, 3, 2)
		check(cache.Query{Span: november(20, 20), CountViews: views, View: views[1]}, 2, 1)
		check(cache.Query{Span: november(19, 20), CountViews: views[1:], View: views[1]}, 2)
	}
}
