package oneshot

import (
	"context"
	"errors"
	"slices"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// reread is how a record is read again after the answer to its update was lost.
type reread struct {
	noun string // what it is called
	look string // the command that shows it
	read func(context.Context) (record, error)
}

// record is what a record says as it is now.
type record struct {
	wire.Values
	isMasked bool // it shows some phones or e-mails with characters hidden
}

var errNotRead = errors.New("it cannot be read")

// find says what a record tells of what was asked for; whole that it shows all of it, which is as good as the answer,
// whoever did it.
func (r reread) find(ctx context.Context, asked wire.Values) (said string, whole bool) {
	ctx, cancel := looking(ctx)
	defer cancel()
	now, err := r.read(ctx)
	if err != nil {
		return "the " + r.noun + " could not be read again to find out; " + r.look + " says whether the change is there", false
	}
	switch verdict, hidden := submit.Changed(now.Values, asked); {
	case verdict == submit.Confirmed:
		return "the " + r.noun + " shows all that was asked for", true
	case verdict == submit.NotVisible && len(hidden) == len(asked):
		return "no record shows what was asked for; look at " + r.look, false
	case verdict == submit.NotVisible:
		return "the " + r.noun + " shows what was asked for, but no record shows " + strings.Join(hidden, ", "), false
	case now.isMasked:
		return "the " + r.noun + " does not show all that was asked for, as of now, but hides some of its phones or e-mails; look at " + r.look, false
	}
	return "the " + r.noun + " does not show the change, as of now", false
}

// changedCustomer looks for a change on the customer.
func changedCustomer(ctx context.Context, s *Session, c *client.Client, r wire.CustomerSave) findings {
	id, _ := wire.ParseNumber(r.Customer.ID)
	said, whole := reread{
		noun: "customer", look: "frontdesk customer get " + r.Customer.ID,
		read: func(ctx context.Context) (record, error) {
			now, err := client.Call(ctx, c, wire.GetCustomer, wire.CustomerGet{ID: id})
			if err == nil && now.ID != id.Value {
				err = errNotRead
			}
			return record{wire.CustomerValues(&now), len(wire.Masked(&now)) > 0}, err
		},
	}.find(ctx, r.Values())
	if !whole {
		return findings{said: said}
	}
	return theSaved(s, desk.Saved{Customer: id.Value}, said, wire.EventCustomerUpdated)
}

// changedOrder looks for a change on the order, among those of its customer.
func changedOrder(ctx context.Context, s *Session, c *client.Client, r wire.OrderSave) findings {
	asked := r.Values()
	delete(asked, "customer_info.customer_name") // says whose it is
	filter := wire.OrderPull{Account: s.Account, OrderIDs: r.Order.ID}
	if filter.CustomerIDs = r.Customer.ID; filter.CustomerIDs == "" {
		filter.Name = r.Customer.Name
	}
	var found desk.Purchase
	said, whole := reread{
		noun: "order", look: "frontdesk order pull " + buyer(r) + " --order " + r.Order.ID + " --whole",
		read: func(ctx context.Context) (record, error) {
			if s.Account < 1 {
				return record{}, errNotRead
			}
			page, err := client.Call(ctx, c, wire.PullOrder, filter)
			at := slices.IndexFunc(page.Purchases, func(o desk.Purchase) bool { return o.ID.Raw() == r.Order.ID })
			if err != nil || at < 0 {
				return record{}, errNotRead
			}
			found = page.Purchases[at]
			return record{Values: wire.PurchaseValues(&found)}, nil
		},
	}.find(ctx, asked)
	if !whole {
		return findings{said: said}
	}
	return theSaved(s, desk.Saved{Order: found.ID, Customer: found.Customer, Contact: found.Contact, Enquiry: found.Enquiry}, said, wire.EventOrderUpdated)
}
