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

// recordVerifier verifies an update whose response was lost by reading the record again.
type recordVerifier struct {
	noun string // the name of the kind of record
	look string // the command that shows the record
	read func(context.Context) (record, error)
}

// record holds the current values of a record.
type record struct {
	wire.Values
	isMasked bool // some phone numbers or e-mail addresses are partly hidden
}

var errNotRead = errors.New("it cannot be read")

// find compares the record with the requested values and returns a description. whole reports that the record shows all
// of them, which counts as success no matter who made the change.
func (r recordVerifier) find(ctx context.Context, asked wire.Values) (said string, whole bool) {
	ctx, cancel := verifyContext(ctx)
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

// verifyCustomerUpdate looks for the requested values in the customer.
func verifyCustomerUpdate(ctx context.Context, s *Invocation, c *client.Client, r wire.SaveCustomerRequest) findings {
	id, _ := wire.ParseLooseInt(r.Customer.ID)
	said, whole := recordVerifier{
		noun: "customer", look: "frontdesk customer get " + r.Customer.ID,
		read: func(ctx context.Context) (record, error) {
			now, err := client.Call(ctx, c, wire.GetCustomer, wire.GetCustomerRequest{ID: id})
			if err == nil && now.ID != id.Value {
				err = errNotRead
			}
			return record{wire.EditableCustomer(&now), len(wire.MaskedFields(&now)) > 0}, err
		},
	}.find(ctx, r.Values())
	if !whole {
		return findings{said: said}
	}
	return confirmedSave(s, desk.SaveResult{Customer: id.Value}, said, wire.EventCustomerUpdated)
}

// verifyOrderUpdate looks for the requested values in the order, which it finds among those of its customer.
func verifyOrderUpdate(ctx context.Context, s *Invocation, c *client.Client, r wire.SaveOrderRequest) findings {
	asked := r.Values()
	delete(asked, "customer_info.customer_name") // only identifies the customer
	filter := wire.PullOrderRequest{Account: s.Account, OrderIDs: r.Order.ID}
	if filter.CustomerIDs = r.Customer.ID; filter.CustomerIDs == "" {
		filter.Name = r.Customer.Name
	}
	var found desk.Order
	said, whole := recordVerifier{
		noun: "order", look: "frontdesk order pull " + customerFlag(r) + " --order " + r.Order.ID + " --whole",
		read: func(ctx context.Context) (record, error) {
			if s.Account < 1 {
				return record{}, errNotRead
			}
			page, err := client.Call(ctx, c, wire.PullOrder, filter)
			at := slices.IndexFunc(page.Orders, func(o desk.Order) bool { return o.ID.Raw() == r.Order.ID })
			if err != nil || at < 0 {
				return record{}, errNotRead
			}
			found = page.Orders[at]
			return record{Values: wire.EditableOrder(&found)}, nil
		},
	}.find(ctx, asked)
	if !whole {
		return findings{said: said}
	}
	return confirmedSave(s, desk.SaveResult{Order: found.ID, Customer: found.Customer, Contact: found.Contact, Enquiry: found.Enquiry}, said, wire.EventOrderUpdated)
}
