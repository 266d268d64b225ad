package oneshot

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/wire"
)

// PullCustomers prints the customers created in a range of days, oldest first and without duplicates (PROTOCOL.md 4.4).
// Filter applies to each day; its dates and account are set by Run. Without a limit, all pages are requested.
type PullCustomers struct {
	Span   desk.DateRange
	Filter wire.PullCustomerRequest
}

// customerDay holds the results of one day.
type customerDay struct {
	requests  [][]byte // the request bodies, one per page
	customers []desk.Customer
}

// Run pulls and prints the customers. Missing or incomplete days are reported on standard error.
func (p PullCustomers) Run(ctx context.Context, s *Invocation) error {
	days, err := daysOf(p.Span)
	if err != nil {
		return err
	}
	account, err := s.account()
	if err != nil {
		return err
	}
	p.Filter.Account = account
	c, kept, err := s.client(ctx, wire.PullCustomer.OperationInfo)
	if err != nil {
		return err
	}
	came, done, found := make([]customerDay, len(days)), atomic.Int32{}, atomic.Int32{}
	end := s.show(func() string {
		return fmt.Sprintf("pulling %s: %d of %d days, %d customers", p.Span, done.Load(), len(days), found.Load())
	})
	faults := eachDay(ctx, days, func(ctx context.Context, n int) error {
		defer done.Add(1)
		return p.day(ctx, c, days[n], &came[n], &found)
	})
	end()
	return p.print(ctx, s, days, came, faults, kept)
}

// day pulls one day: all pages, or only one if the filter has a limit.
func (p PullCustomers) day(ctx context.Context, c *client.Client, day desk.Date, into *customerDay, found *atomic.Int32) error {
	req := p.Filter
	req.StartDate, req.EndDate = day.String(), day.String()
	limited := req.Limit.Valid
	if !limited {
		req.Limit = wire.NewLooseInt(wire.DefaultPageSize)
	}
	ask := func(offset int64) ([]string, error) {
		if offset > 0 {
			req.Offset = wire.NewLooseInt(offset)
		}
		body, err := wire.PullCustomer.Encode(req)
		if err != nil {
			return nil, err
		}
		page, err := client.Call(ctx, c, wire.PullCustomer, req)
		if err != nil {
			return nil, err
		}
		found.Add(int32(len(page)))
		into.requests, into.customers = append(into.requests, body), append(into.customers, page...)
		ids := make([]string, len(page))
		for i := range page {
			ids[i] = strconv.FormatInt(page[i].ID, 10)
		}
		return ids, nil
	}
	if limited {
		_, err := ask(req.Offset.Value)
		return err
	}
	return pages(req.Offset.Value, ask)
}

// print prints the customers and reports what is missing.
func (p PullCustomers) print(ctx context.Context, s *Invocation, days []desk.Date, came []customerDay, faults []error, kept *responseLog) error {
	slices.Reverse(came) // they were pulled newest first
	var lacks []dayError
	for n, err := range slices.Backward(faults) {
		if err != nil {
			lacks = append(lacks, dayError{days[n], err})
		}
	}
	got := slices.ContainsFunc(came, func(d customerDay) bool { return len(d.requests) > 0 })
	if !got && len(lacks) > 0 {
		return cmp.Or(firstCause(lacks), exitcode.ErrInterrupted)
	}
	if s.JSON {
		printRecords(s, came, kept.byRequest())
	} else {
		p.words(s, came)
	}
	reportDayErrors(s, lacks)
	switch {
	case ctx.Err() != nil:
		return exitcode.ErrInterrupted
	case len(lacks) > 0:
		return exitcode.Partialf("%d of %d days are missing or not whole", len(lacks), len(days))
	}
	return nil
}
