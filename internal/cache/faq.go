package cache

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

const (
	maxArticles   = 4_096   // remembered; those that no search brought for longest go first
	maxBodies     = 8 << 20 // bytes of the remembered articles' bodies
	categoriesFor = 10 * time.Minute
)

// faq is what is remembered of the knowledge base.
type faq struct {
	articles     map[int64]*cachedArticle
	bodies       int // bytes
	searches     seq
	categories   []desk.Category
	categoriesAt time.Time
}

// cachedArticle is an article with the search that brought it last.
type cachedArticle struct {
	desk.Article
	title string // folded
	by    seq
}

func newFAQ() faq { return faq{articles: map[int64]*cachedArticle{}} }

// SearchArticles asks for articles whose titles match (PROTOCOL.md 4.12) and ranks the answer again:
// accounts rank in ways of their own. Blank words find nothing and ask nobody. A Lacking
// error names what has to be set first.
func (b *Cache) SearchArticles(ctx context.Context, words string) ([]desk.Article, error) {
	words = strings.Join(strings.Fields(words), " ")
	if words == "" {
		return nil, nil
	}
	if b.SearchUnavailable != "" {
		return nil, NotConfiguredError(b.SearchUnavailable)
	}
	found, err := client.Call(ctx, b.Client, wire.SearchFAQ, wire.SearchFAQRequest{SearchKey: words})
	if err != nil {
		return nil, err
	}
	b.remember(found)
	found = slices.DeleteFunc(found, func(a desk.Article) bool { return !a.Enabled })
	wanted := newWanted(words)
	slices.SortStableFunc(found, func(x, y desk.Article) int {
		return cmp.Compare(wanted.rank(safetext.Fold(x.Title.String())), wanted.rank(safetext.Fold(y.Title.String())))
	})
	return found, nil
}

// Categories is the category tree (PROTOCOL.md 4.13), asked for again when it is older than
// ten minutes, or at once with again. With an error it is the one that was known, if any.
func (b *Cache) Categories(ctx context.Context, again bool) ([]desk.Category, error) {
	b.mu.Lock()
	known, at := b.faq.categories, b.faq.categoriesAt
	b.mu.Unlock()
	if !again && !at.IsZero() && b.Now().Sub(at) < categoriesFor {
		return slices.Clone(known), nil
	}
	found, err := client.Call(ctx, b.Client, wire.FAQCategories, wire.EmptyRequest{})
	if err != nil {
		return slices.Clone(known), err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.faq.categories, b.faq.categoriesAt = found, b.Now()
	return slices.Clone(found), nil
}
