package submit

import (
	"context"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// Answer is the service's answer to a write, or the record that was found in its place.
type Answer struct {
	Ticket desk.TicketResult
	Saved  desk.SaveResult // of a customer or an order
}

func (r TicketAddition) send(ctx context.Context, s *Sender) (Answer, error) {
	answer, err := client.Call(ctx, s.Cache.Client, wire.AddTicket, r.AddTicketRequest)
	if err == nil {
		s.Cache.ApplyTicketResult(answer, "")
	}
	return Answer{Ticket: answer}, err
}

func (r TicketChange) id() desk.ID { return desk.NewID(r.TicketID) }

func (r TicketChange) send(ctx context.Context, s *Sender) (Answer, error) {
	answer, err := client.Call(ctx, s.Cache.Client, wire.UpdateTicket, r.UpdateTicketRequest)
	if err == nil {
		known := answer
		if known.Ticket.ID.IsZero() {
			known.Ticket.ID = r.id()
		}
		s.Cache.ApplyTicketResult(known, r.Disposition)
	}
	return Answer{Ticket: answer}, err
}

func (r CustomerAddition) send(ctx context.Context, s *Sender) (Answer, error) {
	return save(ctx, s, wire.AddCustomer, r.SaveCustomerRequest)
}

func (r CustomerChange) send(ctx context.Context, s *Sender) (Answer, error) {
	return save(ctx, s, wire.UpdateCustomer, r.SaveCustomerRequest)
}

func (r OrderAddition) send(ctx context.Context, s *Sender) (Answer, error) {
	return save(ctx, s, wire.AddOrder, r.SaveOrderRequest)
}

func (r OrderChange) send(ctx context.Context, s *Sender) (Answer, error) {
	return save(ctx, s, wire.UpdateOrder, r.SaveOrderRequest)
}

func save[Req any](ctx context.Context, s *Sender, op wire.Operation[Req, desk.SaveResult], r Req) (Answer, error) {
	saved, err := client.Call(ctx, s.Cache.Client, op, r)
	return Answer{Saved: saved}, err
}
