package book_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"frontdesk/internal/book"
	"frontdesk/internal/desk"
)

func TestConsolesThatAskTheSameShareOneListing(t *testing.T) {
	d := open(t, []row{ticket(1, 20), ticket(2, 20)})
	if err := d.Pull(t.Context(), span(20, 20)); err != nil {
		t.Fatal(err)
	}
	ask := func(words string) *book.Listing {
		l, err := d.Snapshot().List(t.Context(), book.Query{Span: span(20, 20), Words: words, Views: []desk.View{{Name: "All"}}})
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
		if whole := first.At(i); first.Touched()[i] != whole.Touched() || first.Talk(i).ID != whole.ID || first.Talk(i).LastTalk != whole.LastTalk {
			t.Errorf("at %d stands %v", i, first.Talk(i))
		}
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := d.Snapshot().List(gone, book.Query{Span: span(20, 20), Words: "x"}); !errors.Is(err, context.Canceled) {
		t.Errorf("who has left got %v", err)
	}
	ask("x")
}
