package cache_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/faqindex"
)

// realTime gives a cache the time of the test's bubble.
func realTime(c *cache.Config) { c.Now = time.Now }

// prefetch searches for all articles for a time, or until all are known.
func (c *testCache) prefetch(t *testing.T, least time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), least)
	defer cancel()
	c.PrefetchArticles(ctx)
}

// manyTitles are more titles with the same beginning than one answer of the service holds.
func manyTitles() []string {
	titles := []string{"Über uns", "返金 refund", "返金の方法"}
	for i := range 250 {
		titles = append(titles, fmt.Sprintf("Answers about subject %c%c", 'a'+i%26, 'a'+i/26))
	}
	return titles
}

// serveTitles answers searches in the service's place, as it does: every word begins one of the title, and an answer
// has at most 100 articles.
func (n *network) serveTitles(titles []string) {
	n.intercept(func(_ context.Context, call string) (*reply, error) {
		key, _ := strings.CutPrefix(call, "search-faq ")
		var found []string
		for i, title := range titles {
			if strings.Contains(" "+strings.ToLower(title), " "+key) && len(found) < 100 {
				found = append(found, fmt.Sprintf(`{"id":%d,"title":%q,"detail":"<p>body of %s</p>"}`, 1000+i, title, title))
			}
		}
		return replyWith(http.StatusOK, `{"status":"success","message":{"contents":[`+strings.Join(found, ",")+`]}}`), nil
	})
}

func TestPrefetch_FindsEveryArticleThoughAnswersAreCutShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, nil, realTime)
		d.serveTitles(manyTitles())
		d.prefetch(t, time.Minute)
		if calls := d.calls(); len(calls) > 60/2 {
			t.Errorf("%d searches in a minute", len(calls))
		}
		d.prefetch(t, 12*time.Hour)
		if s := d.Articles.Status(); s.Articles != 253 || !s.Complete {
			t.Errorf("%+v", s)
		}
		d.calls()
		if hits := d.Articles.Search("body über", 5, nil); len(hits) != 1 || hits[0].Title.String() != "Über uns" {
			t.Errorf("found %+v", hits)
		}
		d.prefetch(t, 12*time.Hour)
		equalLists(t, "searches once it is complete", d.calls(), nil)
	})
}

// TestPrefetch_ARestartSearchesAgainOnlyUntilAllAreKnown begins anew after an interruption, and rests for a week once
// all are known, whatever is restarted.
func TestPrefetch_ARestartSearchesAgainOnlyUntilAllAreKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		for i, start := range []struct {
			lasts time.Duration
			most  int
		}{{time.Minute, 25}, {time.Hour, 37}, {time.Hour, 0}, {8 * 24 * time.Hour, 37}} {
			d := newTestCache(t, nil, realTime, func(c *cache.Config) { c.Articles = faqindex.Open(cache.OpenFile(dir)) })
			d.prefetch(t, start.lasts)
			calls := d.calls()
			if n := len(calls); n > start.most || n < start.most-2 {
				t.Errorf("start %d: %d calls: %v", i, n, calls)
			}
			if s := d.Articles.Status(); s.Complete != (i > 0) {
				t.Errorf("start %d: %+v", i, s)
			}
			d.Articles.Close()
		}
	})
}

func TestPrefetch_OneOfTheConsolesThatShareAFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		shared := func(c *cache.Config) { c.Articles = faqindex.Open(cache.OpenFile(dir)) }
		one, other := newTestCache(t, nil, realTime, shared), newTestCache(t, nil, realTime, shared)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			one.PrefetchArticles(ctx)
		}()
		<-afterSeconds(20)
		other.prefetch(t, time.Hour)
		cancel()
		<-done
		equalLists(t, "searches of the other", other.calls(), nil)
		if n := other.Articles.Len(); n != 3 {
			t.Errorf("the other knows %d articles", n)
		}
	})
}

func TestPrefetch_StopsWhileTheServiceCannotBeReached(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, nil, realTime)
		d.intercept(func(context.Context, string) (*reply, error) { return unreachable() })
		d.prefetch(t, time.Hour)
		if tries := len(d.calls()); tries > 40 || d.Articles.Status().Complete {
			t.Errorf("%d calls within an hour", tries)
		}
		d.intercept(nil)
		d.prefetch(t, time.Hour)
		if n := d.Articles.Len(); n != 3 {
			t.Errorf("%d articles are known", n)
		}
	})
}

func TestPrefetch_WaitsForTheAgentsOwnCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, nil, realTime)
		held := d.holdCalls()
		own := make(chan error, 1)
		go func() {
			_, err := d.SearchArticles(t.Context(), "refund")
			own <- err
		}()
		ctx, cancel := context.WithTimeout(t.Context(), 25*time.Second)
		defer cancel()
		d.PrefetchArticles(ctx)
		equalLists(t, "calls", held.arrived(), []string{"search-faq refund"})
		held.release("search-faq refund")
		if err := <-own; err != nil {
			t.Error(err)
		}
	})
}

// TestPrefetch_ServiceThatRefusesLetters: it is left alone, and what it has is not said to be all.
func TestPrefetch_ServiceThatRefusesLetters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, nil, realTime)
		d.intercept(func(context.Context, string) (*reply, error) {
			return replyWith(http.StatusBadRequest, `{"status":"failed","message":"too short"}`), nil
		})
		d.prefetch(t, 24*time.Hour)
		if calls := len(d.calls()); calls > 50 || d.Articles.Status().Complete {
			t.Errorf("%d calls within a day, %+v", calls, d.Articles.Status())
		}
	})
}

func TestPrefetch_DoesNotAskWithoutAnAddress(t *testing.T) {
	d := newTestCache(t, nil, func(c *cache.Config) { c.SearchUnavailable = "kms_url is missing" })
	d.PrefetchArticles(t.Context())
	equalLists(t, "calls", d.calls(), nil)
	if _, err := d.SearchArticles(t.Context(), "refund"); !errors.As(err, new(cache.NotConfiguredError)) {
		t.Error(err)
	}
}
