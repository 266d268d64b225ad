package cache

import (
	"context"
	"strconv"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// OrdersFound is what the service has found of a code.
type OrdersFound struct {
	Matches []Match // by the customers of the orders
	Others  int     // orders that name neither a customer nor a ticket
	IsCut   bool    // the service has more
}

// SearchOrders asks the service for the orders of a code that were created on some days: Pull Order demands such a
// filter beside erpOrderId (PROTOCOL.md 4.7). A number alone may be that of an order as well. Orders that carry another
// code are left out, because a service may ignore the filter.
func (c *Cache) SearchOrders(ctx context.Context, typed string, days desk.DateRange) (OrdersFound, error) {
	if err := c.ordersLack(); err != nil {
		return OrdersFound{}, err
	}
	q := newLookupQuery(typed)
	requests := []wire.PullOrderRequest{{"erpOrderId": q.raw}}
	if q.id != "" {
		requests = append(requests, wire.PullOrderRequest{"orderIds": q.raw})
	}
	var all OrdersFound
	seen := map[desk.ID]bool{}
	for _, request := range requests {
		request.Set("cmId", c.AccountID)
		request.Set("limit", strconv.Itoa(orderPage))
		request.Set("generationStartDate", days.From.String())
		request.Set("generationEndDate", days.To.String())
		page, err := client.Call(ctx, c.Client, wire.PullOrder, request)
		switch {
		case client.IsNotFound(err): // some accounts return this for an empty list
		case err != nil:
			return all, err
		}
		all.IsCut = all.IsCut || len(page.Orders) >= orderPage
		for i := range page.Orders {
			if o := &page.Orders[i]; o.ID.IsZero() || !seen[o.ID] {
				seen[o.ID] = true
				c.addFoundOrder(&all, &q, o)
			}
		}
	}
	return all, nil
}

// addFoundOrder adds an order that carries the code, or may do so because it shows none.
func (c *Cache) addFoundOrder(all *OrdersFound, q *lookupQuery, o *desk.Order) {
	fields := orderFields(o)
	fit := q.record(fields)
	if fit == 0 && !o.ERPOrder.IsEmpty() {
		return
	}
	m := Match{ID: o.Customer, Order: o, Level: max(fit.level(), desk.PossibleMatch)}
	if s := c.knownCustomer(o.Customer).entry; s != nil && o.Customer != 0 {
		m.Record = &s.record
	}
	if t, known := c.Snapshot().Ticket(o.Ticket); known && !o.Ticket.IsZero() {
		m.Ticket = t
		if m.ID == 0 {
			m.ID = t.CustomerID
		}
	} else if !o.Ticket.IsZero() {
		m.Ticket = &desk.Ticket{ID: o.Ticket}
	}
	if m.ID == 0 && m.Ticket == nil {
		all.Others++
		return
	}
	m.Value = o.ID.Display()
	q.explain(&m, fields)
	m.By = ByOrder
	all.Matches = append(all.Matches, m)
}
