package backend

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
)

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
