package command

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// The members of order_info that the console itself speaks of.
const (
	FieldOrderTicket = "order_info.ticket_id"
	fieldERPOrder    = "order_info.erp_order_id"
	orderInfo        = "order_info."
)

// addOrder is Add Order (PROTOCOL.md 4.5). Its record is the customer whose order it is.
var addOrder = kind{
	Kind: Kind{
		Name: KindAddOrder, Title: "New order", Noun: "order", Busy: "Adding the order…", Adds: true, Review: true,
		About: []string{fieldERPOrder, FieldCustomerName},
	},
	prepare: prepareAddOrder, after: orderedBy, speaks: customerRefusals,
	absent: "The customer's orders were asked for again, and no new one fits. It may still be added. Sending again may add it twice.",
}

// updateOrder is Update Order (PROTOCOL.md 4.6).
var updateOrder = kind{
	Kind: Kind{Name: KindUpdateOrder, Title: "Edit order", Noun: "order", Busy: "Saving…", Review: true, About: []string{fieldERPOrder, FieldCustomerName}},
	read: readOrder, prepare: prepareUpdateOrder, after: orderedBy, speaks: customerRefusals,
	absent: "The order was read again and does not show it. It may still be carried out.",
}

// OpenedOrder is what an order held when a form was opened on it, and whose it is.
func OpenedOrder(p *desk.Purchase) map[string]string {
	values := wire.PurchaseValues(p)
	values[fieldCustomerID] = numbered(p.Customer).Raw()
	return values
}

// ForCustomer is what the forms of new records know of the customer for whom they are opened.
func ForCustomer(id int64, name string) map[string]string {
	return map[string]string{fieldCustomerID: numbered(id).Raw(), FieldCustomerName: name}
}

func readOrder(ctx context.Context, c *Commands, w Write) (reading, error) {
	now, err := c.orderNow(ctx, w)
	if IsSetting(err) || errors.Is(err, errNowhere) {
		return reading{values: w.Opened}, nil // it cannot be read again: nobody can tell what moved
	}
	return reading{values: now}, err
}

func (c *Commands) orderNow(ctx context.Context, w Write) (wire.Values, error) {
	page, err := c.ordersOf(ctx, w.Opened[fieldCustomerID])
	if err != nil {
		return nil, err
	}
	for i := range page.Purchases {
		if page.Purchases[i].ID == w.Record {
			return OpenedOrder(&page.Purchases[i]), nil
		}
	}
	return nil, errMissing
}

// ordersOf are a customer's orders (PROTOCOL.md 4.7).
func (c *Commands) ordersOf(ctx context.Context, customer string) (desk.PurchasePage, error) {
	number, err := wire.ParseNumber(customer)
	if err != nil || number.Value == 0 {
		return desk.PurchasePage{}, errNowhere
	}
	page, _, err := c.Book.Orders(ctx, number.Value, true)
	return page, err
}

// prepareUpdateOrder sends what changed, with the customer's name, which the interface requires.
func prepareUpdateOrder(c *Commands, w Write, read reading) (attempt, error) {
	now := read.values
	changed := changes(w.Values, now)
	said := maps.Clone(changed)
	if said[FieldCustomerName] = strings.TrimSpace(w.Values[FieldCustomerName]); said[FieldCustomerName] == "" {
		said[FieldCustomerName] = now[FieldCustomerName]
	}
	request, err := wire.NewOrderSave(w.Record.Raw(), now[fieldCustomerID], said)
	if err != nil {
		return attempt{}, err
	}
	return attempt{
		send: func(ctx context.Context) (made, error) {
			_, err := client.Call(ctx, c.Book.Client, wire.UpdateOrder, request)
			return made{}, err
		},
		look: func(ctx context.Context, _ submit.Prior) (finding, error) {
			c.touched(w.Opened[fieldCustomerID])
			found, err := c.orderNow(ctx, w)
			return judgeChange(found, beyondName(changed), "the order shows the change"), err
		},
	}, nil
}

// beyondName leaves out the customer's name, which says whose an order is.
func beyondName(values wire.Values) wire.Values {
	out := maps.Clone(values)
	delete(out, FieldCustomerName)
	return out
}

// ofOrder are the values that an order's own record shows.
func ofOrder(values wire.Values) wire.Values {
	out := wire.Values{}
	for path, value := range values {
		if strings.HasPrefix(path, orderInfo) {
			out[path] = value
		}
	}
	return out
}

func prepareAddOrder(c *Commands, w Write, _ reading) (attempt, error) {
	customer := orderer(w)
	request, err := wire.NewOrderSave("", customer, w.Values)
	if err != nil {
		return attempt{}, err
	}
	sent := ofOrder(request.Values())
	return attempt{
		send: func(ctx context.Context) (made, error) {
			saved, err := client.Call(ctx, c.Book.Client, wire.AddOrder, request)
			return made{record: saved.Order}, err
		},
		find:     func(ctx context.Context) (sights, error) { return c.lookForOrder(ctx, customer, sent) },
		isMarked: sent[fieldERPOrder] != "",
	}, nil
}

// orderedBy remembers that a customer's orders are otherwise now.
func orderedBy(c *Commands, w Write, _ WrittenMsg) error {
	c.touched(orderer(w))
	return nil
}

// orderer is the id of the customer whose order is written: as the form knew it, or whom a new order hangs on.
func orderer(w Write) string {
	id := w.Opened[fieldCustomerID]
	if id == "" && w.Kind == KindAddOrder {
		id = w.Record.Raw()
	}
	return id
}

// lookForOrder are a customer's orders that hold what was sent, or where there is one the number in the account's own
// books.
func (c *Commands) lookForOrder(ctx context.Context, customer string, sent wire.Values) (sights, error) {
	c.touched(customer)
	page, err := c.ordersOf(ctx, customer)
	if err != nil {
		return sights{}, err
	}
	seen := sights{isWhole: page.Total <= len(page.Purchases)}
	for i := range page.Purchases {
		held, id := OpenedOrder(&page.Purchases[i]), page.Purchases[i].ID
		switch number := sent[fieldERPOrder]; {
		case len(sent) == 0, wire.Shows(held, sent):
			seen.all = append(seen.all, sight{record: id, says: fmt.Sprintf("order %s of this customer holds what was sent", id.Line())})
		case number != "" && wire.Shows(held, wire.Values{fieldERPOrder: number}):
			seen.all = append(seen.all, sight{record: id, says: fmt.Sprintf("order %s has this ERP id, but not all that was sent", id.Line()), differs: true})
		}
	}
	return seen, nil
}
