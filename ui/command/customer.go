package command

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/book"
	"frontdesk/internal/desk"
)

// Whose says whose record is wanted: a customer's by id, or that of a ticket, which may name its customer or not.
type Whose struct {
	ID     int64    // of the customer; 0 when only the ticket is known
	Ticket desk.Key // empty when the customer was looked up
}

// CustomerMsg is a customer as Get Customer tells it. An ID of 0 without an error is a ticket that names no customer.
type CustomerMsg struct {
	Of       Whose
	ID       int64
	Customer *desk.Customer // what was known before when Err is set; nil when nothing is
	At       time.Time
	Again    bool // it was asked for although it was known
	Err      error
}

// Customer fetches a customer, at once or when the cursor has settled; what an earlier call asked for is dropped. The
// service is asked once a customer, and once more when again is set.
func (c *Commands) Customer(of Whose, atOnce, again bool) tea.Cmd {
	ctx := c.replace(&c.stopCustomer)
	return func() tea.Msg {
		if !atOnce && !c.Wait(ctx, c.Settle) {
			return nil
		}
		msg := CustomerMsg{Of: of, ID: of.ID, Again: again}
		if of.ID == 0 {
			msg.ID, msg.Err = c.customerOf(ctx, of.Ticket, again)
		}
		if msg.ID != 0 {
			msg.Customer, msg.At, msg.Err = c.Book.Customer(ctx, msg.ID, again)
		}
		if ctx.Err() != nil {
			return nil
		}
		return msg
	}
}

// KnownCustomer is a customer as far as any answer told, without asking anybody; nobody changes it.
func (c *Commands) KnownCustomer(id int64) (*desk.Customer, bool) { return c.Book.KnownCustomer(id) }

// IsTouched says that a write of ours has changed a customer since the service was asked about them.
func (c *Commands) IsTouched(id int64) bool { return c.Book.IsTouched(id) }

// customerOf is the customer that a ticket names: as listed, else as Get Ticket tells, since not every account lists it.
// A ticket that names none is asked about once, unless again is set.
func (c *Commands) customerOf(ctx context.Context, ticket desk.Key, again bool) (int64, error) {
	if row := c.Row(ticket); row.Customer != 0 {
		return row.Customer, nil
	}
	if c.ownerless.has(ticket) && !again {
		return 0, nil
	}
	found, _, err := c.Book.Details(ctx, []desk.Key{ticket})
	switch {
	case err != nil:
		return 0, err
	case len(found) == 0:
		return 0, errGone
	case found[0].Customer == 0:
		c.ownerless.add(ticket)
	}
	return found[0].Customer, nil
}

// CustomerTicketsMsg is what is known here of a customer's tickets, newest first.
type CustomerTicketsMsg struct {
	ID      int64
	Tickets []desk.Ticket
}

// CustomerTickets lists the tickets that are known to be a customer's, without asking anybody.
func (c *Commands) CustomerTickets(id int64) tea.Cmd {
	return func() tea.Msg {
		c.feed.LookAtCustomer(id)
		return CustomerTicketsMsg{ID: id, Tickets: c.Book.Snapshot().CustomerTickets(id)}
	}
}

// CustomerOrdersMsg is a customer's orders.
type CustomerOrdersMsg struct {
	ID   int64
	Page desk.PurchasePage // what was known before when Err is set
	At   time.Time
	Err  error
}

// CustomerOrders pulls a customer's orders; what an earlier call asked for is dropped.
func (c *Commands) CustomerOrders(id int64, again bool) tea.Cmd {
	ctx := c.replace(&c.stopOrders)
	return func() tea.Msg {
		page, at, err := c.Book.Orders(ctx, id, again)
		if ctx.Err() != nil {
			return nil
		}
		return CustomerOrdersMsg{ID: id, Page: page, At: at, Err: err}
	}
}

// IsSetting says that something is not set up yet, as the error's text names it: nothing has failed.
func IsSetting(err error) bool {
	var lacking book.Lacking
	return errors.As(err, &lacking)
}

// IsUnknown says that the service answered that it has no such record.
func IsUnknown(err error) bool { return book.IsUnknown(err) }
