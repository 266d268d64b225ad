package oneshot

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"frontdesk/internal/book"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// PullTickets prints the tickets created in a span of days, oldest first, each once.
type PullTickets struct {
	Span  desk.Span
	Limit int // at most so many of each day; 0 for all
}

// together is how many days are asked for before their tickets are printed: as many as the book pulls at a time.
const together = 8

// Run pulls and prints. Days that are missing or cut short are named on standard error.
func (p PullTickets) Run(ctx context.Context, s *Session) error {
	days, err := daysOf(p.Span)
	if err != nil {
		return err
	}
	slices.Reverse(days)
	c, kept, err := s.client(ctx, wire.PullTicket.Info)
	if err != nil {
		return err
	}
	b := book.New(book.Config{Client: c, Zone: s.Zones.Account(), Now: s.Now, Limit: max(p.Limit, s.Limit), Exact: p.Limit > 0, Rounds: 1})
	out, end := newPulled(s), s.watch(b, p.Span, len(days))
	var lacks []lack
	rest := days
	for some := range slices.Chunk(days, together) {
		part := desk.Span{From: some[0], To: some[len(some)-1]}
		err, rest = b.Pull(ctx, part), rest[len(some):]
		out.take(kept.take())
		stand := b.Progress(part).Days
		for _, d := range stand {
			if !p.whole(d) {
				lacks = append(lacks, lackOf(d))
			}
		}
		if ctx.Err() != nil || !slices.ContainsFunc(stand, func(d book.DayStatus) bool { return d.State != book.Failed }) {
			break // interrupted, or nothing goes: the days that follow would not go better
		}
	}
	end()
	for _, day := range rest {
		lacks = append(lacks, lack{day, errNotAsked})
	}
	return p.outcome(ctx, s, out, days, lacks, err)
}

// whole says whether a day is all that was asked for.
func (p PullTickets) whole(d book.DayStatus) bool {
	return d.State == book.Arrived || d.State == book.Cut && p.Limit > 0
}

// outcome prints what was got, and says what was not.
func (p PullTickets) outcome(ctx context.Context, s *Session, out *pulled, days []desk.Day, lacks []lack, err error) error {
	if out.days == 0 && err != nil {
		return cmp.Or(firstWhy(lacks), err)
	}
	out.end(p.Span)
	nameLacks(s, lacks)
	missing := len(days) - out.days
	switch {
	case ctx.Err() != nil:
		return &Failure{Interrupted, errors.New("interrupted")}
	case missing > 0:
		return partial("%d of %d days are missing", missing, len(days))
	case len(lacks) > 0:
		return partial("%d of %d days are cut short", len(lacks), len(days))
	}
	return nil
}
