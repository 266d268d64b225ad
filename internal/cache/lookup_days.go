package cache

import (
	"context"
	"slices"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// maxFoundOfADay is how many records are pulled of one day; a query that finds more is not narrow enough.
const maxFoundOfADay = 500

// DaysFound is what a search through days has found.
type DaysFound struct {
	Found    []Match     // in the order of the days
	Searched int         // number of days searched, before the first that failed
	Cut      []desk.Date // those of which the service has more than was pulled
	Unnamed  int         // customers without an id, which cannot be opened
	Err      error       // why the next day could not be searched
}

// SearchCustomersByDay pulls the matching customers created on each day, with the filter of Pull Customer that suits
// the query (PROTOCOL.md 4.4), and merges them into the cache; the interface has no other search.
func (c *Cache) SearchCustomersByDay(ctx context.Context, typed string, days []desk.Date) DaysFound {
	if c.AccountID < 1 {
		return DaysFound{Err: noAccount}
	}
	q := newLookupQuery(typed)
	answers := make([]customersOfDay, len(days))
	faults := inTurns(len(days), func(i int) (err error) {
		answers[i], err = c.pullCustomers(ctx, &q, days[i])
		return err
	})
	var all DaysFound
	for i, day := range days {
		if all.Err = faults[i]; all.Err != nil {
			return all
		}
		all.Searched++
		all.Unnamed += answers[i].unnamed
		if answers[i].isCut {
			all.Cut = append(all.Cut, day)
		}
		for _, id := range answers[i].ids {
			isThere := slices.ContainsFunc(all.Found, func(f Match) bool { return f.ID == id })
			if s := c.knownCustomer(id).entry; s != nil && !isThere {
				all.Found = append(all.Found, q.answered(s))
			}
		}
	}
	return all
}

// answered returns the match of a customer whom the service has found, whatever is seen of what was typed.
func (q *lookupQuery) answered(s *customerEntry) Match {
	f := Match{ID: s.record.ID, Record: &s.record, Level: max(q.record(s.fields).level(), desk.PossibleMatch)}
	q.explain(&f, s.fields)
	return f
}

// customersOfDay is what the service has found of one day.
type customersOfDay struct {
	ids     []int64
	unnamed int  // without an id; the most of one request, because several forms of a number find the same ones
	isCut   bool // it has more
}

// pullCustomers pulls one day in every form in which the query may be stored, and merges the results.
func (c *Cache) pullCustomers(ctx context.Context, q *lookupQuery, day desk.Date) (customersOfDay, error) {
	var all customersOfDay
	for _, request := range q.pulls() {
		request.Set("cm_id", c.AccountID)
		request.Set("createStartDate", day.String())
		request.Set("createEndDate", day.String())
		if err := c.pullPages(ctx, request, &all); err != nil {
			return all, err
		}
	}
	return all, nil
}

// pullPages pulls customers page by page.
func (c *Cache) pullPages(ctx context.Context, request wire.PullCustomerRequest, all *customersOfDay) error {
	unnamed, offset := 0, 0
	defer func() { all.unnamed = max(all.unnamed, unnamed) }()
	for {
		asked := c.nextSeq()
		page, err := client.Call(ctx, c.Client, wire.PullCustomer, request)
		switch {
		case client.IsNotFound(err): // some accounts return this for an empty list
		case err != nil:
			return err
		}
		c.storeCustomers(asked, true, page)
		before := len(all.ids)
		for i := range page {
			if page[i].ID == 0 {
				unnamed++
				continue
			}
			if id := page[i].ID; !slices.Contains(all.ids, id) {
				all.ids = append(all.ids, id)
			}
		}
		switch {
		case len(page) < wire.DefaultPageSize:
			return nil
		case len(all.ids) == before && offset == 0:
			return nil // another form of the number found the same
		case len(all.ids) == before, len(all.ids) >= maxFoundOfADay: // the first is a service without offsets
			all.isCut = true
			return nil
		}
		offset += wire.DefaultPageSize
		request.Set("offset", offset)
	}
}

// SoughtBy returns the field by which the service is asked for what was typed: its phone, e-mail, code or name.
func SoughtBy(typed string) MatchField {
	q := newLookupQuery(typed)
	return q.soughtBy()
}

func (q *lookupQuery) soughtBy() MatchField {
	switch {
	case strings.Contains(q.mail, "@"):
		return ByEmail
	case q.phone.IsWhole():
		return ByPhone
	case len(q.words) == 1 && q.isNumbered:
		return ByCode
	}
	return ByName
}

// pulls returns the requests for a query, without day and account.
func (q *lookupQuery) pulls() []wire.PullCustomerRequest {
	switch q.soughtBy() {
	case ByEmail:
		return []wire.PullCustomerRequest{{"email": q.raw}}
	case ByPhone:
		var all []wire.PullCustomerRequest
		for _, number := range phoneVariants(q.digits, q.phone) {
			all = append(all, wire.PullCustomerRequest{"phone": number})
		}
		return all
	case ByCode:
		all := []wire.PullCustomerRequest{{"customerCode": q.raw}}
		if upper := strings.ToUpper(q.raw); upper != q.raw {
			all = append(all, wire.PullCustomerRequest{"customerCode": upper})
		}
		return all
	}
	return []wire.PullCustomerRequest{{"name": q.raw}}
}

// phoneVariants returns the forms in which a service may store a phone number: as typed, without leading zeros, and
// without the country code.
func phoneVariants(digits string, phone desk.Phone) []string {
	all := []string{strings.TrimPrefix(digits, "00"), phone.Digits()}
	if d := phone.Digits(); len(d) > 10 {
		all = append(all, d[len(d)-10:])
	}
	slices.Sort(all)
	return slices.Compact(all)
}
