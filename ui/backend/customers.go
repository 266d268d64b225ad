package backend

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
)

// CustomerRef says whose record is wanted: a customer's by id, or that of a ticket, which may name its customer or not.
type CustomerRef struct {
	ID     int64   // of the customer; 0 when only the ticket is known
	Ticket desk.ID // empty when the customer was looked up
}

// CustomerLoadedMsg is a customer as Get Customer tells it. An ID of 0 without an error is a ticket that names no customer.
type CustomerLoadedMsg struct {
	Ref      CustomerRef
	ID       int64
	Customer *desk.Customer // what was known before when Err is set; nil when nothing is
	At       time.Time
	Forced   bool // it was asked for although it was known
	Err      error
}

// LoadCustomer fetches a customer, at once or when the cursor has settled; what an earlier call asked for is dropped. The
// service is asked once a customer, and once more when again is set.
func (c *Backend) LoadCustomer(of CustomerRef, atOnce, again bool) tea.Cmd {
	ctx := c.replace(&c.stopCustomer)
	return func() tea.Msg {
		if !atOnce && !c.Sleep(ctx, c.PreviewDelay) {
			return nil
		}
		msg := CustomerLoadedMsg{Ref: of, ID: of.ID, Forced: again}
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

// CachedCustomer is a customer as far as any answer told, without asking anybody; nobody changes it.
func (c *Backend) CachedCustomer(id int64) (*desk.Customer, bool) { return c.Book.CachedCustomer(id) }

// IsCustomerStale says that a write of ours has changed a customer since the service was asked about them.
func (c *Backend) IsCustomerStale(id int64) bool { return c.Book.IsCustomerStale(id) }

// customerOf is the customer that a ticket names: as listed, else as Get Ticket tells, since not every account lists it.
// A ticket that names none is asked about once, unless again is set.
func (c *Backend) customerOf(ctx context.Context, ticket desk.ID, again bool) (int64, error) {
	if row := c.CachedTicket(ticket); row.CustomerID != 0 {
		return row.CustomerID, nil
	}
	if c.noCustomer.has(ticket) && !again {
		return 0, nil
	}
	found, _, err := c.Book.GetTickets(ctx, []desk.ID{ticket})
	switch {
	case err != nil:
		return 0, err
	case len(found) == 0:
		return 0, errGone
	case found[0].CustomerID == 0:
		c.noCustomer.add(ticket)
	}
	return found[0].CustomerID, nil
}

// CustomerTicketsLoadedMsg is what is known here of a customer's tickets, newest first.
type CustomerTicketsLoadedMsg struct {
	ID      int64
	Tickets []desk.Ticket
}

// LoadCustomerTickets lists the tickets that are known to be a customer's, without asking anybody.
func (c *Backend) LoadCustomerTickets(id int64) tea.Cmd {
	return func() tea.Msg {
		c.feed.LookAtCustomer(id)
		return CustomerTicketsLoadedMsg{ID: id, Tickets: c.Book.Snapshot().CustomerTickets(id)}
	}
}

// CustomerOrdersLoadedMsg is a customer's orders.
type CustomerOrdersLoadedMsg struct {
	ID   int64
	Page desk.OrderPage // what was known before when Err is set
	At   time.Time
	Err  error
}

// LoadCustomerOrders pulls a customer's orders; what an earlier call asked for is dropped.
func (c *Backend) LoadCustomerOrders(id int64, again bool) tea.Cmd {
	ctx := c.replace(&c.stopOrders)
	return func() tea.Msg {
		page, at, err := c.Book.Orders(ctx, id, again)
		if ctx.Err() != nil {
			return nil
		}
		return CustomerOrdersLoadedMsg{ID: id, Page: page, At: at, Err: err}
	}
}

// IsNotConfigured says that something is not set up yet, as the error's text names it: nothing has failed.
func IsNotConfigured(err error) bool {
	var lacking cache.NotConfiguredError
	return errors.As(err, &lacking)
}

// IsNotFound says that the service answered that it has no such record.
func IsNotFound(err error) bool { return cache.IsNotFound(err) }

// FoundCustomer is somebody who fits what was typed.
type FoundCustomer = cache.CustomerMatch

// CustomersFoundMsg is who fits what was typed among everything that is known here.
type CustomersFoundMsg struct {
	Typed string
	Found []FoundCustomer
	More  bool // others fit too
	Err   error
}

// SearchCustomers looks for what was typed in everything that is known, without asking anybody; an earlier search is
// cancelled.
func (c *Backend) SearchCustomers(typed string) tea.Cmd {
	ctx := c.replace(&c.stopFind)
	return func() tea.Msg {
		found, more, err := c.Book.FindCustomers(ctx, typed)
		if ctx.Err() != nil {
			return nil
		}
		return CustomersFoundMsg{Typed: typed, Found: found, More: more, Err: err}
	}
}

// OlderCustomersFoundMsg is who was found on some days, newest first.
type OlderCustomersFoundMsg struct {
	Typed string
	Found []FoundCustomer
	Next  desk.Date // where to go on: the day before those that were looked through
	Days  int       // how many were
	Err   error     // why the next one was not
}

// daysPerStep is how many days are asked for before the agent hears of it.
const daysPerStep = 4

// SearchOlderCustomers asks a few days for the customers made on them who fit, beginning with one and going back; an earlier
// search is cancelled.
func (c *Backend) SearchOlderCustomers(typed string, from desk.Date) tea.Cmd {
	ctx := c.replace(&c.stopBack)
	return func() tea.Msg {
		days := desk.DateRange{From: from.Add(1 - daysPerStep), To: from}.Days()
		found, looked, err := c.Book.SearchCustomersByDay(ctx, typed, days)
		if ctx.Err() != nil {
			return nil
		}
		return OlderCustomersFoundMsg{Typed: typed, Found: found, Next: from.Add(-looked), Days: looked, Err: err}
	}
}

// CancelSearches ends every search that is under way.
func (c *Backend) CancelSearches() {
	c.stopFind()
	c.stopBack()
	c.stopAsk()
}

// CustomerLookupMsg is a customer who was asked for by number.
type CustomerLookupMsg struct {
	ID  int64
	Err error // IsUnknown: the service has no such customer
}

// LookupCustomer asks the service for a customer by number.
func (c *Backend) LookupCustomer(id int64) tea.Cmd {
	ctx := c.replace(&c.stopAsk)
	return func() tea.Msg {
		_, _, err := c.Book.Customer(ctx, id, true)
		if ctx.Err() != nil {
			return nil
		}
		return CustomerLookupMsg{ID: id, Err: err}
	}
}

// TicketCustomerMsg is the customer of a ticket, for whom a form is wanted.
type TicketCustomerMsg struct {
	Form     string // the name of a Kind
	Ticket   desk.ID
	Customer *desk.Customer
	Err      error
}

var errNobody = errors.New("the ticket names no customer")

// LoadTicketCustomer fetches the customer of a ticket, as they are now, for a form that is to be opened.
func (c *Backend) LoadTicketCustomer(form string, ticket desk.ID) tea.Cmd {
	return func() tea.Msg {
		msg := TicketCustomerMsg{Form: form, Ticket: ticket}
		id, err := c.customerOf(c.Context, ticket, true)
		if err == nil && id == 0 {
			err = errNobody
		}
		if msg.Err = err; err == nil {
			msg.Customer, _, msg.Err = c.Book.Customer(c.Context, id, true)
		}
		return msg
	}
}
