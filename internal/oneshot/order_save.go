package oneshot

import (
	"strconv"

	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// AddOrder adds an order for a customer (PROTOCOL.md 4.5).
var AddOrder = Mutation[wire.SaveOrderRequest, desk.SaveResult]{
	Op:          wire.AddOrder,
	PrintResult: func(s *Invocation, _ wire.SaveOrderRequest, saved desk.SaveResult) { s.saved(saved) },
	CheckResult: resultError,
	Request:     func(r wire.SaveOrderRequest) submit.Request { return submit.AddOrder{SaveOrderRequest: r} },
	Answer:      saveAnswer,
	Explain:     explainOrderAdd,
	Record:      orderRecord(wire.EventOrderAdded),
}

// UpdateOrder changes an order (PROTOCOL.md 4.6).
var UpdateOrder = Mutation[wire.SaveOrderRequest, desk.SaveResult]{
	Op: wire.UpdateOrder,
	PrintResult: func(s *Invocation, r wire.SaveOrderRequest, saved desk.SaveResult) {
		saved.Order = desk.NewKey(r.Order.ID) // the response does not contain it
		s.saved(saved)
	},
	CheckResult: resultError,
	Request:     func(r wire.SaveOrderRequest) submit.Request { return submit.UpdateOrder{SaveOrderRequest: r} },
	Answer:      saveAnswer,
	Explain: func(_ *Invocation, r wire.SaveOrderRequest, found submit.Found) string {
		return explainChange(found, "order", "frontdesk order pull "+customerFlag(r)+" --order "+r.Order.ID+" --whole")
	},
	Record: orderRecord(wire.EventOrderUpdated),
}

// orderRecord returns a function that makes the response to adding or changing an order; it has no place for an id that
// is not a number.
func orderRecord(event string) func(*Invocation, desk.SaveResult, string) any {
	return func(_ *Invocation, saved desk.SaveResult, said string) any {
		id, err := strconv.ParseInt(saved.Order.Raw(), 10, 64)
		if err != nil {
			return nil
		}
		return wire.SaveOrderResponse{Status: wire.StatusSuccess, Message: said, Order: wire.SavedOrder{
			Result: true, OrderID: id, CustomerID: saved.Customer, EnquiryID: saved.Enquiry, ContactID: saved.Contact, ActionEvent: event,
		}}
	}
}

// customerFlag returns the filter that identifies an order's customer, which the service requires in addition to the
// order.
func customerFlag(r wire.SaveOrderRequest) string {
	if r.Customer.ID != "" {
		return "--customer " + r.Customer.ID
	}
	return "--name " + shellWord(r.Customer.Name)
}
