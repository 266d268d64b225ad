package oneshot

import (
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
	days := p.Span.Days()
	slices.Reverse(days)
	switch {
	case len(days) == 0:
		return Misused("the range ends on %s, before it begins on %s", p.Span.To, p.Span.From)
	case len(days) > book.MaxDays:
		return Misused("a range of %d days is too long: pull at most %d", len(days), book.MaxDays)
	}
	c, kept, err := s.client(ctx, wire.PullTicket.Info)
	if err != nil {
		return err
	}
	b := book.New(book.Config{Client: c, Zone: s.Zones.Account(), Now: s.Now, Limit: max(p.Limit, s.Limit), Exact: p.Limit > 0, Rounds: 1})
	out, end := newPulled(s), s.watch(b, p.Span, len(days))
	var faults []book.DayStatus
	rest := days
	for some := range slices.Chunk(days, together) {
		part := desk.Span{From: some[0], To: some[len(some)-1]}
		err, rest = b.Pull(ctx, part), rest[len(some):]
		out.take(kept.take())
		stand := b.Progress(part).Days
		faults = append(faults, slices.DeleteFunc(slices.Clone(stand), p.whole)...)
		if ctx.Err() != nil || !slices.ContainsFunc(stand, func(d book.DayStatus) bool { return d.State != book.Failed }) {
			break // interrupted, or nothing goes: the days that follow would not go better
		}
	}
	end()
	for _, day := range rest {
		faults = append(faults, book.DayStatus{Day: day})
	}
	return p.outcome(ctx, s, out, days, faults, err)
}

// whole says whether a day is all that was asked for.
func (p PullTickets) whole(d book.DayStatus) bool {
	return d.State == book.Arrived || d.State == book.Cut && p.Limit > 0
}

// outcome prints what was got, and says what was not.
func (p PullTickets) outcome(ctx context.Context, s *Session, out *pulled, days []desk.Day, faults []book.DayStatus, err error) error {
	if out.days == 0 && err != nil {
		return firstOf(faults, err)
	}
	out.end(p.Span)
	name(s, faults)
	missing := len(days) - out.days
	switch {
	case ctx.Err() != nil:
		return &Failure{Interrupted, errors.New("interrupted")}
	case missing > 0:
		return partial("%d of %d days are missing", missing, len(days))
	case len(faults) > 0:
		return partial("%d of %d days are cut short", len(faults), len(days))
	}
	return nil
}

// firstOf is why nothing came: the first day's own fault, which says how the command ends.
func firstOf(faults []book.DayStatus, err error) error {
	for _, d := range faults {
		if d.Err != nil {
			return d.Err
		}
	}
	return err
}

const maxNamed = 20 // days that are named one by one

// name says which days are not whole, and why.
func name(s *Session, faults []book.DayStatus) {
	for n, d := range faults {
		switch {
		case n == maxNamed:
			s.Note("and %d more days", len(faults)-n)
			return
		case d.Err != nil:
			s.Note("%s: %v", d.Day, d.Err)
		case d.State == book.Cut && d.Total > d.Known:
			s.Note("%s: the service gives out %d of %d tickets", d.Day, d.Known, d.Total)
		case d.State == book.Cut:
			s.Note("%s: the service gives out %d tickets and may hold more", d.Day, d.Known)
		default:
			s.Note("%s: not pulled", d.Day)
		}
	}
}
