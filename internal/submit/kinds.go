package submit

import (
	"context"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// Request is a write that is ready to be sent, of one of the kinds below.
type Request interface {
	record() desk.ID // that it changes; zero of a new one
	words() words
	// complete returns the request as it is sent, with its record as that is now.
	complete(context.Context, *Sender) (Request, error)
	// prior returns what the service holds before it is sent.
	prior(context.Context, *Sender) (Prior, error)
	// elsewhere looks for what a console on another host may have sent of its form: a host that was cut off from the
	// others, and then killed, cannot have told them. Only an add, or an update with a comment, changes something when
	// it is sent twice (PROTOCOL.md 9.7).
	elsewhere(context.Context, *Sender, Form) (found Found, looksSaved bool, err error)
	// send sends it once.
	send(context.Context, *Sender, Prior) (Answer, error)
	// look looks for its result. The answer is that of a confirmed write.
	look(context.Context, *Sender, Prior, period) (Found, Answer, error)
}

// kind is what the forms of one operation become.
type kind interface {
	// read reads the record that a form changes; nothing of a new one.
	read(context.Context, *Sender, Form) (currentRecord, error)
	// request returns what a form sends: its changes of the record, and what the interface requires.
	request(*Sender, Form, currentRecord) (Request, error)
}

// kinds has the six writes, by the names of their operations. A new record is found by what was sent, a change in its
// record, and an update of a ticket by the entry of its timeline, too.
var kinds = map[string]kind{
	wire.AddTicket.Name:      newTickets,
	wire.UpdateTicket.Name:   ticketChanges{},
	wire.AddCustomer.Name:    newCustomers,
	wire.UpdateCustomer.Name: customerChanges,
	wire.AddOrder.Name:       newOrders,
	wire.UpdateOrder.Name:    orderChanges,
}

var (
	newTickets = &additions[wire.AddTicketRequest]{
		noun: "ticket", has: "has this title and these details", like: "this title", mark: ticketMark,
		fill: func(f Form) (wire.AddTicketRequest, error) { return wire.NewAddTicketRequest(f.Values) },
		find: findTickets, send: sendTicket,
	}
	newCustomers = &additions[wire.SaveCustomerRequest]{
		noun: "customer", has: "has this name and was added that day", like: "this name", mark: customerMark,
		fill: func(f Form) (wire.SaveCustomerRequest, error) { return wire.NewSaveCustomerRequest("", f.Values) },
		find: findCustomers, send: saver(wire.AddCustomer, objectionToNewCustomer),
	}
	newOrders = &additions[wire.SaveOrderRequest]{
		noun: "order", has: "of this customer holds what was sent", like: "what was sent", mark: orderMark,
		fill: func(f Form) (wire.SaveOrderRequest, error) {
			return wire.NewSaveOrderRequest("", f.CustomerID(), f.Values)
		},
		find: findSentOrders, send: saver(wire.AddOrder, objectionToNewOrder),
	}
	customerChanges = &changes[wire.SaveCustomerRequest]{
		noun: "customer", op: wire.UpdateCustomer, objection: objectionToCustomer,
		id:     func(r wire.SaveCustomerRequest) string { return r.Customer.Text("customer_id") },
		opened: openedCustomer, now: customerNow, requested: requestedOfCustomer,
		fill: func(f Form, current wire.Values) (wire.SaveCustomerRequest, error) {
			return wire.NewSaveCustomerRequest(f.Record.Raw(), withFlags(withName(f, current), f.Values))
		},
	}
	orderChanges = &changes[wire.SaveOrderRequest]{
		noun: "order", op: wire.UpdateOrder, objection: objectionToOrder,
		id:     func(r wire.SaveOrderRequest) string { return r.Order.Text("order_id") },
		opened: openedOrder, now: orderNow, requested: requestedOfOrder,
		fill: func(f Form, current wire.Values) (wire.SaveOrderRequest, error) {
			return wire.NewSaveOrderRequest(f.Record.Raw(), current[FieldCustomerID], withName(f, current))
		},
	}
)

// AddTicket returns the request of a new ticket; a reference in its details marks it.
func AddTicket(r wire.AddTicketRequest) Request { return newTickets.of(r) }

// UpdateTicket returns the request of a ticket's update. Its comment is compared with the entries before it was sent.
func UpdateTicket(r wire.UpdateTicketRequest) Request { return TicketChange{UpdateTicketRequest: r} }

// AddCustomer returns the request of a new customer; a code marks it.
func AddCustomer(r wire.SaveCustomerRequest) Request { return newCustomers.of(r) }

// UpdateCustomer returns the request of a customer's change.
func UpdateCustomer(r wire.SaveCustomerRequest) Request { return customerChanges.of(r) }

// AddOrder returns the request of a new order; an ERP id marks it.
func AddOrder(r wire.SaveOrderRequest) Request { return newOrders.of(r) }

// UpdateOrder returns the request of an order's change.
func UpdateOrder(r wire.SaveOrderRequest) Request { return orderChanges.of(r) }
