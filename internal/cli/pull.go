package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/guard"
	"frontdesk/internal/wire"
)

// errNotPulled is the error of a day that was skipped.
var errNotPulled = errors.New("not pulled")

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

// recordRow is a record of an answer: what is read from it, and how it came.
type recordRow[T any] struct {
	value  T
	record jsontext.Value
	day    string // for which it was pulled; empty if it was not pulled by day
}

// readRows reads the records of answers one by one, so that a table and JSON have the same ones, and leaves out those
// that hold nothing. read returns what is read from an answer with one record.
func readRows[T any](responses []response, dayMember string, read func(answer io.Reader) ([]T, error)) []recordRow[T] {
	var rows []recordRow[T]
	for _, r := range responses {
		day := ""
		if dayMember != "" {
			day = dayOfRequest(r.request, dayMember)
		}
		records, _ := r.op.RawRecords(r.answer) // the client has decoded it before
		for _, record := range records {
			found, err := read(bytes.NewReader(r.op.AnswerWith(record)))
			if err == nil && len(found) == 1 {
				rows = append(rows, recordRow[T]{found[0], record, day})
			}
		}
	}
	return rows
}

// newestRows returns one row for each id, the newest.
func newestRows[T any](rows []recordRow[T], id func(*T) string, supersedes func(now, before *T) bool) []recordRow[T] {
	return desk.Newest(rows,
		func(r *recordRow[T]) string { return id(&r.value) },
		func(now, before *recordRow[T]) bool { return supersedes(&now.value, &before.value) },
	)
}

// records returns the records of rows as they came, and values what is read from them.
func records[T any](rows []recordRow[T]) []jsontext.Value {
	all := make([]jsontext.Value, len(rows))
	for i := range rows {
		all[i] = rows[i].record
	}
	return all
}

func values[T any](rows []recordRow[T]) []T {
	all := make([]T, len(rows))
	for i := range rows {
		all[i] = rows[i].value
	}
	return all
}

// noteWithoutID says how many of what was found has no id.
func noteWithoutID[T any](s *Invocation, found []T, noun string, id func(*T) string) {
	n := 0
	for i := range found {
		if id(&found[i]) == "" {
			n++
		}
	}
	if n > 0 {
		s.Notef("%s", desk.WithoutIDNote(n, noun))
	}
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
