package backend

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// Fields of order_info that the console uses itself.
const (
	FieldOrderTicket = "order_info.ticket_id"
	fieldERPOrder    = "order_info.erp_order_id"
	orderInfo        = "order_info."
)

// addOrder is Add Order (PROTOCOL.md 4.5). Its Record is the customer who ordered.
var addOrder = kind{
	FormKind: FormKind{
		Name: KindAddOrder, Title: "New order", Noun: "order", ProgressText: "Adding the order…", Creates: true, NeedsReview: true,
		TitleFields: []string{fieldERPOrder, FieldCustomerName},
	},
	prepare: prepareAddOrder, after: orderedBy, errorFields: customerRefusals,
	notFoundText: "The customer's orders were asked for again, and no new one fits. It may still be added. Sending again may add it twice.",
}

// updateOrder is Update Order (PROTOCOL.md 4.6).
var updateOrder = kind{
	FormKind: FormKind{Name: KindUpdateOrder, Title: "Edit order", Noun: "order", ProgressText: "Saving…", NeedsReview: true, TitleFields: []string{fieldERPOrder, FieldCustomerName}},
	read:     readOrder, prepare: prepareUpdateOrder, after: orderedBy, errorFields: customerRefusals,
	notFoundText: "The order was read again and does not show it. It may still be carried out.",
}

// OrderValues returns an order's values for a form, with the customer's id.
func OrderValues(p *desk.Order) map[string]string {
	values := wire.EditableOrder(p)
	values[fieldCustomerID] = numbered(p.Customer).Raw()
	return values
}

// NewOrderValues returns the customer's values for the form of a new record.
func NewOrderValues(id int64, name string) map[string]string {
	return map[string]string{fieldCustomerID: numbered(id).Raw(), FieldCustomerName: name}
}

func readOrder(ctx context.Context, c *Backend, w Submission) (reading, error) {
	now, err := c.orderNow(ctx, w)
	if IsNotConfigured(err) || errors.Is(err, errNowhere) {
		return reading{values: w.Original}, nil // it cannot be read again, so there is nothing to compare
	}
	return reading{values: now}, err
}

func (c *Backend) orderNow(ctx context.Context, w Submission) (wire.Values, error) {
	page, err := c.ordersOf(ctx, w.Original[fieldCustomerID])
	if err != nil {
		return nil, err
	}
	for i := range page.Orders {
		if page.Orders[i].ID == w.Record {
			return OrderValues(&page.Orders[i]), nil
		}
	}
	return nil, errMissing
}

// ordersOf pulls a customer's orders (PROTOCOL.md 4.7).
func (c *Backend) ordersOf(ctx context.Context, customer string) (desk.OrderPage, error) {
	number, err := wire.ParseLooseInt(customer)
	if err != nil || number.Value == 0 {
		return desk.OrderPage{}, errNowhere
	}
	page, _, err := c.Book.Orders(ctx, number.Value, true)
	return page, err
}

// prepareUpdateOrder sends the changes, with the customer's name, which the interface requires.
func prepareUpdateOrder(c *Backend, w Submission, read reading) (submitRequest, error) {
	now := read.values
	changed := changes(w.Values, now)
	said := maps.Clone(changed)
	if said[FieldCustomerName] = strings.TrimSpace(w.Values[FieldCustomerName]); said[FieldCustomerName] == "" {
		said[FieldCustomerName] = now[FieldCustomerName]
	}
	request, err := wire.NewSaveOrderRequest(w.Record.Raw(), now[fieldCustomerID], said)
	if err != nil {
		return submitRequest{}, err
	}
	return submitRequest{
		send: func(ctx context.Context) (created, error) {
			_, err := client.Call(ctx, c.Book.Client, wire.UpdateOrder, request)
			return created{}, err
		},
		look: func(ctx context.Context, _ submit.Prior) (finding, error) {
			c.touched(w.Original[fieldCustomerID])
			found, err := c.orderNow(ctx, w)
			return judgeChange(found, beyondName(changed), "the order shows the change"), err
		},
	}, nil
}

// beyondName drops the customer's name, which identifies the order's customer and is no part of the order.
func beyondName(values wire.Values) wire.Values {
	out := maps.Clone(values)
	delete(out, FieldCustomerName)
	return out
}

// ofOrder returns the values that belong to the order record.
func ofOrder(values wire.Values) wire.Values {
	out := wire.Values{}
	for path, value := range values {
		if strings.HasPrefix(path, orderInfo) {
			out[path] = value
		}
	}
	return out
}

func prepareAddOrder(c *Backend, w Submission, _ reading) (submitRequest, error) {
	customer := orderCustomerID(w)
	request, err := wire.NewSaveOrderRequest("", customer, w.Values)
	if err != nil {
		return submitRequest{}, err
	}
	sent := ofOrder(request.Values())
	return submitRequest{
		send: func(ctx context.Context) (created, error) {
			saved, err := client.Call(ctx, c.Book.Client, wire.AddOrder, request)
			return created{record: saved.Order}, err
		},
		find:     func(ctx context.Context) (sights, error) { return c.lookForOrder(ctx, customer, sent) },
		isMarked: sent[fieldERPOrder] != "",
	}, nil
}

// orderedBy invalidates the cached customer of a written order.
func orderedBy(c *Backend, w Submission, _ SubmitResultMsg) error {
	c.touched(orderCustomerID(w))
	return nil
}

// orderCustomerID returns the id of the customer of an order: as known to the form, otherwise the Record of a new
// order.
func orderCustomerID(w Submission) string {
	id := w.Original[fieldCustomerID]
	if id == "" && w.Kind == KindAddOrder {
		id = w.Record.Raw()
	}
	return id
}

// lookForOrder returns a customer's orders that hold what was sent, or that have the same ERP id.
func (c *Backend) lookForOrder(ctx context.Context, customer string, sent wire.Values) (sights, error) {
	c.touched(customer)
	page, err := c.ordersOf(ctx, customer)
	if err != nil {
		return sights{}, err
	}
	seen := sights{isWhole: page.Total <= len(page.Orders)}
	for i := range page.Orders {
		held, id := OrderValues(&page.Orders[i]), page.Orders[i].ID
		switch number := sent[fieldERPOrder]; {
		case len(sent) == 0, wire.AllApplied(held, sent):
			seen.all = append(seen.all, match{record: id, says: fmt.Sprintf("order %s of this customer holds what was sent", id.Display())})
		case number != "" && wire.AllApplied(held, wire.Values{fieldERPOrder: number}):
			seen.all = append(seen.all, match{record: id, says: fmt.Sprintf("order %s has this ERP id, but not all that was sent", id.Display()), differs: true})
		}
	}
	return seen, nil
}

// typedMoment is the layout in which a callback is shown for editing.
const typedMoment = "2006-01-02 15:04"

// absoluteCallback returns a draft's values with the callback in RFC 3339, because "tomorrow" or "10:00" would mean
// another time on another day or in another time zone.
func (c *Backend) absoluteCallback(d Draft) map[string]string {
	typed := d.Values[FieldCallback]
	at, err := desk.ParseCallbackTime(typed, c.Now())
	if err != nil || typed == d.Original[FieldCallback] {
		return d.Values // there is none, or the form's validation reports the error
	}
	said := maps.Clone(d.Values)
	said[FieldCallback] = at.Format(time.RFC3339)
	return said
}

// localCallback converts a callback from absoluteCallback to the agent's time zone for editing. A time in an hour that
// a clock change repeats is left as it is, since its local form is ambiguous.
func (c *Backend) localCallback(values map[string]string) map[string]string {
	at, err := time.Parse(time.RFC3339, values[FieldCallback])
	if err != nil {
		return values
	}
	at = c.Zones.Local(at)
	said := at.Format(typedMoment)
	if again, err := time.ParseInLocation(typedMoment, said, at.Location()); err != nil || !again.Equal(at) {
		return values
	}
	values = maps.Clone(values)
	values[FieldCallback] = said
	return values
}

// shown returns a record's values for display, with the callback in the agent's time zone if the account's differs.
func (c *Backend) shown(record wire.Values) wire.Values {
	at, err := wire.ParseCallbackTime(record[FieldCallback], c.Zones.Account())
	if err != nil || !c.Zones.Differ(at) {
		return record
	}
	record = maps.Clone(record)
	record[FieldCallback] = c.Zones.Local(at).Format(wire.TicketTimeLayout)
	return record
}

// callbackWarning compares the requested callback with the one in the response: some services parse the hour on a
// 12-hour clock (PROTOCOL.md 4.9).
func callbackWarning(asked time.Time, got desk.UnixTime, zones desk.TimeZones) string {
	if asked.IsZero() || got == desk.NewStamp(asked) {
		return ""
	}
	said := "no callback"
	if !got.IsZero() {
		said = zones.LocalUnix(got).Format("Mon " + typedMoment)
	}
	return "CALLBACK DIFFERS: you asked for " + zones.Local(asked).Format("Mon "+typedMoment) + ", the service stored " + said
}
