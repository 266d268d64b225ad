package cache

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// remember keeps what may be shown of an answer, and forgets what may not be shown any more.
func (b *Cache) remember(found []desk.Article) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f := &b.faq
	f.searches++
	for _, a := range found {
		f.drop(a.ID)
		if a.Enabled {
			f.articles[a.ID] = &cachedArticle{a, safetext.Fold(a.Title.String()), f.searches}
			f.bodies += a.Body.Len()
		}
	}
	f.evict()
	b.notify()
}

func (f *faq) drop(id int64) {
	if a, known := f.articles[id]; known {
		f.bodies -= a.Body.Len()
		delete(f.articles, id)
	}
}

// evict forgets the articles that no search brought for longest while there are too many.
func (f *faq) evict() {
	tooMuch := func() bool { return len(f.articles) > maxArticles || f.bodies > maxBodies }
	if !tooMuch() {
		return
	}
	oldest := slices.SortedFunc(maps.Values(f.articles), func(x, y *cachedArticle) int {
		return cmp.Or(cmp.Compare(x.by, y.by), cmp.Compare(x.ID, y.ID))
	})
	for _, a := range oldest {
		if !tooMuch() {
			return
		}
		f.drop(a.ID)
	}
}

// CachedArticles is what matches among the articles that any search has brought, best first, without asking
// anybody.
func (b *Cache) CachedArticles(words string) []desk.Article {
	wanted := newWanted(words)
	if len(wanted.words) == 0 {
		return nil
	}
	type hit struct {
		article *cachedArticle
		rank    int
	}
	var hits []hit
	b.mu.Lock()
	for _, a := range b.faq.articles {
		if rank := wanted.rank(a.title); rank < noMatch {
			hits = append(hits, hit{a, rank})
		}
	}
	b.mu.Unlock()
	slices.SortFunc(hits, func(x, y hit) int {
		return cmp.Or(cmp.Compare(x.rank, y.rank), cmp.Compare(x.article.title, y.article.title), cmp.Compare(x.article.ID, y.article.ID))
	})
	found := make([]desk.Article, len(hits))
	for i, h := range hits {
		found[i] = h.article.Article
	}
	return found
}

// CachedArticlesIn is what any search has brought of a category, by title. The interface cannot list a category, so that
// this is all that can be known of one without asking.
func (b *Cache) CachedArticlesIn(c desk.Category) []desk.Article {
	b.mu.Lock()
	defer b.mu.Unlock()
	var found []desk.Article
	for _, a := range b.faq.articles {
		if a.CategoryID == c.ID || a.CategoryID == 0 && a.CategoryName.String() == c.Name.String() {
			found = append(found, a.Article)
		}
	}
	slices.SortFunc(found, func(x, y desk.Article) int {
		return cmp.Or(strings.Compare(safetext.Fold(x.Title.String()), safetext.Fold(y.Title.String())), cmp.Compare(x.ID, y.ID))
	})
	return found
}

// CachedArticle is an article that some search has brought.
func (b *Cache) CachedArticle(id int64) (desk.Article, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a, known := b.faq.articles[id]
	if !known {
		return desk.Article{}, false
	}
	return a.Article, true
}
