package markdown

import (
	"fmt"
	"strings"
	"testing"
)

func TestCache_OldArticlesAreEvicted(t *testing.T) {
	c := newCache(10_000)
	named := func(i int) cacheKey { return cacheKey{key: fmt.Sprint(i)} }
	page := Rendered{Lines: []string{strings.Repeat("x", 1900)}}
	for i := range 20 {
		c.put(named(i), page)
		if _, ok := c.get(named(0)); !ok {
			t.Fatalf("after %d articles the one that is looked at again and again is gone", i)
		}
	}
	for i, want := range map[int]bool{0: true, 1: false, 15: false, 17: true, 19: true} {
		if _, ok := c.get(named(i)); ok != want {
			t.Errorf("article %d kept: %v, want %v", i, ok, want)
		}
	}
	if c.size > c.limit || len(c.pages) != c.order.Len() {
		t.Errorf("%d bytes of %d in %d and %d pages", c.size, c.limit, len(c.pages), c.order.Len())
	}
}

func TestCache_ArticleLargerThanTheCacheEvictsNothing(t *testing.T) {
	c := newCache(10_000)
	c.put(cacheKey{key: "small"}, Rendered{Lines: []string{"x"}})
	c.put(cacheKey{key: "large"}, Rendered{Lines: []string{strings.Repeat("x", 20_000)}})
	if _, ok := c.get(cacheKey{key: "small"}); !ok || len(c.pages) != 1 {
		t.Errorf("small kept: %v, %d pages", ok, len(c.pages))
	}
}

func TestCache_ArticleDrawnTwiceIsKeptOnce(t *testing.T) {
	c := newCache(10_000)
	for range 3 {
		c.put(cacheKey{key: "a"}, Rendered{Lines: []string{"one", "two"}})
	}
	if want := len("a") + len("onetwo") + 2*lineCost; c.size != want || c.order.Len() != 1 {
		t.Errorf("%d bytes, want %d; %d pages", c.size, want, c.order.Len())
	}
}
