package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/guard"
	"frontdesk/internal/wire"
)

// errNotPulled is the error of a day that was skipped.
var errNotPulled = errors.New("not pulled")

// pull is a command that prints records, each only once: those of a range of days, or all that match a filter. Without
// a limit, all pages are requested.
type pull[T any] struct {
	kind      *kind[T]
	op        wire.OperationInfo
	span      desk.DateRange // zero: the pull is not by day
	dayMember string         // of a request, which has its day
	offset    int64
	isLimited bool      // only one page is requested
	print     func([]T) // prints records for people; nil for a table

	// page requests a page. total is the number of records that the service reports; -1 if it reports none.
	page func(ctx context.Context, c *client.Client, day desk.Date, offset int64) (found []T, total int, err error)
}

// run pulls and prints the records. What is missing is reported on standard error.
func (p pull[T]) run(ctx context.Context, s *Invocation) error {
	noun := p.kind.noun + "s"
	days, err := p.days()
	if err != nil {
		return err
	}
	c, responses, err := s.client(ctx, p.op)
	if err != nil {
		return err
	}
	var done, found, total atomic.Int32
	end := s.ShowStatus(func() string {
		if p.isWhole() {
			return fmt.Sprintf("pulling %s: %d", noun, found.Load())
		}
		return fmt.Sprintf("pulling %s: %d of %d days, %d %s", p.span, done.Load(), len(days), found.Load(), noun)
	})
	faults := eachDay(ctx, days, func(ctx context.Context, n int) error {
		defer done.Add(1)
		return pages(p.offset, p.isLimited, func(offset int64) ([]string, error) {
			page, of, err := p.page(ctx, c, days[n], offset)
			if err == nil {
				total.Store(int32(of))
			}
			found.Add(int32(len(page)))
			ids := make([]string, len(page))
			for i := range page {
				ids[i] = p.kind.id(&page[i])
			}
			return ids, err
		})
	})
	end()
	var missing []dayError
	for n, err := range slices.Backward(faults) {
		if err != nil {
			missing = append(missing, dayError{days[n], err})
		}
	}
	answers := responses.drain()
	if len(answers) == 0 && len(missing) > 0 {
		return cmp.Or(firstCause(missing), exitcode.ErrInterrupted)
	}
	if err := p.printRows(ctx, s, p.kind.rows(s, answers, p.dayMember), missing); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return exitcode.ErrInterrupted
	case len(missing) == 0:
		return nil
	case !p.isWhole():
		return exitcode.Partialf("%d of %d days are missing or not whole", len(missing), len(days))
	case total.Load() > 0:
		return exitcode.Partialf("after %d of %d %s: %v", found.Load(), total.Load(), noun, missing[0].why)
	}
	return exitcode.Partialf("after %d %s: %v", found.Load(), noun, missing[0].why)
}

// days returns the days that are pulled one by one; one without a date if the pull is not by day.
func (p pull[T]) days() ([]desk.Date, error) {
	if p.isWhole() {
		return []desk.Date{{}}, nil
	}
	return daysOf(p.span)
}

// isWhole reports whether the pull is not divided into days.
func (p pull[T]) isWhole() bool { return p.span == desk.DateRange{} }

// printRows prints the records, and names the days that are missing.
func (p pull[T]) printRows(ctx context.Context, s *Invocation, rows []recordRow[T], missing []dayError) error {
	l := list[T]{invocation: s, kind: p.kind, context: ctx, print: p.print}
	l.add(rows...)
	if err := l.end(); err != nil {
		return err
	}
	of := ""
	if !p.isWhole() {
		of = " of " + loadedDays(p.span, missing)
		defer reportDayErrors(s, missing)
	}
	if !s.forScripts() && len(rows) == 0 {
		s.Notef("no such %ss%s", p.kind.noun, of)
	}
	noteWithoutID(s, values(rows), p.kind)
	return nil
}

// eachDay pulls days concurrently, the newest first, and returns their errors in the order of days. It skips the
// remaining days after an interrupt, or when all of the first requests have failed.
func eachDay(ctx context.Context, days []desk.Date, pull func(context.Context, int) error) (faults []error) {
	faults = make([]error, len(days))
	var group guard.Group
	group.SetLimit(maxConcurrentDays)
	var succeeded, failed atomic.Int32
	pullDay := func(n int) error {
		if ctx.Err() != nil || succeeded.Load() == 0 && failed.Load() >= maxConcurrentDays {
			return errNotPulled
		}
		err := pull(ctx, n)
		if err != nil {
			failed.Add(1)
		} else {
			succeeded.Add(1)
		}
		return err
	}
	for n := range days {
		group.Go(func() error {
			faults[n] = guard.Run(func() error { return pullDay(n) })
			return nil
		})
	}
	_ = group.Wait() // errors are kept per day
	return faults
}

// daysOf returns the days of a range, the newest first; a range that is empty or too long is an error.
func daysOf(span desk.DateRange) ([]desk.Date, error) {
	switch n := span.Len(); {
	case n == 0:
		return nil, exitcode.UsageErrorf("--to %s is before --from %s", span.To, span.From)
	case n > cache.MaxDays:
		return nil, exitcode.UsageErrorf("%d days are too many for one pull; the most is %d", n, cache.MaxDays)
	}
	return span.Days(), nil
}

// dayError is the error of a day that is missing or incomplete.
type dayError struct {
	day desk.Date
	why error
}

// dayErrorOf returns why a day that the cache has pulled is incomplete.
func dayErrorOf(d cache.DayStatus) dayError {
	switch {
	case d.Err != nil:
		return dayError{d.Day, d.Err}
	case d.State == cache.Truncated && d.IsCutShort():
		return dayError{d.Day, fmt.Errorf("the service returned only %d of %d tickets", d.Received, d.Total)}
	case d.State == cache.Truncated:
		return dayError{d.Day, fmt.Errorf("the service returned %d tickets and may have more", d.Received)}
	}
	return dayError{d.Day, errNotPulled}
}

// firstCause returns the first error of a day that was requested, nil if there is none. It determines the exit code of
// a command without results.
func firstCause(missing []dayError) error {
	for _, l := range missing {
		if !errors.Is(l.why, errNotPulled) {
			return l.why
		}
	}
	return nil
}

// loadedDays names the days of a pull that found nothing: of a day that is missing, nobody knows whether it is empty.
func loadedDays(span desk.DateRange, missing []dayError) string {
	if len(missing) > 0 {
		return "the days that were loaded"
	}
	return span.String()
}

const maxNamed = 20 // days that are listed individually

// reportDayErrors prints which days are missing or incomplete, and why.
func reportDayErrors(s *Invocation, missing []dayError) {
	for n, l := range missing {
		if n == maxNamed {
			s.Notef("and %d more days", len(missing)-n)
			return
		}
		s.Notef("%s: %v", l.day, l.why)
	}
}

var errSamePage = errors.New("the service returned the same records again instead of the next ones")

// pages requests pages of wire.DefaultPageSize records, starting at offset, until one is not full, or only one if the
// filter has a limit; pull returns the ids of a page. No service returns fewer on its own (PROTOCOL.md 6.1). A larger
// page is taken as the complete result, because such a service ignores the limit.
func pages(offset int64, limited bool, pull func(offset int64) (ids []string, err error)) error {
	seen := idSet{}
	for {
		ids, err := pull(offset)
		if err != nil || limited || len(ids) != wire.DefaultPageSize {
			return err
		}
		known := len(seen)
		for _, id := range ids {
			seen.add(id)
		}
		if len(seen) == known {
			return errSamePage
		}
		offset += int64(len(ids))
	}
}

// idSet holds the ids of records, to leave out those that come twice: a record of midnight may be in two days.
type idSet map[string]bool

// add adds an id and reports whether it is new. A record without an id is always new.
func (s idSet) add(id string) bool {
	known := id != "" && s[id]
	s[id] = true
	return !known
}

// dayOfRequest returns the day that a request was for, from the member that holds it.
func dayOfRequest(request []byte, member string) string {
	all := wire.RawObjects(request)
	if len(all) == 0 {
		return ""
	}
	return wire.RawText(wire.RawMember(all[0], member))
}

// showPullStatus shows the progress of a pull on a terminal until end is called.
func (s *Invocation) showPullStatus(b *cache.Cache, span desk.DateRange, days int) (end func()) {
	return s.ShowStatus(func() string {
		done, tickets := 0, 0
		for _, d := range b.Progress(span).Days {
			tickets += d.Received
			if d.State == cache.Complete || d.State == cache.Truncated || d.State == cache.Failed {
				done++
			}
		}
		return fmt.Sprintf("pulling %s: %d of %d days, %d tickets", span, done, days, tickets)
	})
}

// dateRangeFlags are the --from and --to flags of a date range.
type dateRangeFlags struct{ from, to string }

// define adds the flags to a command.
func (d *dateRangeFlags) define(c *cobra.Command) {
	c.Flags().StringVar(&d.from, "from", "", "the first `day`")
	c.Flags().StringVar(&d.to, "to", "", "the last `day`")
}

// parse returns the date range; both flags are required.
func (d *dateRangeFlags) parse(s *Invocation) (span desk.DateRange, err error) {
	if span.From, err = dayFlag(s, "from", d.from); err != nil {
		return span, err
	}
	span.To, err = dayFlag(s, "to", d.to)
	return span, err
}

// dayFlag parses a single day: a date, today or yesterday.
func dayFlag(s *Invocation, flag, value string) (desk.Date, error) {
	if value == "" {
		return desk.Date{}, exitcode.UsageErrorf("--%s is needed: a day such as 2026-11-20, today or yesterday", flag)
	}
	parsed, err := desk.ParseDateRange(value, s.today())
	if err != nil || parsed.From != parsed.To {
		return desk.Date{}, exitcode.UsageErrorf(
			"--%s %q is not a day such as 2026-11-20, today or yesterday",
			flag,
			value,
		)
	}
	return parsed.From, nil
}

// readQueue reads the open tickets of older days that were not read within a day, unless the service was away for the
// days that were asked for before. What is not read is missing from the status of the queue, which the output names.
func readQueue(ctx context.Context, s *Invocation, records *cache.Cache, before error) {
	readQueueDays(ctx, s, records, before, func() {})
}

// readQueueDays is readQueue for a command that takes what was read of each day.
func readQueueDays(ctx context.Context, s *Invocation, records *cache.Cache, before error, onRead func()) {
	if client.IsUnanswered(before) {
		return
	}
	end := s.ShowStatus(func() string {
		q := records.Queue()
		return fmt.Sprintf("pulling open tickets: %d of %d days", q.Total-q.Unread, q.Total)
	})
	defer end()
	_ = records.ReadQueueNow(ctx, onRead)
}

// noteQueue names the days whose open tickets are not known, and why.
func noteQueue(s *Invocation, q cache.QueueStatus) {
	today := s.today()
	if missing := q.Missing(today); missing != "" && q.Err != nil {
		s.Notef("open tickets %s: %v", missing, q.Err)
	} else if missing != "" {
		s.Notef("open tickets %s", missing)
	}
	if q.Cut > 0 {
		s.Notef("open tickets: %d days are cut short", q.Cut)
	}
}
