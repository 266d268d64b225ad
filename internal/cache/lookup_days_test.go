package cache_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
)

// customersFrom returns an answer with n customers whose numbers begin with first.
func customersFrom(first, n int) *reply {
	all := make([]string, n)
	for i := range all {
		all[i] = fmt.Sprintf(`{"id":%d,"name":"Asha Rao"}`, first+i)
	}
	return replyWith(200, `{"status":"success","message":[`+strings.Join(all, ",")+`]}`)
}

func TestLookupDays_ADayWithManyMatchesIsPulledPageByPage(t *testing.T) {
	for name, test := range map[string]struct {
		pages     []int // sizes of the answers
		repeats   bool  // the service ignores the offset
		wantFound int
		wantCut   bool
	}{
		"three pages":             {[]int{100, 100, 30}, false, 230, false},
		"just a page":             {[]int{100, 0}, false, 100, false},
		"more than anybody reads": {[]int{100, 100, 100, 100, 100, 100}, false, 500, true},
		"without offsets":         {[]int{100, 100, 100}, true, 100, true},
	} {
		t.Run(name, func(t *testing.T) {
			d := newTestCache(t, nil, func(c *cache.Config) { c.AccountID = 1 })
			calls := 0
			d.intercept(func(context.Context, string) (*reply, error) {
				first := 1000 * calls
				if test.repeats {
					first = 0
				}
				calls++
				return customersFrom(1+first, test.pages[calls-1]), nil
			})
			all := d.SearchCustomersByDay(t.Context(), "asha", november(20, 20).Days())
			if all.Err != nil || all.Searched != 1 || len(all.Found) != test.wantFound || (len(all.Cut) == 1) != test.wantCut {
				t.Errorf("%d found of %d days, cut: %v, %v", len(all.Found), all.Searched, all.Cut, all.Err)
			}
			if found, err := d.Lookup(t.Context(), "asha", 1_000); err != nil || len(found.Matches) != test.wantFound {
				t.Errorf("%d are known afterwards: %v", len(found.Matches), err)
			}
		})
	}
}

func TestLookupDays_WhatIsTypedDecidesWhatIsAskedFor(t *testing.T) {
	for typed, want := range map[string]cache.MatchField{
		"+91 98765 43210": cache.ByPhone, "123": cache.ByCode, "c-77": cache.ByCode, "asha@example.org": cache.ByEmail,
		"asha": cache.ByName, "Asha 2 Rao": cache.ByName,
	} {
		if got := cache.SoughtBy(typed); got != want {
			t.Errorf("%q: %d, not %d", typed, got, want)
		}
	}
}

func TestLookupDays_TheServicesAnswerIsShownThoughTheNumberIsHidden(t *testing.T) {
	d := newTestCache(t, nil, func(c *cache.Config) { c.AccountID = 1 })
	d.intercept(answerWith("pull-customer", `{"status":"success","message":[{"id":7,"name":"Asha Rao"}]}`))
	all := d.SearchCustomersByDay(t.Context(), "98765 43210", november(20, 20).Days())
	if len(all.Found) != 1 || all.Found[0].Level != desk.PossibleMatch || all.Found[0].By != cache.ByName {
		t.Errorf("%+v", all)
	}
}
