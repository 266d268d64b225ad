package submit

import (
	"context"
	"slices"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// A verification looks up to three times within this time.
const (
	verifyTime = 10 * time.Second
	maxLooks   = 3
	firstPause = time.Second // doubled after each look
)

// Verify looks for the result of a write whose answer was lost. It only reads, and an interrupt does not end it.
func (s *Sender) Verify(ctx context.Context, r Request, prior Prior, sentAt time.Time) Result {
	return s.verify(ctx, s.signed(r), prior, at(sentAt))
}

// verify is Verify for a write that was sent at some time of a period.
func (s *Sender) verify(ctx context.Context, r Request, prior Prior, sent period) Result {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), verifyTime)
	defer cancel()
	result := Result{Outcome: NotKnown, Request: r, IsLost: true}
	for look, pause := 1, firstPause; ; look, pause = look+1, 2*pause {
		found, answer, err := s.lookOnce(ctx, r, prior, sent)
		found.LookErr, found.SentAt = err, sent.from
		result.Found, result.Answer = found, answer
		if !client.IsUnanswered(result.LookErr) || look == maxLooks || !s.Sleep(ctx, pause) {
			break
		}
	}
	if result.Verdict == Confirmed {
		result.Outcome = Saved
	}
	return result
}

// lookOnce looks for the result once. The answer is that of a confirmed write.
func (s *Sender) lookOnce(ctx context.Context, r Request, prior Prior, sent period) (Found, Answer, error) {
	switch r := r.(type) {
	case TicketChange:
		current, err := s.ticket(ctx, r.record())
		if err != nil {
			return Found{}, Answer{}, err
		}
		by := Writer{Name: s.Author, IsSigned: s.Signs, From: sent.from.Add(-skew), Until: sent.to.Add(skew)}
		found := JudgeUpdate(prior, r.UpdateTicketRequest, current, s.Zones.Account(), s.Cache.Blocks, by)
		return found, Answer{Ticket: desk.TicketResult{Ticket: current.Ticket}}, nil
	case CustomerChange:
		return s.lookAtCustomer(ctx, r)
	case OrderChange:
		return s.lookAtOrder(ctx, r)
	case addition:
		current, err := r.find(ctx, s, sent)
		if err != nil {
			return Found{}, Answer{}, err
		}
		found := JudgeAdd(prior, current.all, current.isComplete, r.isMarked())
		if found.Verdict != Confirmed {
			return found, Answer{}, nil
		}
		return found, found.Matches[0].answer, nil
	}
	return Found{}, Answer{}, errUnknownKind
}

// lookAtCustomer compares a customer's record with the values asked for.
func (s *Sender) lookAtCustomer(ctx context.Context, r CustomerChange) (Found, Answer, error) {
	id, err := wire.ParseLooseInt(r.Customer.ID)
	if err != nil {
		return Found{}, Answer{}, errMissing
	}
	s.Cache.InvalidateCustomer(id.Value)
	current, err := client.Call(ctx, s.Cache.Client, wire.GetCustomer, wire.GetCustomerRequest{ID: id})
	if err == nil && current.ID != id.Value && current.ID != 0 {
		err = errMissing
	}
	if err != nil {
		return Found{}, Answer{}, err
	}
	requested := r.changed
	if requested == nil {
		requested = r.Values()
	}
	found := JudgeChange(wire.EditableCustomer(&current), requested)
	if found.Verdict == Absent && len(wire.MaskedFields(&current)) > 0 {
		found = Found{Reason: Masked}
	}
	return found, Answer{Saved: desk.SaveResult{Applied: true, Customer: id.Value}}, nil
}

// lookAtOrder compares an order's record with the values asked for.
func (s *Sender) lookAtOrder(ctx context.Context, r OrderChange) (Found, Answer, error) {
	found, err := s.orderOf(ctx, r.SaveOrderRequest)
	if err != nil {
		return Found{}, Answer{}, err
	}
	return JudgeChange(wire.EditableOrder(found), r.requested()), orderAnswer(found), nil
}

// requested returns the values that an order is to show.
func (r OrderChange) requested() wire.Values {
	requested := r.Values()
	delete(requested, FieldCustomerName) // only identifies the customer
	return requested
}

// orderOf reads the order that a request names.
func (s *Sender) orderOf(ctx context.Context, r wire.SaveOrderRequest) (*desk.Order, error) {
	page, _, err := s.findOrders(ctx, r)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(page, func(o desk.Order) bool { return isSameID(o.ID, desk.NewID(r.Order.ID)) })
	if at < 0 {
		return nil, errMissing
	}
	return &page[at], nil
}
