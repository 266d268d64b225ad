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
	maxBack   = 4 // days that are asked for at a time
	leastCall = 6 // digits from which a number is taken for a phone's
)

// SearchCustomersByDay asks days for the customers made on them who fit what was typed, with the filter of Pull Customer that suits
// it (PROTOCOL.md 4.4): the interface has no other way to find somebody of whom only that is known. Days come
// newest first; looked is how many of them are done with, which with an error is those before the first that failed.
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
				found = append(found, *newFound(c.ID, s, max(w.customer(s), desk.PossibleMatch))) // the service found it, however it compares
			}
		}
	}
	return found, len(days), nil
}

// pullCustomers asks one day, in every way in which what was typed may be stored, and takes the answers over.
func (b *Cache) pullCustomers(ctx context.Context, w *customerQuery, day desk.Date) ([]desk.Customer, error) {
	var all []desk.Customer
	for _, request := range w.pulls() {
		request.Account, request.StartDate, request.EndDate = b.AccountID, day.String(), day.String()
		asked := b.next()
		found, err := client.Call(ctx, b.Client, wire.PullCustomer, request)
		switch {
		case IsNotFound(err): // some refuse where there is nothing to list
		case err != nil:
			return all, err
		}
		b.learnCustomers(asked, true, found)
		all = append(all, found...)
	}
	return all, nil
}

// pulls are the requests that look for a wish, but for day and account.
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

// phoneVariants are the ways in which a service may hold a phone number: as it is typed, without the zeros before it, and
// without its country code.
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
