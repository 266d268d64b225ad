package oneshot

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// searchWindow returns the days on which a record sent at began may have been created, allowing for clock skew.
func searchWindow(began time.Time, s *Invocation) desk.DateRange {
	return desk.DateRange{From: s.Zones.Today(began.Add(-submit.Skew)), To: s.Today()}
}

// coded returns the customers created since a time that have a code. isWhole reports whether the result is complete: a
// service that ignores the code filter returns one page of all customers.
func coded(ctx context.Context, s *Invocation, c *client.Client, typed string, since time.Time) (found []desk.Customer, isWhole bool, err error) {
	code := safetext.LineFromHTML(typed)
	isWhole = true
	for _, day := range searchWindow(since, s).Days() {
		some, err := client.Call(ctx, c, wire.PullCustomer, wire.PullCustomerRequest{
			Account: s.Account, StartDate: day.String(), EndDate: day.String(), CustomerCode: typed,
		})
		if err != nil {
			return found, false, err
		}
		isWhole = isWhole && len(some) < wire.DefaultPageSize
		for i := range some {
			if some[i].Code == code && !isBefore(some[i].Created, since, s.Zones.Account()) {
				found = append(found, some[i])
			}
		}
	}
	return found, isWhole, nil
}

// customersBefore looks for existing customers with the code of the one to be added.
func customersBefore(ctx context.Context, s *Invocation, c *client.Client, r wire.SaveCustomerRequest) (submit.Prior, error) {
	if safetext.LineFromHTML(r.Customer.Code).IsEmpty() || s.Account < 1 {
		return submit.Prior{}, nil
	}
	found, isWhole, err := coded(ctx, s, c, r.Customer.Code, s.Now())
	return submit.Prior{IsKnown: err == nil && isWhole, IDs: customerIDs(found)}, away(err)
}

func customerIDs(all []desk.Customer) []string {
	ids := make([]string, len(all))
	for i := range all {
		ids[i] = strconv.FormatInt(all[i].ID, 10)
	}
	return ids
}

// verifyCustomerAdd looks for an added customer by the code in the request. Phone numbers and e-mail addresses are not
// unique.
func verifyCustomerAdd(ctx context.Context, s *Invocation, c *client.Client, r wire.SaveCustomerRequest, left departed) findings {
	advice := findings{said: "before adding the customer again, look for it: frontdesk customer pull --from " +
		s.Zones.Today(left.at).String() + " --to today " + customerFilter(r)}
	code := safetext.LineFromHTML(r.Customer.Code)
	if code.IsEmpty() || s.Account < 1 {
		return advice
	}
	ctx, cancel := verifyContext(ctx)
	defer cancel()
	found, isWhole, err := coded(ctx, s, c, r.Customer.Code, left.at)
	if err != nil {
		return advice
	}
	switch verdict, fresh := submit.Added(left.prior, customerIDs(found), true); {
	case verdict == submit.Absent && isWhole:
		return findings{said: "no customer of the code " + code.String() + " was added meanwhile, as of now"}
	case verdict == submit.NotLooked:
		return findings{said: notLooked("customer", fresh, "the code "+code.String()) + "; " + advice.said}
	case verdict == submit.Confirmed:
		at := slices.IndexFunc(found, func(f desk.Customer) bool { return strconv.FormatInt(f.ID, 10) == fresh[0] })
		if found[at].Name != safetext.LineFromHTML(r.Customer.Name) {
			return findings{said: fmt.Sprintf("customer %s has the code %s, but another name; %s", fresh[0], code, advice.said)}
		}
		return confirmedSave(s, desk.SaveResult{Customer: found[at].ID, Contact: primary(&found[at]).ID},
			fmt.Sprintf("customer %d has the code %s", found[at].ID, code), wire.EventCustomerAdded)
	}
	return advice
}

// notLooked describes records that match but may have existed before the request.
func notLooked(noun string, ids []string, mark string) string {
	return fmt.Sprintf("%s %s has %s, but may have been there before: that could not be looked at", noun, safetext.LineFromText(strings.Join(ids, ", ")), mark)
}

// isBefore reports whether a record was created before the request was sent, allowing for clock skew.
func isBefore(created desk.UnixTime, began time.Time, zone *time.Location) bool {
	return !created.IsZero() && created.In(zone).Before(began.Add(-submit.Skew))
}

// numberedOrders returns the orders created since a time that have an ERP id. isWhole reports whether the result is
// complete.
func numberedOrders(ctx context.Context, s *Invocation, c *client.Client, typed string, since time.Time) (found []desk.Order, isWhole bool, err error) {
	days := searchWindow(since, s)
	filter := wire.PullOrderRequest{Account: s.Account, ERPOrderID: typed}
	filter.GenerationStartDate, filter.GenerationEndDate = days.From.String(), days.To.String()
	page, err := client.Call(ctx, c, wire.PullOrder, filter)
	if err != nil {
		return nil, false, err
	}
	for _, o := range page.Orders {
		if o.ERPOrder == safetext.LineFromHTML(typed) {
			found = append(found, o)
		}
	}
	return found, page.Total <= len(page.Orders) && len(page.Orders) < wire.DefaultPageSize, nil
}

// ordersBefore looks for existing orders with the ERP id of the one to be added.
func ordersBefore(ctx context.Context, s *Invocation, c *client.Client, r wire.SaveOrderRequest) (submit.Prior, error) {
	if safetext.LineFromHTML(r.Order.ERPOrderID).IsEmpty() || s.Account < 1 {
		return submit.Prior{}, nil
	}
	found, isWhole, err := numberedOrders(ctx, s, c, r.Order.ERPOrderID, s.Now())
	return submit.Prior{IsKnown: err == nil && isWhole, IDs: orderIDs(found)}, away(err)
}

func orderIDs(all []desk.Order) []string {
	ids := make([]string, len(all))
	for i := range all {
		ids[i] = all[i].ID.Raw()
	}
	return ids
}

// verifyOrderAdd looks for an added order by its ERP id.
func verifyOrderAdd(ctx context.Context, s *Invocation, c *client.Client, r wire.SaveOrderRequest, left departed) findings {
	look := "--from " + s.Zones.Today(left.at).String()
	if r.Order.ERPOrderID != "" {
		look = "--erp-order " + shellWord(r.Order.ERPOrderID)
	}
	advice := findings{said: "before adding the order again, look for it: frontdesk order pull " + customerFlag(r) + " " + look}
	erp := safetext.LineFromHTML(r.Order.ERPOrderID)
	if erp.IsEmpty() || s.Account < 1 {
		return advice
	}
	ctx, cancel := verifyContext(ctx)
	defer cancel()
	found, isWhole, err := numberedOrders(ctx, s, c, r.Order.ERPOrderID, left.at)
	if err != nil {
		return advice
	}
	switch verdict, fresh := submit.Added(left.prior, orderIDs(found), true); {
	case verdict == submit.Absent && isWhole:
		return findings{said: "no order of the ERP id " + erp.String() + " was added meanwhile, as of now"}
	case verdict == submit.NotLooked:
		return findings{said: notLooked("order", fresh, "the ERP id "+erp.String()) + "; " + advice.said}
	case verdict == submit.Confirmed:
		o := found[slices.IndexFunc(found, func(o desk.Order) bool { return o.ID.Raw() == fresh[0] })]
		if !wire.AllApplied(wire.EditableOrder(&o), orderOnly(r.Values())) {
			return findings{said: fmt.Sprintf("order %s has the ERP id %s, but not all that was sent; %s", o.ID.Display(), erp, advice.said)}
		}
		return confirmedSave(s, desk.SaveResult{Order: o.ID, Customer: o.Customer, Contact: o.Contact, Enquiry: o.Enquiry},
			fmt.Sprintf("order %s has the ERP id %s", o.ID.Display(), erp), wire.EventOrderAdded)
	}
	return advice
}

// orderOnly removes the values that an order record does not contain.
func orderOnly(asked wire.Values) wire.Values {
	maps.DeleteFunc(asked, func(path, _ string) bool { return !strings.HasPrefix(path, "order_info.") })
	return asked
}

// confirmedSave returns findings for a confirmed write to a customer or an order, with a record in the shape of the
// lost response.
func confirmedSave(s *Invocation, saved desk.SaveResult, said, event string) findings {
	found := findings{said: said, words: func() { s.saved(saved) }}
	if event == wire.EventCustomerAdded || event == wire.EventCustomerUpdated {
		found.record = wire.SaveCustomerResponse{Status: wire.StatusSuccess, Message: said, Customer: wire.SavedCustomer{
			Result: true, CustomerID: saved.Customer, ContactID: saved.Contact, ActionEvent: event,
		}}
		return found
	}
	id, err := strconv.ParseInt(saved.Order.Raw(), 10, 64)
	if err != nil {
		return findings{said: said} // the response has no place for an id that is not a number
	}
	found.record = wire.SaveOrderResponse{Status: wire.StatusSuccess, Message: said, Order: wire.SavedOrder{
		Result: true, OrderID: id, CustomerID: saved.Customer, EnquiryID: saved.Enquiry, ContactID: saved.Contact, ActionEvent: event,
	}}
	return found
}
