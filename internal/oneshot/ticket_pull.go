package oneshot

import (
	"cmp"
	"context"
	"slices"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/wire"
)

// PullTickets prints the tickets created in a range of days, oldest first and without duplicates.
type PullTickets struct {
	Span  desk.DateRange
	Limit int // maximum number of tickets per day; 0 for all
}

// maxConcurrentDays is how many days are pulled before their tickets are printed: as many as the cache pulls
// concurrently.
const maxConcurrentDays = 8

// Run pulls and prints the tickets. Missing or truncated days are reported on standard error.
func (p PullTickets) Run(ctx context.Context, s *Invocation) error {
	days, err := daysOf(p.Span)
	if err != nil {
		return err
	}
	slices.Reverse(days)
	c, kept, err := s.client(ctx, wire.PullTicket.OperationInfo)
	if err != nil {
		return err
	}
	b := cache.New(cache.Config{Client: c, Zone: s.Zones.Account(), Now: s.Now, PullLimit: max(p.Limit, s.Limit), FixedLimit: p.Limit > 0, MaxAttempts: 1})
	out, end := newPulled(s), s.watch(b, p.Span, len(days))
	var lacks []dayError
	rest := days
	for some := range slices.Chunk(days, maxConcurrentDays) {
		part := desk.DateRange{From: some[0], To: some[len(some)-1]}
		err, rest = b.Pull(ctx, part), rest[len(some):]
		out.add(kept.drain())
		stand := b.Progress(part).Days
		for _, d := range stand {
			if !p.whole(d) {
				lacks = append(lacks, dayErrorOf(d))
			}
		}
		if ctx.Err() != nil || !slices.ContainsFunc(stand, func(d cache.DayStatus) bool { return d.State != cache.Failed }) {
			break // interrupted, or every day failed: the following days would fail, too
		}
	}
	end()
	for _, day := range rest {
		lacks = append(lacks, dayError{day, errNotAsked})
	}
	return p.outcome(ctx, s, out, days, lacks, err)
}

// whole reports whether a day holds everything that was requested.
func (p PullTickets) whole(d cache.DayStatus) bool {
	return d.State == cache.Complete || d.State == cache.Truncated && p.Limit > 0
}

// outcome prints the tickets and reports what is missing.
func (p PullTickets) outcome(ctx context.Context, s *Invocation, out *ticketPrinter, days []desk.Date, lacks []dayError, err error) error {
	if out.days == 0 && err != nil {
		return cmp.Or(firstCause(lacks), err)
	}
	out.finish(p.Span)
	reportDayErrors(s, lacks)
	missing := len(days) - out.days
	switch {
	case ctx.Err() != nil:
		return exitcode.ErrInterrupted
	case missing > 0:
		return exitcode.Partialf("%d of %d days are missing", missing, len(days))
	case len(lacks) > 0:
		return exitcode.Partialf("%d of %d days are cut short", len(lacks), len(days))
	}
	return nil
}
