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

func sendTicket(ctx context.Context, s *Sender, r wire.AddTicketRequest, prior Prior) (Answer, error) {
	answer, err := client.CallChecked(ctx, s.Cache.Client, wire.AddTicket, r,
		func(a desk.TicketResult) safetext.Line { return objectionToNewTicket(r, prior, a) })
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

// saver returns what sends a new customer or order; objection is what speaks against the answer.
func saver[B any](
	op wire.Operation[B, desk.SaveResult],
	objection func(context.Context, *Sender, B, Prior, desk.SaveResult) safetext.Line,
) func(context.Context, *Sender, B, Prior) (Answer, error) {
	return func(ctx context.Context, s *Sender, r B, prior Prior) (Answer, error) {
		return save(ctx, s, op, r, func(a desk.SaveResult) safetext.Line { return objection(ctx, s, r, prior, a) })
	}
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
