package cache

import (
	"context"
	"slices"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
	"frontdesk/internal/wire"
)

const (
	maxSearchCalls = 4 // concurrent calls
	minPhoneDigits = 6 // digits from which a number is taken for a phone number
)

// SearchCustomersByDay pulls the matching customers created on each day, with the filter of Pull Customer that suits
// the query (PROTOCOL.md 4.4); the interface has no other search. Results are in the order of days; looked is the
// number of days searched, or with an error the number before the first failure.
func (c *Cache) SearchCustomersByDay(
	ctx context.Context,
	typed string,
	days []desk.Date,
) (found []Match, looked int, err error) {
	if c.AccountID < 1 {
		return nil, 0, noAccount
	}
	q := newLookupQuery(typed)
	answers, faults := make([][]desk.Customer, len(days)), make([]error, len(days))
	var calls guard.Group
	calls.SetLimit(maxSearchCalls)
	for i, day := range days {
		calls.Go(func() error {
			faults[i] = guard.Run(func() (err error) {
				answers[i], err = c.pullCustomers(ctx, &q, day)
				return err
			})
			return nil
		})
	}
	_ = calls.Wait()
	for i := range days {
		if faults[i] != nil {
			return found, i, faults[i]
		}
		for _, record := range answers[i] {
			isThere := slices.ContainsFunc(found, func(f Match) bool { return f.ID == record.ID })
			if s := c.customerEntry(record.ID); s != nil && !isThere {
				// The service found it, whatever the local match.
				r := q.reasonOf(&s.record, nil, nil)
				found = append(found, Match{
					ID: record.ID, Record: &s.record, Level: max(q.customer(s).level(), desk.PossibleMatch),
					By: r.field, Value: r.value, Ranges: r.ranges, LastDigits: r.lastDigits,
				})
			}
		}
	}
	return found, len(days), nil
}

// pullCustomers pulls one day in every form in which the query may be stored, and merges the results.
func (c *Cache) pullCustomers(ctx context.Context, q *lookupQuery, day desk.Date) ([]desk.Customer, error) {
	var all []desk.Customer
	for _, request := range q.pulls() {
		request.Account, request.StartDate, request.EndDate = c.AccountID, day.String(), day.String()
		asked := c.nextSeq()
		found, err := client.Call(ctx, c.Client, wire.PullCustomer, request)
		switch {
		case client.IsNotFound(err): // some accounts return this for an empty list
		case err != nil:
			return all, err
		}
		c.storeCustomers(asked, true, found)
		all = append(all, found...)
	}
	return all, nil
}

// pulls returns the requests for a query, without day and account.
func (q *lookupQuery) pulls() []wire.PullCustomerRequest {
	switch {
	case strings.Contains(q.mail, "@"):
		return []wire.PullCustomerRequest{{Email: q.raw}}
	case q.phone != 0 && len(q.phone.Digits()) >= minPhoneDigits:
		var all []wire.PullCustomerRequest
		for _, number := range phoneVariants(q.typed, q.phone) {
			all = append(all, wire.PullCustomerRequest{Phone: number})
		}
		return all
	case q.mail != "" && strings.ContainsAny(q.typed, "0123456789"):
		all := []wire.PullCustomerRequest{{CustomerCode: q.raw}}
		if upper := strings.ToUpper(q.raw); upper != q.raw {
			all = append(all, wire.PullCustomerRequest{CustomerCode: upper})
		}
		return all
	}
	return []wire.PullCustomerRequest{{Name: q.raw}}
}

// phoneVariants returns the forms in which a service may store a phone number: as typed, without leading zeros, and
// without the country code.
func phoneVariants(typed string, phone desk.Phone) []string {
	asTyped := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, typed)
	all := []string{strings.TrimPrefix(asTyped, "00"), phone.Digits()}
	if d := phone.Digits(); len(d) > 10 {
		all = append(all, d[len(d)-10:])
	}
	slices.Sort(all)
	return slices.Compact(all)
}
