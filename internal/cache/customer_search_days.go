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
	maxBack   = 4 // concurrent calls
	leastCall = 6 // digits from which a number is taken for a phone number
)

// SearchCustomersByDay pulls the matching customers created on each day, with the filter of Pull Customer that suits
// the query (PROTOCOL.md 4.4); the interface has no other search. Results are in the order of days; looked is the
// number of days searched, or with an error the number before the first failure.
func (b *Cache) SearchCustomersByDay(ctx context.Context, typed string, days []desk.Date) (found []CustomerMatch, looked int, err error) {
	if b.AccountID < 1 {
		return nil, 0, noAccount
	}
	w := newWish(typed)
	answers, faults := make([][]desk.Customer, len(days)), make([]error, len(days))
	var calls guard.Group
	calls.SetLimit(maxBack)
	for i, day := range days {
		calls.Go(func() error {
			faults[i] = guard.Run(func() (err error) {
				answers[i], err = b.pullCustomers(ctx, &w, day)
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
		for _, c := range answers[i] {
			isThere := slices.ContainsFunc(found, func(f CustomerMatch) bool { return f.ID == c.ID })
			if s := b.customerSlip(c.ID); s != nil && !isThere {
				// The service found it, whatever the local match.
				found = append(found, *newFound(c.ID, s, max(w.customer(s), desk.PossibleMatch)))
			}
		}
	}
	return found, len(days), nil
}

// pullCustomers pulls one day in every form in which the query may be stored, and merges the results.
func (b *Cache) pullCustomers(ctx context.Context, w *customerQuery, day desk.Date) ([]desk.Customer, error) {
	var all []desk.Customer
	for _, request := range w.pulls() {
		request.Account, request.StartDate, request.EndDate = b.AccountID, day.String(), day.String()
		asked := b.next()
		found, err := client.Call(ctx, b.Client, wire.PullCustomer, request)
		switch {
		case IsNotFound(err): // some accounts return this for an empty list
		case err != nil:
			return all, err
		}
		b.learnCustomers(asked, true, found)
		all = append(all, found...)
	}
	return all, nil
}

// pulls returns the requests for a query, without day and account.
func (w *customerQuery) pulls() []wire.PullCustomerRequest {
	switch {
	case strings.Contains(w.mail, "@"):
		return []wire.PullCustomerRequest{{Email: w.raw}}
	case w.phone != (desk.Phone{}) && len(w.phone.Digits()) >= leastCall:
		var all []wire.PullCustomerRequest
		for _, number := range phoneVariants(w.typed, w.phone) {
			all = append(all, wire.PullCustomerRequest{Phone: number})
		}
		return all
	case w.mail != "" && strings.ContainsAny(w.typed, "0123456789"):
		all := []wire.PullCustomerRequest{{CustomerCode: w.raw}}
		if upper := strings.ToUpper(w.raw); upper != w.raw {
			all = append(all, wire.PullCustomerRequest{CustomerCode: upper})
		}
		return all
	}
	return []wire.PullCustomerRequest{{Name: w.raw}}
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
