package cache

import (
	"context"
	"strconv"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

const (
	orderPage = 100   // orders per call
	maxOrders = 2_000 // orders kept of one customer
)

// NotConfiguredError is the message of a setting that an operation requires and that is not configured.
type NotConfiguredError string

// Error returns one line that names the setting.
func (l NotConfiguredError) Error() string { return string(l) }

// noAccount is the error of operations that require the account id (PROTOCOL.md 4.4 and 4.7).
const noAccount NotConfiguredError = "the account id is not configured: set FRONTDESK_CM_ID, or cm_id in the configuration"

// Orders returns a customer's orders as Pull Order lists them (PROTOCOL.md 4.7), in the service's order, and the time
// of the call. It caches and shares calls as Customer does. With an error it returns the cached orders. A
// NotConfiguredError names a missing setting.
func (c *Cache) Orders(ctx context.Context, customer int64, again bool) (desk.OrderPage, time.Time, error) {
	known := c.knownOrders(customer)
	written := c.knownCustomer(customer).written
	if !again && known.isFresh(written, c.Now()) {
		return known.page, known.at, nil
	}
	if err := c.ordersLack(); err != nil {
		return known.page, known.at, err
	}
	now, err := c.orderCalls.Do(ctx, customerCall{customer, written}, func(ctx context.Context) (cachedOrders, error) {
		return c.pullOrders(ctx, customer)
	})
	if err != nil {
		return known.page, known.at, err
	}
	return now.page, now.at, nil
}

// HasStoredOrders reports whether the orders of a customer are known from an earlier start, and not asked for since.
func (c *Cache) HasStoredOrders(customer int64) bool { return c.knownOrders(customer).stored }

func (c *Cache) knownOrders(customer int64) cachedOrders {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, _ := c.customers.orders.Peek(customer)
	return known
}

// pullOrders pulls a customer's orders and caches them.
func (c *Cache) pullOrders(ctx context.Context, customer int64) (cachedOrders, error) {
	id := strconv.FormatInt(customer, 10)
	request := wire.PullOrderRequest{"customerIds": id, "customer_Ids": id} // the interface spells it both ways
	o := cachedOrders{answered: answered{asked: c.nextSeq()}}
	var err error
	if o.page, _, err = c.PullOrders(ctx, request); err != nil {
		return o, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	o.at = c.Now()
	c.addOrderValues(o.page.Orders)
	if known, _ := c.customers.orders.Peek(customer); o.asked >= known.asked {
		c.customers.orders.Add(customer, o)
		c.disk.recordChanged(orderRecord(customer), o.asked, storedOrders{o.at, o.page})
	}
	return o, nil
}

// PullOrders pulls orders page by page, past the cache. The last page is one that is not full, or one without new
// orders, as from services that ignore the offset. isWhole reports whether the service returned all of them.
func (c *Cache) PullOrders(
	ctx context.Context,
	request wire.PullOrderRequest,
) (all desk.OrderPage, isWhole bool, err error) {
	if err := c.ordersLack(); err != nil {
		return all, false, err
	}
	request = request.With("cmId", c.AccountID).With("limit", strconv.Itoa(orderPage))
	seen := map[desk.ID]int{}
	for {
		if n := len(all.Orders); n > 0 {
			request.Set("offset", strconv.Itoa(n))
		}
		page, err := client.Call(ctx, c.Client, wire.PullOrder, request)
		switch {
		case client.IsNotFound(err): // some accounts return this for an empty list
		case err != nil:
			return all, false, err
		}
		added := addOrders(&all, page, seen)
		if len(page.Orders) != orderPage || !added || len(all.Orders) >= maxOrders {
			return all, len(page.Orders) != orderPage && all.Total <= len(all.Orders), nil
		}
	}
}

// ordersLack returns the error of the setting that is missing for the order operations; nil if there is none.
func (c *Cache) ordersLack() error {
	switch {
	case c.OrdersUnavailable != "":
		return NotConfiguredError(c.OrdersUnavailable)
	case c.AccountID < 1:
		return noAccount
	}
	return nil
}

// addOrders appends the orders of a page that are new and reports whether there were any. One that is known takes the
// place of the earlier one if it supersedes it. Orders without an id are taken from the first page only, since
// duplicates cannot be recognised. seen has the place of each id.
func addOrders(all *desk.OrderPage, page desk.OrderPage, seen map[desk.ID]int) (added bool) {
	first := len(all.Orders) == 0
	for _, p := range page.Orders {
		place, isKnown := seen[p.ID]
		switch {
		case p.ID.IsZero() && !first:
		case p.ID.IsZero() || !isKnown:
			seen[p.ID] = len(all.Orders)
			all.Orders, added = append(all.Orders, p), true
		case p.Supersedes(&all.Orders[place]):
			all.Orders[place] = p
		}
	}
	all.Total = max(page.Total, len(all.Orders))
	return added
}
