package cache

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/faqindex"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

const (
	maxArticles   = 4_096   // cached; those not returned by a search for longest are evicted first
	maxBodies     = 8 << 20 // total bytes of the cached articles' bodies
	categoriesFor = 10 * time.Minute
)

// faq is the cached part of the FAQ.
type faq struct {
	articles     map[int64]*cachedArticle
	bodies       int // bytes
	searches     seq
	categories   []desk.Category
	categoriesAt time.Time
}

// cachedArticle is an article with the last search that returned it.
type cachedArticle struct {
	desk.Article
	title string // folded
	by    seq
}

func newFAQ() faq { return faq{articles: map[int64]*cachedArticle{}} }

// SearchArticles searches articles by title (PROTOCOL.md 4.12) and ranks the results locally, since accounts rank
// differently. Blank words return nothing without a call. A NotConfiguredError names a missing setting.
func (c *Cache) SearchArticles(ctx context.Context, words string) ([]desk.Article, error) {
	words = strings.Join(strings.Fields(words), " ")
	if words == "" {
		return nil, nil
	}
	if c.SearchUnavailable != "" {
		return nil, NotConfiguredError(c.SearchUnavailable)
	}
	asked := c.Now()
	found, err := client.Call(ctx, c.Client, wire.SearchFAQ, wire.SearchFAQRequest{SearchKey: words})
	if err != nil {
		return nil, err
	}
	_ = c.Articles.Put(found, asked) // its status tells why articles cannot be kept
	c.remember(found)
	found = slices.DeleteFunc(found, func(a desk.Article) bool { return !a.Enabled })
	wanted := newArticleQuery(words)
	slices.SortStableFunc(found, func(x, y desk.Article) int {
		return cmp.Compare(wanted.rank(safetext.Fold(x.Title.String())), wanted.rank(safetext.Fold(y.Title.String())))
	})
	return found, nil
}

// Categories returns the category tree (PROTOCOL.md 4.13), cached for ten minutes; again bypasses the cache. With an
// error it returns the cached tree, if any.
func (c *Cache) Categories(ctx context.Context, again bool) ([]desk.Category, error) {
	c.mu.Lock()
	known, at := c.faq.categories, c.faq.categoriesAt
	c.mu.Unlock()
	if !again && !at.IsZero() && c.Now().Sub(at) < categoriesFor {
		return slices.Clone(known), nil
	}
	found, err := client.Call(ctx, c.Client, wire.FAQCategories, wire.EmptyRequest{})
	if err != nil {
		return slices.Clone(known), err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faq.categories, c.faq.categoriesAt = found, c.Now()
	return slices.Clone(found), nil
}

// articleQuery is a prepared article search.
type articleQuery struct {
	phrase string   // folded
	words  []string // of phrase
}

func newArticleQuery(typed string) articleQuery {
	words := titleWords(safetext.Fold(typed))
	return articleQuery{strings.Join(words, " "), words}
}

// titleWords splits a folded text at everything but letters, digits and marks.
func titleWords(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.N, unicode.M) })
}

// noMatch is the rank of a title that does not match.
const noMatch = 1 << 20

// rank returns the rank of a folded title, best first: an equal title, one that starts with the phrase, one that has it
// at the start of a word, one with words that start with all the words, one that contains all of them. Within each
// group, shorter titles come first.
func (q articleQuery) rank(title string) int {
	const step = noMatch >> 3
	words := titleWords(title)
	plain := strings.Join(words, " ")
	length := min(len(plain), step-1)
	switch {
	case plain == q.phrase:
		return 0
	case strings.HasPrefix(plain, q.phrase):
		return step + length
	case strings.Contains(" "+plain, " "+q.phrase):
		return 2*step + length
	case q.all(func(word string) bool { return strings.Contains(" "+plain, " "+word) }):
		return 3*step + length
	case q.all(func(word string) bool { return strings.Contains(plain, word) }):
		return 4*step + length
	}
	return noMatch
}

func (q articleQuery) all(has func(word string) bool) bool {
	return !slices.ContainsFunc(q.words, func(word string) bool { return !has(word) })
}

// remember caches the enabled articles of a response and removes the disabled ones.
func (c *Cache) remember(found []desk.Article) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := &c.faq
	f.searches++
	for _, a := range found {
		f.drop(a.ID)
		if a.Enabled {
			f.articles[a.ID] = &cachedArticle{a, safetext.Fold(a.Title.String()), f.searches}
			f.bodies += a.Body.Len()
		}
	}
	f.evict()
	c.notify()
}

func (f *faq) drop(id int64) {
	if a, known := f.articles[id]; known {
		f.bodies -= a.Body.Len()
		delete(f.articles, id)
	}
}

// evict removes the articles not returned by a search for longest while the limits are exceeded.
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

// CachedArticles returns the matching articles among those cached, best first.
func (c *Cache) CachedArticles(words string) []desk.Article {
	wanted := newArticleQuery(words)
	if len(wanted.words) == 0 {
		return nil
	}
	type hit struct {
		article *cachedArticle
		rank    int
	}
	var hits []hit
	c.mu.Lock()
	for _, a := range c.faq.articles {
		if rank := wanted.rank(a.title); rank < noMatch {
			hits = append(hits, hit{a, rank})
		}
	}
	c.mu.Unlock()
	slices.SortFunc(hits, func(x, y hit) int {
		return cmp.Or(
			cmp.Compare(x.rank, y.rank),
			cmp.Compare(x.article.title, y.article.title),
			cmp.Compare(x.article.ID, y.article.ID),
		)
	})
	found := make([]desk.Article, len(hits))
	for i, h := range hits {
		found[i] = h.article.Article
	}
	return found
}

// CachedArticlesIn returns the cached articles of a category, by title. The interface has no operation to list a
// category.
func (c *Cache) CachedArticlesIn(category desk.Category) []desk.Article {
	c.mu.Lock()
	defer c.mu.Unlock()
	var found []desk.Article
	for _, a := range c.faq.articles {
		if a.CategoryID == category.ID || a.CategoryID == 0 && a.CategoryName.String() == category.Name.String() {
			found = append(found, a.Article)
		}
	}
	slices.SortFunc(found, func(x, y desk.Article) int {
		return cmp.Or(
			strings.Compare(titleKey(&x), titleKey(&y)),
			cmp.Compare(x.ID, y.ID),
		)
	})
	return found
}

// titleKey returns the text by which articles are sorted by title.
func titleKey(a *desk.Article) string { return safetext.SortKey(safetext.Fold(a.Title.String())) }

// PrefetchArticles searches for all articles of the account until ctx ends, gently: one search at a time, while no
// other call is under way (PROTOCOL.md 4.12). It does nothing if articles cannot be searched.
func (c *Cache) PrefetchArticles(ctx context.Context) {
	if c.SearchUnavailable != "" {
		return
	}
	prefetch := faqindex.Prefetch{
		Index:      c.Articles,
		Search:     c.searchForIndex,
		Categories: c.categoryTexts,
		Busy:       c.Client.Busy,
		IsRefused:  isRefused,
		Reason:     reasonOf,
		Now:        c.Now,
	}
	prefetch.Run(ctx)
}

// searchForIndex puts the articles of a search into the index without notifying subscribers.
func (c *Cache) searchForIndex(ctx context.Context, key string) (int, error) {
	asked := c.Now()
	found, err := client.Call(ctx, c.Client, wire.SearchFAQ, wire.SearchFAQRequest{SearchKey: key})
	if err != nil {
		return 0, err
	}
	_ = c.Articles.Put(found, asked) // its status tells why articles cannot be kept
	return len(found), nil
}

// categoryTexts returns the names and descriptions of the categories.
func (c *Cache) categoryTexts(ctx context.Context) (string, error) {
	categories, err := c.Categories(ctx, false)
	var all strings.Builder
	for i := range categories {
		all.WriteString(categories[i].Name.String() + " " + categories[i].Detail.String() + "\n")
	}
	return all.String(), err
}

// faultOfService is the first HTTP status that is not about what was asked for.
const faultOfService = 500

// isRefused reports whether the service has refused a search for what was searched for.
func isRefused(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && fault.Kind == client.Rejected && fault.Code < faultOfService
}

// reasonOf words an error in a few words.
func reasonOf(err error) string {
	var fault *client.Error
	if errors.As(err, &fault) {
		return fault.Summary()
	}
	return err.Error()
}
