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

// answerArticles returns an interceptor that answers every search with some titles.
func answerArticles(titles ...string) interceptor {
	var all []string
	for i, title := range titles {
		all = append(all, fmt.Sprintf(`{"id":%d,"title":%q,"enabled":"Yes"}`, i+1, title))
	}
	return func(context.Context, string) (*reply, error) {
		return replyWith(200, `{"status":"success","message":{"contents":[`+strings.Join(all, ",")+`]}}`), nil
	}
}

func TestASearchAsksTheServiceAndRanksTheAnswer(t *testing.T) {
	d := newTestCache(t, nil)
	equalLists(t, "articles", titles(search(t, d.Cache, "  refund ")), []string{"Refund", "Refund not received", "Return and refund"})
	equalLists(t, "calls", d.calls(), []string{"search-faq refund"})
	equalLists(t, "blank words", titles(search(t, d.Cache, " \t ")), nil)
	equalLists(t, "calls for blank words", d.calls(), nil)
	d.intercept(answerArticles("How to prerefund an order", "Something else", "On refunds and an order", "Refund an order, by post",
		"Refund an order", "Refund: an order"))
	equalLists(t, "an answer in no order", titles(search(t, d.Cache, "Réfund an ORDER")), []string{
		"Refund an order", "Refund: an order", "Refund an order, by post", "On refunds and an order", "How to prerefund an order", "Something else",
	})
}

func TestWhatWasFoundBeforeIsShownWithoutAsking(t *testing.T) {
	d := newTestCache(t, nil)
	equalLists(t, "before any search", titles(d.Articles.Titled("refund", 9)), nil)
	search(t, d.Cache, "refund")
	d.calls()
	equalLists(t, "the same words", titles(d.Articles.Titled("refund", 9)), []string{"Refund", "Refund not received", "Return and refund"})
	equalLists(t, "more of them", titles(d.Articles.Titled("refund rec", 9)), []string{"Refund not received"})
	equalLists(t, "fewer letters", titles(d.Articles.Titled("re", 9)), []string{"Refund", "Return and refund", "Refund not received"})
	equalLists(t, "blank words", titles(d.Articles.Titled(" ", 9)), nil)
	if a, known := d.Articles.Article(5); !known || a.Body.Text().String() != "Wait" {
		t.Errorf("article 5 is %+v", a)
	}
	if _, known := d.Articles.Article(99); known {
		t.Error("an article that nobody found is known")
	}
	equalLists(t, "calls", d.calls(), nil)
}

func TestADisabledArticleIsNeverShown(t *testing.T) {
	d := newTestCache(t, nil)
	search(t, d.Cache, "refund")
	d.intercept(func(context.Context, string) (*reply, error) {
		return replyWith(200, `{"status":"success","message":{"contents":[
			{"id":7,"title":"Refund","enabled":"No"},{"id":5,"title":"Refund not received","enabled":"Yes"}]}}`), nil
	})
	equalLists(t, "found", titles(search(t, d.Cache, "refund")), []string{"Refund not received"})
	equalLists(t, "remembered", titles(d.Articles.Titled("refund", 9)), []string{"Refund not received", "Return and refund"})
	if _, known := d.Articles.Article(7); known {
		t.Error("it can still be opened")
	}
}

func TestAFailedSearchKeepsWhatIsRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, nil)
		search(t, d.Cache, "refund")
		d.intercept(func(context.Context, string) (*reply, error) { return unreachable() })
		if found, err := d.SearchArticles(t.Context(), "refund"); err == nil || found != nil {
			t.Errorf("found %v, %v", found, err)
		}
		equalLists(t, "remembered", titles(d.Articles.Titled("received", 9)), []string{"Refund not received"})
		d.holdCalls()
		ctx, stop := context.WithCancel(t.Context())
		go func() { synctest.Wait(); stop() }()
		if _, err := d.SearchArticles(ctx, "refund"); !errors.Is(err, context.Canceled) {
			t.Errorf("a search that was given up: %v", err)
		}
	})
}

func TestTheCategoriesAreAskedForOnceInTenMinutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, nil, func(c *cache.Config) { c.Now = time.Now })
		categories := func(again, wantErr bool) {
			t.Helper()
			found, err := d.Categories(t.Context(), again)
			if len(found) != 1 || found[0].Name.String() != "Delivery" || (err != nil) != wantErr {
				t.Errorf("got %v, %v", found, err)
			}
		}
		categories(false, false)
		<-afterSeconds(599)
		categories(false, false)
		equalLists(t, "calls", d.calls(), []string{"faq-categories"})
		<-afterSeconds(2)
		d.intercept(func(context.Context, string) (*reply, error) { return replyWith(500, ""), nil })
		categories(false, true)
		d.intercept(nil)
		categories(false, false)
		equalLists(t, "calls", d.calls(), []string{"faq-categories", "faq-categories"})
		categories(true, false)
		equalLists(t, "calls by hand", d.calls(), []string{"faq-categories"})
	})
}

func TestACategoryHoldsWhatSearchesHaveBroughtOfIt(t *testing.T) {
	d := newTestCache(t, nil)
	delivery := desk.Category{ID: 2}
	equalLists(t, "before any search", titles(d.Articles.In(delivery)), nil)
	d.intercept(func(context.Context, string) (*reply, error) {
		return replyWith(200, `{"status":"success","message":{"contents":[
			{"id":1,"title":"Where is my parcel","categoryId":2,"enabled":"Yes"},
			{"id":2,"title":"A parcel abroad","categoryId":2,"enabled":"Yes"},
			{"id":3,"title":"Parcel refunds","categoryId":3,"enabled":"Yes"}]}}`), nil
	})
	search(t, d.Cache, "parcel")
	equalLists(t, "afterwards", titles(d.Articles.In(delivery)), []string{"A parcel abroad", "Where is my parcel"})
}
