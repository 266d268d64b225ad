package command

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/book"
	"frontdesk/internal/desk"
)

// FoundCustomer is somebody who fits what was typed.
type FoundCustomer = book.FoundCustomer

// FoundCustomersMsg is who fits what was typed among everything that is known here.
type FoundCustomersMsg struct {
	Typed string
	Found []FoundCustomer
	More  bool // others fit too
	Err   error
}

// FindCustomers looks for what was typed in everything that is known, without asking anybody; an earlier search is
// cancelled.
func (c *Commands) FindCustomers(typed string) tea.Cmd {
	ctx := c.replace(&c.stopFind)
	return func() tea.Msg {
		found, more, err := c.Book.FindCustomers(ctx, typed)
		if ctx.Err() != nil {
			return nil
		}
		return FoundCustomersMsg{Typed: typed, Found: found, More: more, Err: err}
	}
}

// LookedBackMsg is who was found on some days, newest first.
type LookedBackMsg struct {
	Typed string
	Found []FoundCustomer
	Next  desk.Day // where to go on: the day before those that were looked through
	Days  int      // how many were
	Err   error    // why the next one was not
}

// backStep is how many days are asked for before the agent hears of it.
const backStep = 4

// LookBack asks a few days for the customers made on them who fit, beginning with one and going back; an earlier
// search is cancelled.
func (c *Commands) LookBack(typed string, from desk.Day) tea.Cmd {
	ctx := c.replace(&c.stopBack)
	return func() tea.Msg {
		days := desk.Span{From: from.Add(1 - backStep), To: from}.Days()
		found, looked, err := c.Book.LookBack(ctx, typed, days)
		if ctx.Err() != nil {
			return nil
		}
		return LookedBackMsg{Typed: typed, Found: found, Next: from.Add(-looked), Days: looked, Err: err}
	}
}

// StopFinding ends every search that is under way.
func (c *Commands) StopFinding() {
	c.stopFind()
	c.stopBack()
	c.stopAsk()
}

// AskedCustomerMsg is a customer who was asked for by number.
type AskedCustomerMsg struct {
	ID  int64
	Err error // IsUnknown: the service has no such customer
}

// AskCustomer asks the service for a customer by number.
func (c *Commands) AskCustomer(id int64) tea.Cmd {
	ctx := c.replace(&c.stopAsk)
	return func() tea.Msg {
		_, _, err := c.Book.Customer(ctx, id, true)
		if ctx.Err() != nil {
			return nil
		}
		return AskedCustomerMsg{ID: id, Err: err}
	}
}
