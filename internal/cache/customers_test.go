package cache_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
)

// answerWith returns an interceptor that answers an operation with a body and passes other calls on.
func answerWith(operation, body string) interceptor {
	return func(_ context.Context, call string) (*reply, error) {
		if strings.HasPrefix(call, operation) {
			return replyWith(200, body), nil
		}
		return nil, nil
	}
}

func customer(name, contacts string) string {
	return `{"id":7,"name":"` + name + `","contacts":[` + contacts + `]}`
}

func fullCustomer(name, contacts string) interceptor {
	return answerWith("get-customer", `{"Customer Details":`+customer(name, contacts)+`,"status":"success"}`)
}

const reached = `{"id":1,"contactPerson":"Asha","phone":"5550100","email":"asha@example.com"}`

// withClock returns a setting for a cache whose time the test sets.
func withClock(now *time.Time) func(*cache.Config) {
	return func(c *cache.Config) { c.AccountID, c.Now = 1, func() time.Time { return *now } }
}

func TestACustomerIsAskedForOnceInTenMinutes(t *testing.T) {
	now := noon
	d := newTestCache(t, nil, withClock(&now))
	d.intercept(fullCustomer("Asha Rao", reached))
	for range 3 {
		if c, at, err := d.Customer(t.Context(), 7, false); err != nil || c.Name.String() != "Asha Rao" || !at.Equal(noon) {
			t.Fatal(c, at, err)
		}
	}
	equalLists(t, "calls", d.calls(), []string{"get-customer"})
	if _, _, err := d.Customer(t.Context(), 7, true); err != nil { // the agent asks again
		t.Fatal(err)
	}
	now = now.Add(11 * time.Minute)
	if _, at, err := d.Customer(t.Context(), 7, false); err != nil || !at.Equal(now) {
		t.Fatal(at, err)
	}
	equalLists(t, "calls", d.calls(), []string{"get-customer", "get-customer"})
}

func TestAWriteOfOursHasTheCustomerAskedForAgain(t *testing.T) {
	d := newTestCache(t, nil, func(c *cache.Config) { c.AccountID = 1 })
	d.intercept(fullCustomer("Asha Rao", reached))
	if _, _, err := d.Customer(t.Context(), 7, false); err != nil || d.IsCustomerStale(7) {
		t.Fatal(err)
	}
	subscription := d.Subscribe()
	defer subscription.Close()
	d.InvalidateCustomer(7)
	if !subscription.Wait(t.Context()) || !d.IsCustomerStale(7) {
		t.Fatal("no subscriber is notified")
	}
	d.intercept(fullCustomer("Asha Menon", reached))
	if c, _, err := d.Customer(t.Context(), 7, false); err != nil || c.Name.String() != "Asha Menon" || d.IsCustomerStale(7) {
		t.Error(c.Name, err)
	}
}

func TestAnAnswerFromBeforeAWriteIsNotTakenForTheStateAfterIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, nil, func(c *cache.Config) { c.AccountID = 1 })
		d.intercept(func(context.Context, string) (*reply, error) {
			<-afterSeconds(5)
			return replyWith(200, `{"Customer Details":`+customer("Before", reached)+`,"status":"success"}`), nil
		})
		go func() { _, _, _ = d.Customer(t.Context(), 7, false) }()
		<-afterSeconds(1)
		d.InvalidateCustomer(7)
		d.intercept(fullCustomer("After", reached))
		if c, _, err := d.Customer(t.Context(), 7, false); err != nil || c.Name.String() != "After" {
			t.Error(c, err)
		}
		<-afterSeconds(10)
		if c, _, err := d.Customer(t.Context(), 7, false); err != nil || c.Name.String() != "After" {
			t.Error(c, err)
		}
	})
}

func TestWhoAsksForTheSameCustomerMeanwhileSharesTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, nil)
		d.intercept(func(ctx context.Context, _ string) (*reply, error) {
			select {
			case <-afterSeconds(5):
			case <-ctx.Done():
				return nil, ctx.Err()
			}
			return replyWith(200, `{"Customer Details":`+customer("Asha Rao", reached)+`,"status":"success"}`), nil
		})
		impatient, stop := context.WithCancel(t.Context())
		answers := make(chan error)
		for _, ctx := range []context.Context{impatient, t.Context(), t.Context()} {
			go func() {
				_, _, err := d.Customer(ctx, 7, false)
				answers <- err
			}()
		}
		<-afterSeconds(1)
		stop() // one leaves, and does not end it for the others
		if err := <-answers; !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		for range 2 {
			if err := <-answers; err != nil {
				t.Error(err)
			}
		}
		equalLists(t, "calls", d.calls(), []string{"get-customer"})
	})
}

func TestACustomerWhomTheServiceDoesNotKnowIsRememberedAsSuch(t *testing.T) {
	d := newTestCache(t, nil)
	for range 2 {
		if c, _, err := d.Customer(t.Context(), 99, false); c != nil || !client.IsNotFound(err) {
			t.Fatal(c, err)
		}
	}
	equalLists(t, "calls", d.calls(), []string{"get-customer"})
}

func TestACustomerWhomTheServiceNoLongerHasIsNotShown(t *testing.T) {
	d := newTestCache(t, nil)
	d.intercept(fullCustomer("Asha Rao", reached))
	if c, _, err := d.Customer(t.Context(), 7, false); c == nil || err != nil {
		t.Fatal(c, err)
	}
	d.intercept(nil) // the desk has none
	for _, again := range []bool{true, false} {
		if c, _, err := d.Customer(t.Context(), 7, again); c != nil || !client.IsNotFound(err) {
			t.Errorf("again %v: %v, %v", again, c, err)
		}
	}
}

func TestWhatWasKnownOfACustomerStaysWhenAskingFails(t *testing.T) {
	d := newTestCache(t, nil)
	d.intercept(fullCustomer("Asha Rao", reached))
	if _, _, err := d.Customer(t.Context(), 7, false); err != nil {
		t.Fatal(err)
	}
	d.intercept(answerWith("get-customer", `{"status":"failed","message":"Try later"}`))
	var fault *client.Error
	if c, at, err := d.Customer(t.Context(), 7, true); !errors.As(err, &fault) || c == nil || c.Name.String() != "Asha Rao" || at.IsZero() {
		t.Error(c, at, err)
	}
}

func TestAPullThatNamesNoContactsKeepsThoseThatAreKnown(t *testing.T) {
	d := newTestCache(t, nil, func(c *cache.Config) { c.AccountID = 1 })
	d.intercept(fullCustomer("Asha Rao", reached))
	if _, _, err := d.Customer(t.Context(), 7, false); err != nil {
		t.Fatal(err)
	}
	d.intercept(answerWith("pull-customer", `{"message":[`+customer("Asha Menon", "")+`],"status":"success"}`))
	all := d.SearchCustomersByDay(t.Context(), "asha", november(20, 20).Days())
	if all.Err != nil || all.Searched != 1 || len(all.Found) != 1 || all.Found[0].Record.Name.String() != "Asha Menon" || len(all.Found[0].Record.Contacts) != 1 {
		t.Error(all)
	}
}

func TestDaysThatAreLookedThroughEndBeforeTheFirstThatFails(t *testing.T) {
	d := newTestCache(t, nil, func(c *cache.Config) { c.AccountID = 1 })
	d.intercept(func(_ context.Context, call string) (*reply, error) {
		switch call {
		case "pull-customer 2026-11-19":
			return replyWith(200, `{"message":[`+customer("Asha Rao", reached)+`],"status":"success"}`), nil
		case "pull-customer 2026-11-18":
			return replyWith(200, `{"message":"No such day","status":"failed"}`), nil
		}
		return replyWith(200, `{"message":[],"status":"success"}`), nil
	})
	all := d.SearchCustomersByDay(t.Context(), "asha", november(17, 20).Days())
	if all.Err == nil || all.Searched != 2 || len(all.Found) != 1 || all.Found[0].ID != 7 {
		t.Error(all)
	}
}

func TestOrdersAreAskedForPageByPageAndOnce(t *testing.T) {
	d := newTestCache(t, nil, func(c *cache.Config) { c.AccountID = 1 })
	pages := []int{100, 100, 30}
	d.intercept(func(_ context.Context, call string) (*reply, error) {
		n := pages[0]
		pages = pages[1:]
		var orders []string
		for i := range n {
			orders = append(orders, fmt.Sprintf(`{"order_id":%d}`, len(pages)*1000+i))
		}
		return replyWith(200, `{"totalCount":230,"status":"success","message":[`+strings.Join(orders, ",")+`]}`), nil
	})
	for range 2 {
		page, _, err := d.Orders(t.Context(), 7, false)
		if err != nil || len(page.Orders) != 230 || page.Total != 230 {
			t.Fatal(len(page.Orders), page.Total, err)
		}
	}
	equalLists(t, "calls", d.calls(), slices.Repeat([]string{"pull-order"}, 3))
}

func TestAServiceThatLooksAtNoOffsetEndsThePages(t *testing.T) {
	for name, order := range map[string]string{"with ids": `{"order_id":%d}`, "without": `{"colour":"red %d"}`} {
		d := newTestCache(t, nil, func(c *cache.Config) { c.AccountID = 1 })
		d.intercept(func(context.Context, string) (*reply, error) {
			var orders []string
			for i := range 100 {
				orders = append(orders, fmt.Sprintf(order, i))
			}
			return replyWith(200, `{"status":"success","message":[`+strings.Join(orders, ",")+`]}`), nil
		})
		if page, _, err := d.Orders(t.Context(), 7, false); err != nil || len(page.Orders) != 100 {
			t.Error(name, len(page.Orders), err)
		}
		if n := len(d.calls()); n != 2 {
			t.Errorf("%s: %d calls", name, n)
		}
	}
}

func TestWhatOrdersLackIsSaidAndNobodyIsAsked(t *testing.T) {
	for _, lacks := range []func(*cache.Config){
		func(c *cache.Config) { c.AccountID, c.OrdersUnavailable = 1, "set this" },
		func(*cache.Config) {},
	} {
		d := newTestCache(t, nil, lacks)
		var lacking cache.NotConfiguredError
		if _, _, err := d.Orders(t.Context(), 7, false); !errors.As(err, &lacking) || !strings.Contains(err.Error(), "set") {
			t.Error(err)
		}
		equalLists(t, "calls", d.calls(), nil)
	}
}

func TestOfManyCustomersOnlyTheLastAreKeptWhole(t *testing.T) {
	const many = 2_500
	d := newTestCache(t, nil)
	all := manyCustomers(many)
	for i := range all {
		all[i].Fields = []desk.LabeledValue{{}}
		all[i].Contacts[0].Fields = []desk.LabeledValue{{}}
	}
	cache.LearnCustomers(d.Cache, all)
	for id, want := range map[int64]int{1: 0, many - 1: 1} {
		c, known := d.CachedCustomer(id)
		if !known || len(c.Fields) != want || len(c.Contacts) != 1 || len(c.Contacts[0].Fields) != want || c.Name.IsEmpty() {
			t.Errorf("of customer %d this is known: %+v", id, c)
		}
	}
	if found, err := d.Lookup(t.Context(), all[1].Name.String(), 200); err != nil || len(found.Matches) == 0 || found.Matches[0].ID != 1 {
		t.Error(found, err)
	}
}

func TestAFloodOfMatchesIsCutAndSaysSo(t *testing.T) {
	known := fullCache(5_000)
	cache.LearnCustomers(known, manyCustomers(3_000))
	found, err := known.Lookup(t.Context(), "customer", 200)
	if err != nil || !found.More || len(found.Matches) != 200 {
		t.Fatal(len(found.Matches), found.More, err)
	}
	found, err = known.Lookup(t.Context(), "Customer.777@example.com", 200)
	if err != nil || found.More || len(found.Matches) != 1 || found.Matches[0].ID != 777 ||
		found.Matches[0].Level != desk.ExactMatch || found.Matches[0].Tickets != 3 {
		t.Error(found, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if found, err := known.Lookup(ctx, "customer", 200); found.Matches != nil || !errors.Is(err, context.Canceled) {
		t.Error(len(found.Matches), err)
	}
}
