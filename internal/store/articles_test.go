package store_test

import (
	"strings"
	"testing"

	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

// TestSearchArticles_FindsAnyWordOfATitle, however many or long they are: with PostgreSQL, too.
func TestSearchArticles_FindsAnyWordOfATitle(t *testing.T) {
	var words []string
	for _, letter := range "abcdefghijklmnopqrstuvwxyzäöü" {
		words = append(words, "one"+string(letter), "two"+string(letter))
	}
	long := strings.Repeat("ß", 3000)
	s := storetest.Open(t)
	if err := s.Load(t.Context(), store.Dataset{Articles: []store.Article{
		{ID: 1, Title: strings.Join(words, " "), Enabled: true},
		{ID: 2, Title: long + " end", Enabled: true},
	}}); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]int64{"onea": 1, "twoü": 1, "end": 2, long: 2, long + " end": 2} {
		found, err := s.SearchArticles(t.Context(), key, 10)
		if err != nil || len(found) != 1 || found[0].ID != want {
			t.Errorf("%.20q: found %d articles, %v", key, len(found), err)
		}
	}
	for _, key := range []string{strings.Repeat("x", 20<<10), "onea end"} {
		if found, err := s.SearchArticles(t.Context(), key, 10); err != nil || len(found) != 0 {
			t.Errorf("%.20q: found %d articles, %v", key, len(found), err)
		}
	}
}
