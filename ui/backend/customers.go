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

// CustomerLoadedMsg holds a customer from Get Customer. An ID of 0 without an error means that the ticket names no
// customer.
type CustomerLoadedMsg struct {
	Ref      CustomerRef
	ID       int64
	Customer *desk.Customer // the cached record when Err is set; nil when there is none
	At       time.Time
	Forced   bool // the cache was bypassed
	Err      error
}

// LoadCustomer fetches a customer, at once or when the cursor has rested, and cancels an earlier fetch. A cached
// customer is fetched again only if again is set.
func (c *Backend) LoadCustomer(of CustomerRef, atOnce, again bool) tea.Cmd {
	rest := c.restTime(atOnce)
	return c.latest(&c.stopCustomer, func(ctx context.Context) tea.Msg {
		if !c.Sleep(ctx, rest) {
			return nil
		}
		msg := CustomerLoadedMsg{Ref: of, Forced: again}
		msg.ID, msg.Customer, msg.At, msg.Err = c.customer(ctx, of, again)
		return msg
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

// CustomerTicketsLoadedMsg holds the cached tickets of a customer, newest first.
type CustomerTicketsLoadedMsg struct {
	ID      int64
	Tickets []desk.Ticket
}

// LoadCustomerTickets lists the cached tickets of a customer without a request.
func (c *Backend) LoadCustomerTickets(id int64) tea.Cmd {
	return func() tea.Msg {
		c.subscription.ShowCustomer(id)
		return CustomerTicketsLoadedMsg{ID: id, Tickets: c.Cache.Snapshot().CustomerTickets(id)}
	}
}

// CustomerOrdersLoadedMsg holds a customer's orders.
type CustomerOrdersLoadedMsg struct {
	ID   int64
	Page desk.OrderPage // the cached page when Err is set

	Sorted bool // the newest first; otherwise as the service lists them
	At     time.Time
	Err    error
}

// LoadCustomerOrders pulls a customer's orders and cancels an earlier pull.
func (c *Backend) LoadCustomerOrders(id int64, again bool) tea.Cmd {
	return c.latest(&c.stopOrders, func(ctx context.Context) tea.Msg {
		msg := CustomerOrdersLoadedMsg{ID: id}
		msg.Page, msg.Sorted, msg.At, msg.Err = c.orders(ctx, id, again)
		return msg
	})
}

// orders returns a customer's orders, and whether they are sorted.
func (c *Backend) orders(ctx context.Context, id int64, again bool) (desk.OrderPage, bool, time.Time, error) {
	page, at, err := c.Cache.Orders(ctx, id, again)
	var sorted bool
	page.Orders, sorted = newestFirst(page.Orders)
	return page, sorted, at, err
}

// IsNotConfigured reports whether an error means that a setting is missing, which its text names, rather than a
// failure.
func IsNotConfigured(err error) bool {
	_, lacking := errors.AsType[cache.NotConfiguredError](err)
	return lacking
}

// IsNotFound reports whether the service responded that the record does not exist.
func IsNotFound(err error) bool { return client.IsNotFound(err) || errors.Is(err, errTicketGone) }

// TicketCustomerMsg holds the customer of a ticket, for a form to be opened.
type TicketCustomerMsg struct {
	Form     string // the Name of a FormKind
	Ticket   desk.ID
	Customer *desk.Customer
	Err      error
}

var errNoCustomer = errors.New("the ticket names no customer")

// LoadTicketCustomer fetches the current customer of a ticket for a form to be opened.
func (c *Backend) LoadTicketCustomer(form string, ticket desk.ID) tea.Cmd {
	return func() tea.Msg {
		id, customer, _, err := c.customer(c.Context, CustomerRef{Ticket: ticket}, true)
		if err == nil && id == 0 {
			err = errNoCustomer
		}
		return TicketCustomerMsg{Form: form, Ticket: ticket, Customer: customer, Err: err}
	}
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
