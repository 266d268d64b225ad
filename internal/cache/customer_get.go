package cache

import (
	"context"
	"errors"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// customerCall names a Get Customer or Pull Order call that can be shared: one made after a write of ours is another.
type customerCall struct {
	id      int64
	touched seq
}

// Customer is a customer as Get Customer tells it (PROTOCOL.md 4.3) and when it told so. It is asked for once
// in ten minutes and after writes of ours, at once when again is set; who asks for the same meanwhile shares the call.
// With an error the record is what was known before, if anything; IsUnknown tells the service's word that there
// is no such customer.
func (b *Cache) Customer(ctx context.Context, id int64, again bool) (*desk.Customer, time.Time, error) {
	known, h, fresh := b.heardOf(id)
	if fresh && !again {
		return known, h.at, h.missing
	}
	key := customerCall{id, b.touchedAt(id)}
	if _, err := b.customerCalls.Do(ctx, key, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, b.getCustomer(ctx, id)
	}); err != nil && !IsNotFound(err) {
		return known, h.at, err
	}
	known, h, _ = b.heardOf(id)
	return known, h.at, h.missing
}

// heardOf is what is known of a customer, what Get Customer said last, and whether that is still good.
func (b *Cache) heardOf(id int64) (known *desk.Customer, said fetchState, fresh bool) {
	known, _ = b.CachedCustomer(id)
	b.mu.Lock()
	defer b.mu.Unlock()
	h, isHeard := b.customers.heard[id]
	fresh = isHeard && h.asked >= b.customers.touched[id] && b.Now().Sub(h.at) < customerTTL
	if h.missing != nil {
		known = nil
	}
	return known, h, fresh
}

func (b *Cache) touchedAt(id int64) seq {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.customers.touched[id]
}

// getCustomer asks and takes the answer over, also that there is no such customer.
func (b *Cache) getCustomer(ctx context.Context, id int64) error {
	asked := b.next()
	record, err := client.Call(ctx, b.Client, wire.GetCustomer, wire.GetCustomerRequest{ID: wire.NewLooseInt(id)})
	if err != nil && !IsNotFound(err) {
		return err
	}
	if err == nil {
		record.ID = id // some accounts leave it out: it is what was asked for
		b.learnCustomers(asked, false, []desk.Customer{record})
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if asked >= b.customers.heard[id].asked {
		b.customers.heard[id] = fetchState{asked, b.Now(), err}
	}
	return err
}

// IsNotFound says that the service answered that it has no such record.
func IsNotFound(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && fault.NotFound()
}
