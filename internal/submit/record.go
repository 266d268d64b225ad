package submit

import (
	"context"
	"strings"
)

// Prior is what the service held before a write was sent, limited to records that resemble the write's result.
type Prior struct {
	IsKnown bool     // the service was queried and returned all of it
	IDs     []string // of records that match an add, or of timeline entries that match an update's comment
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
		prior, err = s.commentsBefore(ctx, r)
	case addition:
		if s.MarkedOnly && !r.isMarked() {
			return Prior{}, nil
		}
		var now candidates
		now, err = r.find(ctx, s, at(s.Now()))
		prior = Prior{IsKnown: err == nil && now.isComplete, IDs: now.ids()}
	}
	if IsUnreachable(err) {
		return Prior{}, err
	}
	return prior, nil
}

// commentsBefore returns the entries of a ticket that hold an update's comment already.
func (s *Sender) commentsBefore(ctx context.Context, r TicketChange) (Prior, error) {
	if strings.TrimSpace(r.Comment) == "" {
		return Prior{}, nil
	}
	now := r.before
	if now == nil {
		var err error
		if now, err = s.ticket(ctx, r.id()); err != nil {
			return Prior{}, err
		}
	}
	return PriorComments(now, r.Comment), nil
}
