package cache

import (
	"context"
	"errors"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/faqindex"
	"frontdesk/internal/wire"
)

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

// searchForIndex puts the articles of a search into the index, without a word to those who show articles.
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
