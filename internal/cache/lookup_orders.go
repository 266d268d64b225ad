package cache

import (
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// addOrders adds the customers whose known orders match by one of their numbers.
func (all *matches) addOrders(q *lookupQuery) {
	if q.digits == 0 && q.code.isZero() {
		return
	}
	for id, page := range all.cache.knownOrders() {
		for i := range page {
			order := &page[i]
			fit := max(q.order(order.ID.Raw()), q.order(order.ERPOrder.String()), q.order(order.Invoice.String()))
			if fit == 0 {
				continue
			}
			f := all.customers[id]
			if f == nil {
				f = all.add(id, all.cache.customerEntry(id), 0)
			}
			if f.Order == nil || fit > f.rank {
				f.Order = order
			}
			f.rank = max(f.rank, fit)
		}
	}
}

// knownOrders returns the orders of the customers whose orders are known.
func (c *Cache) knownOrders() map[int64][]desk.Order {
	c.mu.Lock()
	defer c.mu.Unlock()
	known := make(map[int64][]desk.Order, c.customers.orders.Len())
	for _, id := range c.customers.orders.Keys() {
		if o, has := c.customers.orders.Peek(id); has {
			known[id] = o.page.Orders
		}
	}
	return known
}

// order matches a number of an order: as it is written, its last digits, or the number of a code.
func (q *lookupQuery) order(number string) rank {
	if number == "" {
		return 0
	}
	return max(q.ticket(number), q.ofOrder(digitsIn(number)))
}

// ticket matches a number of a ticket: as it is written, or its last digits.
func (q *lookupQuery) ticket(number string) rank {
	switch {
	case number == "":
		return 0
	case q.digits == 0 || q.isMixed:
		return q.part(safetext.Fold(number))
	}
	return q.number(digitsIn(number))
}

// number matches the digits of a number of an order or a ticket.
func (q *lookupQuery) number(held digits) rank {
	switch {
	case held == q.digits:
		return rankOf(desk.ExactMatch, true)
	case q.digits.count() < minNumber:
		return 0
	case held.endsIn(q.digits):
		return rankOf(desk.PartialMatch, true)
	case held.startsWith(q.digits):
		return rankOf(desk.PartialMatch, false)
	}
	return 0
}
