package cache_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
)

func titles(found []desk.Article) []string {
	var all []string
	for _, a := range found {
		all = append(all, a.Title.String())
	}
	return all
}

func search(t testing.TB, c *cache.Cache, words string) []desk.Article {
	t.Helper()
	found, err := c.SearchArticles(t.Context(), words)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// articles answers every search with some titles.
func articles(titles ...string) way {
	var all []string
	for i, title := range titles {
		all = append(all, fmt.Sprintf(`{"id":%d,"title":%q,"enabled":"Yes"}`, i+1, title))
	}
	return func(context.Context, string) (*reply, error) {
		return says(200, `{"status":"success","message":{"contents":[`+strings.Join(all, ",")+`]}}`), nil
	}
}

func TestASearchAsksTheServiceAndRanksTheAnswer(t *testing.T) {
	d := open(t, nil)
	same(t, "articles", titles(search(t, d.Cache, "  refund ")), []string{"Refund", "Refund not received", "Return and refund"})
	same(t, "calls", d.calls(), []string{"search-faq refund"})
	same(t, "blank words", titles(search(t, d.Cache, " \t ")), nil)
	same(t, "calls for blank words", d.calls(), nil)
	d.breaks(articles("How to prerefund an order", "Something else", "On refunds and an order", "Refund an order, by post",
		"Refund an order", "Refund: an order"))
	same(t, "an answer in no order", titles(search(t, d.Cache, "Réfund an ORDER")), []string{
		"Refund an order", "Refund: an order", "Refund an order, by post", "On refunds and an order", "How to prerefund an order", "Something else",
	})
}

func TestWhatWasFoundBeforeIsShownWithoutAsking(t *testing.T) {
	d := open(t, nil)
	same(t, "before any search", titles(d.CachedArticles("refund")), nil)
	search(t, d.Cache, "refund")
	d.calls()
	same(t, "the same words", titles(d.CachedArticles("refund")), []string{"Refund", "Refund not received", "Return and refund"})
	same(t, "more of them", titles(d.CachedArticles("refund rec")), []string{"Refund not received"})
	same(t, "fewer letters", titles(d.CachedArticles("re")), []string{"Refund", "Return and refund", "Refund not received"})
	same(t, "blank words", titles(d.CachedArticles(" ")), nil)
	if a, known := d.CachedArticle(5); !known || a.Body.Text().String() != "Wait" {
		t.Errorf("article 5 is %+v", a)
	}
	if _, known := d.CachedArticle(99); known {
		t.Error("an article that nobody found is known")
	}
	same(t, "calls", d.calls(), nil)
}

func TestADisabledArticleIsNeverShown(t *testing.T) {
	d := open(t, nil)
	search(t, d.Cache, "refund")
	d.breaks(func(context.Context, string) (*reply, error) {
		return says(200, `{"status":"success","message":{"contents":[
			{"id":7,"title":"Refund","enabled":"No"},{"id":5,"title":"Refund not received","enabled":"Yes"}]}}`), nil
	})
	same(t, "found", titles(search(t, d.Cache, "refund")), []string{"Refund not received"})
	same(t, "remembered", titles(d.CachedArticles("refund")), []string{"Refund not received", "Return and refund"})
	if _, known := d.CachedArticle(7); known {
		t.Error("it can still be opened")
	}
}

func TestOnlySoMuchOfTheKnowledgeBaseIsRemembered(t *testing.T) {
	d := open(t, nil)
	body := strings.Repeat("x", 3<<20)
	for i, words := range []string{"one", "two", "three"} {
		d.breaks(func(context.Context, string) (*reply, error) {
			return says(200, fmt.Sprintf(`{"status":"success","message":{"contents":[{"id":%d,"title":%q,"detail":%q}]}}`, i+1, words, body)), nil
		})
		search(t, d.Cache, words)
	}
	if _, known := d.CachedArticle(1); known {
		t.Error("the article that was found longest ago is still held")
	}
	for id := range int64(2) {
		if _, known := d.CachedArticle(id + 2); !known {
			t.Errorf("article %d was forgotten", id+2)
		}
	}
}

func TestAFailedSearchKeepsWhatIsRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, nil)
		search(t, d.Cache, "refund")
		d.breaks(func(context.Context, string) (*reply, error) { return unreachable() })
		if found, err := d.SearchArticles(t.Context(), "refund"); err == nil || found != nil {
			t.Errorf("found %v, %v", found, err)
		}
		same(t, "remembered", titles(d.CachedArticles("received")), []string{"Refund not received"})
		d.hold()
		ctx, stop := context.WithCancel(t.Context())
		go func() { synctest.Wait(); stop() }()
		if _, err := d.SearchArticles(ctx, "refund"); !errors.Is(err, context.Canceled) {
			t.Errorf("a search that was given up: %v", err)
		}
	})
}

func TestTheCategoriesAreAskedForOnceInTenMinutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, nil, func(c *cache.Config) { c.Now = time.Now })
		categories := func(again, wantErr bool) {
			t.Helper()
			found, err := d.Categories(t.Context(), again)
			if len(found) != 1 || found[0].Name.String() != "Delivery" || (err != nil) != wantErr {
				t.Errorf("got %v, %v", found, err)
			}
		}
		categories(false, false)
		<-after(599)
		categories(false, false)
		same(t, "calls", d.calls(), []string{"faq-categories"})
		<-after(2)
		d.breaks(func(context.Context, string) (*reply, error) { return says(500, ""), nil })
		categories(false, true)
		d.breaks(nil)
		categories(false, false)
		same(t, "calls", d.calls(), []string{"faq-categories", "faq-categories"})
		categories(true, false)
		same(t, "calls by hand", d.calls(), []string{"faq-categories"})
	})
}

func TestACategoryHoldsWhatSearchesHaveBroughtOfIt(t *testing.T) {
	d := open(t, nil)
	delivery := desk.Category{ID: 2}
	same(t, "before any search", titles(d.CachedArticlesIn(delivery)), nil)
	d.breaks(func(context.Context, string) (*reply, error) {
		return says(200, `{"status":"success","message":{"contents":[
			{"id":1,"title":"Where is my parcel","categoryId":2,"enabled":"Yes"},
			{"id":2,"title":"A parcel abroad","categoryId":2,"enabled":"Yes"},
			{"id":3,"title":"Parcel refunds","categoryId":3,"enabled":"Yes"}]}}`), nil
	})
	search(t, d.Cache, "parcel")
	same(t, "afterwards", titles(d.CachedArticlesIn(delivery)), []string{"A parcel abroad", "Where is my parcel"})
}
