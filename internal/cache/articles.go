package cache

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/faqindex"
	"frontdesk/internal/wire"
)

// categoriesFor is how long the tree of categories stays fresh.
const categoriesFor = 10 * time.Minute

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
	report(c.Articles.Put(found, asked)) //nolint:contextcheck // a use of the file is short, and not given up
	found = slices.DeleteFunc(found, func(a desk.Article) bool { return !a.Enabled })
	c.Articles.Sort(words, found) //nolint:contextcheck // a use of the file is short, and not given up
	c.mu.Lock()
	defer c.mu.Unlock()
	c.notify()
	return found, nil
}

// Categories returns the category tree (PROTOCOL.md 4.13), cached for ten minutes; again bypasses the cache. With an
// error it returns the cached tree, if any.
func (c *Cache) Categories(ctx context.Context, again bool) ([]desk.Category, error) {
	c.mu.Lock()
	known, at := c.categories.all, c.categories.at
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
	c.categories = categories{found, c.Now()}
	return slices.Clone(found), nil
}

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
	report(c.Articles.Put(found, asked)) //nolint:contextcheck // a use of the file is short, and not given up
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
