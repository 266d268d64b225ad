package cache_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/faqindex"
)

// realTime gives a cache the time of the test's bubble.
func realTime(c *cache.Config) { c.Now = time.Now }

// prefetch searches for all articles until the search is in a state.
func (c *testCache) prefetch(t *testing.T, until faqindex.PrefetchState) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		c.PrefetchArticles(ctx)
	}()
	for range 24 * 60 {
		<-afterSeconds(60)
		if c.Articles.Status().Prefetch == until {
			break
		}
	}
	cancel()
	<-done
	if got := c.Articles.Status(); got.Prefetch != until {
		t.Fatalf("after a day: %+v", got)
	}
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
		began := time.Now()
		d.prefetch(t, faqindex.PrefetchComplete)
		if s := d.Articles.Status(); s.Articles != 253 || s.Complete.IsZero() {
			t.Errorf("%+v", s)
		}
		calls := d.calls()
		if each := time.Since(began) / time.Duration(len(calls)); each < 2*time.Second {
			t.Errorf("%d searches in %v", len(calls), time.Since(began))
		}
		if hits := d.Articles.Search("body über", 5, nil); len(hits) != 1 || hits[0].Title.String() != "Über uns" {
			t.Errorf("found %+v", hits)
		}
		d.prefetch(t, faqindex.PrefetchComplete)
		equalLists(t, "searches once it is complete", d.calls(), nil)
	})
}

func TestPrefetch_GoesOnWhereItWasInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "articles")
		asked := map[string]int{}
		for _, seconds := range []int{75, 60 * 60} {
			d := newTestCache(t, nil, realTime, func(c *cache.Config) { c.Articles = faqindex.Open(path) })
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(seconds)*time.Second)
			d.PrefetchArticles(ctx)
			cancel()
			for _, call := range d.calls() {
				asked[call]++
			}
		}
		for call, times := range asked {
			if times > 1 {
				t.Errorf("%s: %d times", call, times)
			}
		}
		if len(asked) != 36+1 { // letters, digits, and the categories
			t.Errorf("%d searches: %v", len(asked), asked)
		}
	})
}

func TestPrefetch_OneOfTheConsolesThatShareAFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "articles")
		shared := func(c *cache.Config) { c.Articles = faqindex.Open(path) }
		one, other := newTestCache(t, nil, realTime, shared), newTestCache(t, nil, realTime, shared)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			one.PrefetchArticles(ctx)
		}()
		<-afterSeconds(20)
		other.prefetch(t, faqindex.PrefetchWaiting)
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
		d.prefetch(t, faqindex.PrefetchStopped)
		if s := d.Articles.Status(); s.Reason.String() != "the service cannot be reached" {
			t.Errorf("%+v", s)
		}
		tries := len(d.calls())
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		d.PrefetchArticles(ctx)
		if again := len(d.calls()); tries > 10 || again > 40 {
			t.Errorf("%d and %d calls, within minutes and an hour", tries, again)
		}
		d.intercept(nil)
		d.prefetch(t, faqindex.PrefetchComplete)
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

// TestPrefetch_ServiceThatWantsWholeWords has a service that refuses short words and finds whole ones only.
func TestPrefetch_ServiceThatWantsWholeWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, nil, realTime)
		all := map[int]string{1: "Delivery times", 2: "Times of day", 3: "Day of rest", 4: "Alone"}
		d.intercept(func(_ context.Context, call string) (*reply, error) {
			key, ok := strings.CutPrefix(call, "search-faq ")
			if !ok {
				return nil, nil
			}
			if len(key) < 3 {
				return replyWith(http.StatusBadRequest, `{"status":"failed","message":"too short"}`), nil
			}
			var found []string
			for id, title := range all {
				if strings.Contains(" "+strings.ToLower(title)+" ", " "+strings.ToLower(key)+" ") {
					found = append(found, fmt.Sprintf(`{"id":%d,"title":%q,"enabled":"Yes"}`, id, title))
				}
			}
			return replyWith(http.StatusOK, `{"status":"success","message":{"contents":[`+strings.Join(found, ",")+`]}}`), nil
		})
		d.prefetch(t, faqindex.PrefetchComplete)
		if n := d.Articles.Len(); n != 3 {
			t.Errorf("%d articles are known", n)
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
