package submit

import (
	"context"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// Answer is the service's answer to a write, or the record that was found in its place.
type Answer struct {
	Ticket desk.TicketResult
	Saved  desk.SaveResult // of a customer or an order
}

// NotDoneError is the error of a write that the service answers with success, and with a result of false: nothing was
// changed.
type NotDoneError struct{ Message safetext.Line }

// Error says what the service answers, with its message.
func (e *NotDoneError) Error() string {
	const text = "not done: the service answers success with a result of false"
	if e.Message.IsEmpty() {
		return text
	}
	return text + ": " + e.Message.String()
}

func (r TicketAddition) send(ctx context.Context, s *Sender, prior Prior) (Answer, error) {
	answer, err := client.CallChecked(ctx, s.Cache.Client, wire.AddTicket, r.AddTicketRequest,
		func(a desk.TicketResult) safetext.Line { return r.objection(prior, a) })
	if err == nil {
		s.Cache.ApplyTicketResult(answer, "")
	}
	return Answer{Ticket: answer}, err
}

func (r TicketChange) send(ctx context.Context, s *Sender, prior Prior) (Answer, error) {
	answer, err := client.CallChecked(ctx, s.Cache.Client, wire.UpdateTicket, r.UpdateTicketRequest,
		func(a desk.TicketResult) safetext.Line { return r.objection(ctx, s, prior, a) })
	if err == nil {
		answer.Ticket.ID = r.record()
		s.Cache.ApplyTicketResult(answer, r.Disposition)
	}
	return Answer{Ticket: answer}, err
}

func (r CustomerAddition) send(ctx context.Context, s *Sender, prior Prior) (Answer, error) {
	return save(ctx, s, wire.AddCustomer, r.SaveCustomerRequest,
		func(a desk.SaveResult) safetext.Line { return r.objection(ctx, s, prior, a) })
}

func (r CustomerChange) send(ctx context.Context, s *Sender, _ Prior) (Answer, error) {
	return save(ctx, s, wire.UpdateCustomer, r.SaveCustomerRequest,
		func(a desk.SaveResult) safetext.Line { return r.objection(ctx, s, a) })
}

func (r OrderAddition) send(ctx context.Context, s *Sender, prior Prior) (Answer, error) {
	return save(ctx, s, wire.AddOrder, r.SaveOrderRequest,
		func(a desk.SaveResult) safetext.Line { return r.objection(ctx, s, prior, a) })
}

func (r OrderChange) send(ctx context.Context, s *Sender, _ Prior) (Answer, error) {
	return save(ctx, s, wire.UpdateOrder, r.SaveOrderRequest,
		func(a desk.SaveResult) safetext.Line { return r.objection(ctx, s, a) })
}

func save[Req any](
	ctx context.Context, s *Sender, op wire.Operation[Req, desk.SaveResult], r Req,
	check func(desk.SaveResult) safetext.Line,
) (Answer, error) {
	saved, err := client.CallChecked(ctx, s.Cache.Client, op, r, check)
	if err == nil && !saved.Applied {
		err = &NotDoneError{saved.Message}
	}
	return Answer{Saved: saved}, err
}
