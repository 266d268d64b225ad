package backend

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

// CustomerRef selects a customer by id, or by a ticket, which may name its customer or not.
type CustomerRef struct {
	ID     int64   // the customer's id; 0 when only the ticket is known
	Ticket desk.ID // empty when the customer was found by id
}

// FoundCustomer is a customer from Get Customer.
type FoundCustomer struct {
	ID       int64          // 0 without an error means that the ticket names no customer
	Customer *desk.Customer // the cached record with an error; nil when there is none
}

// CustomerLoaded holds a customer.
type CustomerLoaded = Answer[CustomerRef, FoundCustomer]

// LoadCustomer fetches a customer, at once or when the cursor has rested, and cancels an earlier fetch of the slot. A
// cached customer is fetched again only if again is set.
func (c *Backend) LoadCustomer(s *Slot, of CustomerRef, atOnce, again bool) tea.Cmd {
	return load(c, s, c.restTime(atOnce), of,
		func(ctx context.Context) (found FoundCustomer, at time.Time, err error) {
			if found.ID, found.Customer, at, err = c.customer(ctx, of, again); found.Customer == nil {
				at = time.Time{}
			}
			return found, at, err
		})
}

// customer returns a customer and its id, which is 0 without an error if the ticket names none.
func (c *Backend) customer(
	ctx context.Context, of CustomerRef, again bool,
) (id int64, found *desk.Customer, at time.Time, err error) {
	if id = of.ID; id == 0 {
		id, err = c.customerOf(ctx, of.Ticket, again)
	}
	if id != 0 {
		found, at, err = c.Cache.Customer(ctx, id, again)
	}
	return id, found, at, err
}

// customerOf returns the customer id of a ticket: from the listed row, otherwise from Get Ticket, since not every
// account lists it. A ticket without a customer is fetched only once, unless again is set.
func (c *Backend) customerOf(ctx context.Context, ticket desk.ID, again bool) (int64, error) {
	if row := c.CachedTicket(ticket); row.CustomerID != 0 {
		return row.CustomerID, nil
	}
	if c.noCustomer.has(ticket) && !again {
		return 0, nil
	}
	found, _, err := c.Cache.GetTickets(ctx, []desk.ID{ticket})
	switch {
	case err != nil:
		return 0, err
	case len(found) == 0:
		return 0, errTicketGone
	case found[0].CustomerID == 0:
		c.noCustomer.add(ticket)
	}
	return found[0].CustomerID, nil
}

// TicketsLoaded holds the known tickets of a customer, newest first.
type TicketsLoaded = Answer[int64, []desk.Ticket]

// LoadTickets lists the known tickets of a customer without a request.
func (c *Backend) LoadTickets(s *Slot, id int64) tea.Cmd {
	return load(c, s, 0, id, func(context.Context) ([]desk.Ticket, time.Time, error) {
		c.subscription.ShowCustomer(id)
		return c.Cache.Snapshot().CustomerTickets(id), c.Now(), nil
	})
}

// Orders is a page of a customer's orders.
type Orders struct {
	desk.OrderPage
	Sorted bool // the newest first; otherwise as the service lists them
}

// OrdersLoaded holds a customer's orders, those that are cached when Err is set.
type OrdersLoaded = Answer[int64, Orders]

// LoadOrders pulls a customer's orders and cancels an earlier pull of the slot.
func (c *Backend) LoadOrders(s *Slot, id int64, again bool) tea.Cmd {
	return load(c, s, 0, id, func(ctx context.Context) (orders Orders, at time.Time, err error) {
		orders.OrderPage, at, err = c.Cache.Orders(ctx, id, again)
		orders.Orders, orders.Sorted = newestFirst(orders.Orders)
		return orders, at, err
	})
}

// IsNotConfigured reports whether an error means that a setting is missing, which its text names, rather than a
// failure.
func IsNotConfigured(err error) bool {
	_, lacking := errors.AsType[cache.NotConfiguredError](err)
	return lacking
}

// IsNotFound reports whether the service responded that the record does not exist.
func IsNotFound(err error) bool { return client.IsNotFound(err) || errors.Is(err, errTicketGone) }

var errNoCustomer = errors.New("the ticket names no customer")

// TicketCustomer fetches the current customer of a ticket.
func (c *Backend) TicketCustomer(ticket desk.ID) (*desk.Customer, error) {
	id, customer, _, err := c.customer(c.Context, CustomerRef{Ticket: ticket}, true)
	if err == nil && id == 0 {
		err = errNoCustomer
	}
	return customer, err
}

// invalidateCustomer invalidates a cached customer, so that it is fetched again and responses already in flight are not
// used.
func (c *Backend) invalidateCustomer(id string) {
	if number, err := wire.ParseLooseInt(id); err == nil && number.Value > 0 {
		c.Cache.InvalidateCustomer(number.Value)
	}
}

// Masked returns a customer's masked contact values by field path.
func Masked(c *desk.Customer) map[string]string { return wire.MaskedFields(c) }

// PrimaryEmail returns a customer's first e-mail address that is not masked; empty if there is none.
func PrimaryEmail(c *desk.Customer) safetext.Line {
	masked := wire.MaskedFields(c)
	for _, contact := range c.Contacts {
		path := schema.Contact.ElementPath(desk.NumericID(contact.ID).Raw()) + ".contact_person_email"
		if !contact.Email.IsEmpty() && masked[path] == "" {
			return contact.Email
		}
	}
	return safetext.Line{}
}

// Reachable returns a customer's first contact with a phone number that is not masked, preferring the primary contact;
// nil if there is none.
func Reachable(c *desk.Customer) *desk.Contact {
	masked := wire.MaskedFields(c)
	var found *desk.Contact
	for i := range c.Contacts {
		contact := &c.Contacts[i]
		path := schema.Contact.ElementPath(desk.NumericID(contact.ID).Raw()) + ".contact_person_phone"
		isFirst := found == nil || contact.Primary && !found.Primary
		if isFirst && !contact.Phone.IsEmpty() && masked[path] == "" && !desk.IsMasked(contact.Phone.String()) {
			found = contact
		}
	}
	return found
}
