package cache_test

import (
	"strings"
	"testing"

	"frontdesk/internal/cache"
	"frontdesk/internal/wire"
)

// TestOfTwoCustomersWithOneIDTheNewerIsShown whichever comes first in the answer.
func TestOfTwoCustomersWithOneIDTheNewerIsShown(t *testing.T) {
	const older = `{"id":701,"name":"Asha Before","lastModificationTime":{"year":2026,"month":10,"dayOfMonth":19,"hourOfDay":9,"minute":0,"second":0}}`
	const newer = `{"id":701,"name":"Asha Now","lastModificationTime":{"year":2026,"month":10,"dayOfMonth":20,"hourOfDay":9,"minute":0,"second":0}}`
	for _, records := range []string{older + "," + newer, newer + "," + older} {
		d := newTestCache(t, nil, func(c *cache.Config) { c.AccountID = 1 })
		d.intercept(answerPulls(records + `,{"id":"","name":"Asha Nobody"}`))
		all := d.SearchCustomersByDay(t.Context(), "asha", november(20, 20).Days())
		if all.Err != nil || len(all.Found) != 1 || all.Unnamed != 1 || all.Found[0].Record.Name.String() != "Asha Now" {
			t.Errorf("of %s: %+v", records, all)
		}
	}
}

// TestOfTwoOrdersWithOneIDTheLaterIsShown: nothing says which is newer. Orders without an id stay.
func TestOfTwoOrdersWithOneIDTheLaterIsShown(t *testing.T) {
	d := newTestCache(t, nil, func(c *cache.Config) { c.AccountID = 1 })
	d.intercept(answerPulls(`{"order_id":"7","delivery_status":"Packed"},{"delivery_status":"No id"},{"order_id":"8"},
		{"order_id":"7","delivery_status":"Delivered"}`))
	page, _, err := d.PullOrders(t.Context(), wire.PullOrderRequest{"customerIds": "61046"})
	var found []string
	for i := range page.Orders {
		found = append(found, page.Orders[i].ID.Raw()+" "+page.Orders[i].Delivery.String())
	}
	if got := strings.Join(found, ", "); err != nil || got != "7 Delivered,  No id, 8 " {
		t.Errorf("%q, %v", got, err)
	}
}
