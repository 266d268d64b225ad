package submit

import (
	"context"
	"errors"
	"slices"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// changes are the writes of a kind that change a customer or an order; B is what they send.
type changes[B any] struct {
	noun string // the record, such as "order"
	op   wire.Operation[B, desk.SaveResult]
	id   func(B) string
	fill func(f Form, current wire.Values) (B, error)

	opened    func(context.Context, *Sender, Form) (wire.Values, error) // the record of a form
	now       func(context.Context, *Sender, B) (shownRecord, error)    // the record of a request
	requested func(r B, changed wire.Values) wire.Values                // what the record is to show; changed by a form
	objection func(B, desk.SaveResult) safetext.Line                    // to an answer, apart from its record
}

// shownRecord is a record as the service shows it.
type shownRecord struct {
	values wire.Values
	hides  bool // some of its phones or e-mails
	answer Answer
}

func (k *changes[B]) of(body B) Request {
	return change[B]{kind: k, body: body, requested: k.requested(body, nil)}
}

func (k *changes[B]) read(ctx context.Context, s *Sender, f Form) (currentRecord, error) {
	current, err := k.opened(ctx, s, f)
	return currentRecord{values: current}, err
}

func (k *changes[B]) request(_ *Sender, f Form, current currentRecord) (Request, error) {
	body, err := k.fill(f, current.values)
	return change[B]{k, body, k.requested(body, changesOf(f.Values, current.values)), current.values}, err
}

// change is the request of a changed record.
type change[B any] struct {
	kind      *changes[B]
	body      B
	requested wire.Values // what the record is to show
	before    wire.Values // the record if it has been read
}

func (r change[B]) record() desk.ID { return desk.NewID(r.kind.id(r.body)) }

func (r change[B]) words() words { return words{noun: r.kind.noun} }

func (r change[B]) complete(ctx context.Context, s *Sender) (Request, error) {
	if r.before != nil {
		return r, nil
	}
	shown, err := r.kind.now(ctx, s, r.body)
	r.before = shown.values
	return r, unlessAnswered(err)
}

func (r change[B]) prior(context.Context, *Sender) (Prior, error) { return Prior{}, nil }

// elsewhere finds nothing: a record that is changed twice in the same way is as if it was changed once.
func (r change[B]) elsewhere(context.Context, *Sender, Form) (Found, bool, error) {
	return Found{}, false, nil
}

func (r change[B]) send(ctx context.Context, s *Sender, _ Prior) (Answer, error) {
	return save(ctx, s, r.kind.op, r.body, func(a desk.SaveResult) safetext.Line {
		if objection := r.kind.objection(r.body, a); !objection.IsEmpty() || !a.Applied {
			return objection
		}
		return r.objection(ctx, s)
	})
}

// look compares the record with the values asked for.
func (r change[B]) look(ctx context.Context, s *Sender, _ Prior, _ period) (Found, Answer, error) {
	shown, err := r.kind.now(ctx, s, r.body)
	if err != nil {
		return Found{}, Answer{}, err
	}
	found := JudgeChange(shown.values, r.requested)
	if found.Verdict == Absent && shown.hides {
		found = Found{Reason: Masked}
	}
	return found, shown.answer, nil
}

// openedCustomer reads the customer of a form.
func openedCustomer(ctx context.Context, s *Sender, f Form) (wire.Values, error) {
	number, err := wire.ParseLooseInt(f.Record.Raw())
	if err != nil {
		return nil, errMissing
	}
	customer, _, err := s.Cache.Customer(ctx, number.Value, true)
	switch {
	case client.IsNotFound(err):
		return nil, errMissing
	case err != nil:
		return nil, err
	}
	return CustomerValues(customer), nil
}

// customerNow reads the customer of a request.
func customerNow(ctx context.Context, s *Sender, r wire.SaveCustomerRequest) (shownRecord, error) {
	id, err := wire.ParseLooseInt(r.Customer.Text("customer_id"))
	if err != nil {
		return shownRecord{}, errMissing
	}
	s.Cache.InvalidateCustomer(id.Value)
	current, err := client.Call(ctx, s.Cache.Client, wire.GetCustomer, wire.GetCustomerRequest{"service_customer_id": id.Value})
	if err == nil && current.ID != id.Value && current.ID != 0 {
		err = errMissing
	}
	if err != nil {
		return shownRecord{}, err
	}
	return shownRecord{
		values: CustomerValues(&current), hides: len(wire.MaskedFields(&current)) > 0,
		answer: Answer{Saved: desk.SaveResult{Applied: true, Customer: id.Value}},
	}, nil
}

// openedOrder reads the order of a form. One that cannot be read again counts as unchanged.
func openedOrder(ctx context.Context, s *Sender, f Form) (wire.Values, error) {
	customer, err := wire.ParseLooseInt(f.Original[FieldCustomerID])
	if err != nil || customer.Value == 0 {
		return f.Original, nil //nolint:nilerr // its orders cannot be asked for
	}
	page, _, err := s.Cache.Orders(ctx, customer.Value, true)
	if _, lacks := errors.AsType[cache.NotConfiguredError](err); lacks {
		return f.Original, nil
	}
	if err != nil {
		return nil, err
	}
	found, err := orderIn(page.Orders, f.Record)
	if err != nil {
		return nil, err
	}
	return OrderValues(found), nil
}

// orderNow reads the order of a request.
func orderNow(ctx context.Context, s *Sender, r wire.SaveOrderRequest) (shownRecord, error) {
	found, err := s.orderOf(ctx, r)
	if err != nil {
		return shownRecord{}, err
	}
	return shownRecord{values: OrderValues(found), answer: orderAnswer(found)}, nil
}

// orderOf reads the order that a request names.
func (s *Sender) orderOf(ctx context.Context, r wire.SaveOrderRequest) (*desk.Order, error) {
	page, _, err := s.findOrders(ctx, r)
	if err != nil {
		return nil, err
	}
	return orderIn(page, desk.NewID(r.Order.Text("order_id")))
}

// orderIn returns the order with an id.
func orderIn(page []desk.Order, id desk.ID) (*desk.Order, error) {
	at := slices.IndexFunc(page, func(o desk.Order) bool { return isSameID(o.ID, id) })
	if at < 0 {
		return nil, errMissing
	}
	return &page[at], nil
}

// requestedOfCustomer leaves out the flags of a form, which have to be sent and which not all records show.
func requestedOfCustomer(r wire.SaveCustomerRequest, changed wire.Values) wire.Values {
	if changed != nil {
		return changed
	}
	return r.Values()
}

func requestedOfOrder(r wire.SaveOrderRequest, _ wire.Values) wire.Values {
	requested := r.Values()
	delete(requested, FieldCustomerName) // only identifies the customer
	return requested
}
