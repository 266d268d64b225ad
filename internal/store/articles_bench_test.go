package store_test

import (
	"fmt"
	"strings"
	"testing"

	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

// BenchmarkSearchArticles searches 50,000 articles of 2 KB for a word in 6,000 titles, and for one in a single title.
func BenchmarkSearchArticles(b *testing.B) {
	s := storetest.Open(b)
	articles := make([]store.Article, 50_000)
	for i := range articles {
		title := fmt.Sprintf("Article %d about parcel%d", i, i%100)
		if i%8 == 0 {
			title = fmt.Sprintf("Refund for order%d in the shop", i)
		}
		articles[i] = store.Article{ID: int64(i + 1), Title: title, Detail: strings.Repeat("text ", 400), Enabled: true}
	}
	if err := s.Load(b.Context(), store.Dataset{Articles: articles}); err != nil {
		b.Fatal(err)
	}
	for _, key := range []string{"refund", "refund order", "order40000"} {
		b.Run(key, func(b *testing.B) {
			for b.Loop() {
				if found, err := s.SearchArticles(b.Context(), key, 100); err != nil || len(found) == 0 {
					b.Fatal(len(found), err)
				}
			}
		})
	}
}
