package submit

import (
	"context"

	"frontdesk/internal/client"

	"frontdesk/internal/desk"
)

// Prior is what the service held before a write was sent, limited to records that resemble the write's result.
type Prior struct {
	IsKnown bool // the service was queried and returned all of it
	// IDs are those of records that match an add, or of timeline entries that match an update: the ones with its
	// comment, or all if it has none. That the ticket showed all values of the update is one of them, too.
	IDs []string
}

// Recorder records on disk that a write is about to be sent, with what the service held before. After an error nothing
// is sent.
type Recorder func(Prior) error

// before returns what the service holds before a write. A look that fails is recorded as unknown; a service that is
// unreachable is an error, because nothing can be sent either.
func (s *Sender) before(ctx context.Context, r Request) (Prior, error) {
	var prior Prior
	var err error
	switch r := r.(type) {
	case TicketChange:
		if r.before != nil {
			prior = PriorUpdate(r.UpdateTicketRequest, r.before, s.Zones.Account(), s.Cache.Blocks)
		}
	case addition:
		if s.MarkedOnly && !r.isMarked() {
			return Prior{}, nil
		}
		var now candidates
		now, err = r.find(ctx, s, at(s.Now()))
		prior = Prior{IsKnown: err == nil && now.isComplete, IDs: idsOf(now.all)}
	}
	if IsUnreachable(err) {
		return Prior{}, err
	}
	return prior, nil
}

// withRecord reads the record that a change is about, if it was not read: an answer is compared with it, and so is what
// is found after a lost answer. A record that the service does not show is left out. A service that fails to answer is
// an error: its answer to the change could not be told from an earlier one.
func (s *Sender) withRecord(ctx context.Context, r Request) (Request, error) {
	var err error
	switch change := r.(type) {
	case TicketChange:
		if change.before == nil {
			change.before, err = s.ticket(ctx, change.record())
		}
		r = change
	case CustomerChange:
		if change.before == nil {
			var c *desk.Customer
			if c, err = s.customer(ctx, desk.NewID(change.Customer.ID)); err == nil {
				change.before = CustomerValues(c)
			}
		}
		r = change
	case OrderChange:
		if change.before == nil {
			var o *desk.Order
			if o, err = s.orderOf(ctx, change.SaveOrderRequest); err == nil {
				change.before = OrderValues(o)
			}
		}
		r = change
	}
	if client.IsUnanswered(err) {
		return r, err
	}
	return r, nil
}
