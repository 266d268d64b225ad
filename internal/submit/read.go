package submit

import (
	"context"
	"errors"
	"maps"
	"strconv"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

// Fields of the forms that writing needs. FieldEntries, FieldChanged and FieldCustomerID occur in the values of a
// record only.
const (
	FieldSubStatus    = "sub_status"
	FieldQueue        = "queue"
	FieldDisposition  = "disposition"
	FieldCallback     = "callback_time"
	FieldEntries      = "entries" // the length of the timeline
	FieldCustomerName = "customer_info.customer_name"
	FieldCustomerID   = "customer_info.customer_id" // of an order's customer
	FieldChanged      = "changed"                   // when a customer was last modified
)

var (
	errUnknownKind = errors.New("this kind of form is unknown")
	errMissing     = errors.New("the service does not have this record; nothing was sent")
	errMasked      = errors.New("the record hides some of its phones or e-mails")
	errNowhere     = errors.New("the account id or the customer is missing, so the order cannot be searched")
)

// currentRecord is a record as read before a write.
type currentRecord struct {
	values wire.Values         // by field path; nil of a new record
	ticket *desk.TicketDetails // of a change of a ticket
}

// read reads the record that a form changes. An order that cannot be read again counts as unchanged.
func (s *Sender) read(ctx context.Context, f Form) (currentRecord, error) {
	switch f.Kind {
	case wire.UpdateTicket.Name:
		current, err := s.ticket(ctx, f.Record)
		if err != nil {
			return currentRecord{}, err
		}
		return currentRecord{TicketValues(current, s.Zones, s.Cache.Blocks), current}, nil
	case wire.UpdateCustomer.Name:
		current, err := s.customer(ctx, f.Record)
		if err != nil {
			return currentRecord{}, err
		}
		return currentRecord{values: CustomerValues(current)}, nil
	case wire.UpdateOrder.Name:
		current, err := s.order(ctx, f)
		var lacking cache.NotConfiguredError
		if errors.As(err, &lacking) || errors.Is(err, errNowhere) {
			current, err = f.Original, nil
		}
		return currentRecord{values: current}, err
	}
	return currentRecord{}, nil
}

func (s *Sender) ticket(ctx context.Context, id desk.ID) (*desk.TicketDetails, error) {
	found, _, err := s.Cache.GetTickets(ctx, []desk.ID{id})
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0:
		return nil, errMissing
	}
	return &found[0], nil
}

func (s *Sender) customer(ctx context.Context, id desk.ID) (*desk.Customer, error) {
	number, err := wire.ParseLooseInt(id.Raw())
	if err != nil {
		return nil, errMissing
	}
	customer, _, err := s.Cache.Customer(ctx, number.Value, true)
	if client.IsNotFound(err) {
		return nil, errMissing
	}
	return customer, err
}

func (s *Sender) order(ctx context.Context, f Form) (wire.Values, error) {
	customer, err := wire.ParseLooseInt(f.Original[FieldCustomerID])
	if err != nil || customer.Value == 0 {
		return nil, errNowhere
	}
	page, _, err := s.Cache.Orders(ctx, customer.Value, true)
	if err != nil {
		return nil, err
	}
	for i := range page.Orders {
		if page.Orders[i].ID == f.Record {
			return OrderValues(&page.Orders[i]), nil
		}
	}
	return nil, errMissing
}

// TicketValues returns a ticket's values for a form, with those of the account's own blocks.
func TicketValues(t *desk.TicketDetails, zones desk.TimeZones, blocks schema.Blocks) wire.Values {
	callback := ""
	if !t.Callback.IsZero() {
		callback = wire.FormatCallbackTime(zones.LocalUnix(t.Callback), zones.Account())
	}
	values := wire.Values{
		FieldSubStatus:   t.SubStatus.Key().Raw(),
		FieldQueue:       t.Queue.Key().Raw(),
		FieldDisposition: t.DispositionPath.String(),
		FieldCallback:    callback,
		FieldEntries:     strconv.Itoa(len(t.Timeline)),
	}
	maps.Copy(values, wire.TicketBlocks(blocks, t.Groups))
	return values
}

// CustomerValues returns a customer's values for a form; masked phones and e-mails are left out.
func CustomerValues(c *desk.Customer) wire.Values {
	values := wire.EditableCustomer(c)
	values[FieldChanged] = strconv.FormatInt(int64(c.Modified), 10)
	return values
}

// OrderValues returns an order's values for a form, with the customer's id.
func OrderValues(o *desk.Order) wire.Values {
	values := wire.EditableOrder(o)
	values[FieldCustomerID] = desk.NumericID(o.Customer).Raw()
	return values
}
