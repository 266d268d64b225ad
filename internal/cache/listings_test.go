package cache_test

import (
	"context"
	"errors"
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
		l, err := d.Snapshot().List(t.Context(), cache.Query{Span: november(20, 20), Text: words, CountViews: []desk.View{{Name: "All"}}})
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
