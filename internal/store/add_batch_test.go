package store

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"frontdesk/internal/safetext/texttest"
)

// AddTogether adds tickets in one batch, and returns what became of each.
func AddTogether(s *Store, ctx func(i int) context.Context, tickets []Ticket) ([]Ticket, []error) {
	added := append([]Ticket(nil), tickets...)
	return added, writeTogether(s.addTickets, ctx, added)
}

func writeTogether(
	write func(context.Context, []*Ticket) error, ctx func(i int) context.Context, tickets []Ticket,
) []error {
	batch, errs := make([]*batched[*Ticket], len(tickets)), make([]error, len(tickets))
	for i := range tickets {
		batch[i] = &batched[*Ticket]{ctx: ctx(i), value: &tickets[i]}
	}
	writeBatch(batch, write)
	for i := range batch {
		errs[i] = batch[i].err
	}
	return errs
}

func always(ctx context.Context) func(int) context.Context {
	return func(int) context.Context { return ctx }
}

func numbered(n int) []Ticket {
	all := make([]Ticket, n)
	for i := range all {
		all[i].Title = fmt.Sprint(i)
	}
	return all
}

func TestBatch_TicketThatIsRefusedFailsAlone(t *testing.T) {
	texttest.ExpectPanic(t, "oh")
	refused := errors.New("refused")
	errs := writeTogether(func(_ context.Context, tickets []*Ticket) error {
		for _, t := range tickets {
			if t.Title == "3" {
				return refused
			}
			if t.Title == "4" {
				panic("oh")
			}
		}
		return nil
	}, always(t.Context()), numbered(10))
	for i, err := range errs {
		if isBad := i == 3 || i == 4; isBad != (err != nil) || i == 3 && !errors.Is(err, refused) {
			t.Errorf("ticket %d: %v", i, err)
		}
	}
}

// TestBatch_WhatIsUnknownOfOneIsUnknownOfAll: after a lost commit nothing is sent again, or it would be kept twice. Nor
// is it after a failure of all that is written, which would be the same ten times.
func TestBatch_WhatIsUnknownOfOneIsUnknownOfAll(t *testing.T) {
	for _, lost := range []error{ErrOutcomeUnknown, errUnavailable, errReplaced, errLocked, errDamaged} {
		written := 0
		errs := writeTogether(func(_ context.Context, tickets []*Ticket) error {
			written += len(tickets)
			return fmt.Errorf("the cable: %w", lost)
		}, always(t.Context()), numbered(10))
		for i, err := range errs {
			if !errors.Is(err, lost) {
				t.Errorf("ticket %d: %v", i, err)
			}
		}
		if written != 10 {
			t.Errorf("%v: 10 tickets were sent %d times", lost, written)
		}
	}
}

func TestBatch_CallerWhoLeavesTakesNothingFromTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		leaving, leave := context.WithCancel(t.Context())
		errs := writeTogether(func(ctx context.Context, _ []*Ticket) error {
			leave()
			synctest.Wait()
			return ctx.Err()
		}, func(i int) context.Context {
			if i == 7 {
				return leaving
			}
			return t.Context()
		}, numbered(10))
		if err := errors.Join(errs...); err != nil {
			t.Error(err)
		}
	})
}

func TestBatch_EndsWhenNobodyWaitsForIt(t *testing.T) {
	leaving, leave := context.WithCancel(t.Context())
	errs := writeTogether(func(ctx context.Context, _ []*Ticket) error {
		leave()
		<-ctx.Done()
		return ctx.Err()
	}, always(leaving), numbered(10))
	for i, err := range errs {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("ticket %d: %v", i, err)
		}
	}
}

func TestBatch_CallerWhoHasLeftIsNotAdded(t *testing.T) {
	gone, leave := context.WithCancel(t.Context())
	leave()
	errs := writeTogether(func(context.Context, []*Ticket) error {
		t.Error("a ticket was written that nobody waits for")
		return nil
	}, always(gone), numbered(2))
	for i, err := range errs {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("ticket %d: %v", i, err)
		}
	}
}
