package oneshot

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/internal/wire"
)

// recent are the days on which something was added whose request was sent at began; the clocks may differ.
func recent(began time.Time, s *Session) desk.Span {
	return desk.Span{From: s.Zones.Today(began.Add(-skew)), To: s.Today()}
}

// findCustomer looks for a customer whose answer was lost by the code that the caller has given: other records may
// share a phone number or an e-mail address.
func findCustomer(ctx context.Context, s *Session, c *client.Client, r wire.CustomerSave, began time.Time) findings {
	advice := findings{said: "before adding the customer again, look for it: frontdesk customer pull --from " +
		s.Zones.Today(began).String() + " --to today " + customerFilter(r)}
	code := text.CleanLine(r.Customer.Code)
	if code.IsEmpty() || s.Account < 1 {
		return advice
	}
	ctx, cancel := looking(ctx)
	defer cancel()
	var mine []desk.Customer
	cut := false // by a service that looks at no code and gives one page of all
	for _, day := range recent(began, s).Days() {
		found, err := client.Call(ctx, c, wire.PullCustomer, wire.CustomerPull{
			Account: s.Account, StartDate: day.String(), EndDate: day.String(), CustomerCode: r.Customer.Code,
		})
		if err != nil {
			return advice
		}
		cut = cut || len(found) >= wire.DefaultPage
		for i := range found {
			if found[i].Code == code && !isBefore(found[i].Created, began, s.Zones.Account()) {
				mine = append(mine, found[i])
			}
		}
	}
	switch {
	case len(mine) == 0 && !cut:
		return findings{said: "no customer of the code " + code.String() + " was added meanwhile, as of now"}
	case len(mine) == 1:
		return theSaved(s, desk.Saved{Customer: mine[0].ID, Contact: primary(&mine[0]).ID},
			fmt.Sprintf("customer %d has the code %s", mine[0].ID, code), wire.EventCustomerAdded)
	}
	return advice
}

// isBefore says whether a record was certainly there before the request was sent.
func isBefore(created desk.Stamp, began time.Time, zone *time.Location) bool {
	return !created.IsZero() && created.In(zone).Before(began.Add(-skew))
}

// findOrder looks for an order whose answer was lost by its id in the caller's own books.
func findOrder(ctx context.Context, s *Session, c *client.Client, r wire.OrderSave, began time.Time) findings {
	look := "--from " + s.Zones.Today(began).String()
	if r.Order.ERPOrderID != "" {
		look = "--erp-order " + shellWord(r.Order.ERPOrderID)
	}
	advice := findings{said: "before adding the order again, look for it: frontdesk order pull " + buyer(r) + " " + look}
	erp := text.CleanLine(r.Order.ERPOrderID)
	if erp.IsEmpty() || s.Account < 1 {
		return advice
	}
	ctx, cancel := looking(ctx)
	defer cancel()
	days := recent(began, s)
	filter := wire.OrderPull{Account: s.Account, ERPOrderID: r.Order.ERPOrderID}
	filter.GenerationStartDate, filter.GenerationEndDate = days.From.String(), days.To.String()
	page, err := client.Call(ctx, c, wire.PullOrder, filter)
	if err != nil {
		return advice
	}
	var mine []desk.Purchase
	for _, o := range page.Purchases {
		if o.ERPOrder == erp {
			mine = append(mine, o)
		}
	}
	switch {
	case len(mine) == 0 && page.Total <= len(page.Purchases) && len(page.Purchases) < wire.DefaultPage:
		return findings{said: "no order of the ERP id " + erp.String() + " was added meanwhile, as of now"}
	case len(mine) == 1:
		o := mine[0]
		return theSaved(s, desk.Saved{Order: o.ID, Customer: o.Customer, Contact: o.Contact, Enquiry: o.Enquiry},
			fmt.Sprintf("order %s has the ERP id %s", o.ID.Line(), erp), wire.EventOrderAdded)
	}
	return advice
}

// theSaved is a customer or an order that is there after all, in the shape of the answer that was lost.
func theSaved(s *Session, saved desk.Saved, said, event string) findings {
	found := findings{said: said, words: func() { s.saved(saved) }}
	if event == wire.EventCustomerAdded || event == wire.EventCustomerUpdated {
		found.record = wire.CustomerSaved{Status: wire.StatusSuccess, Message: said, Customer: wire.SavedCustomer{
			Result: true, CustomerID: saved.Customer, ContactID: saved.Contact, ActionEvent: event,
		}}
		return found
	}
	id, err := strconv.ParseInt(saved.Order.Raw(), 10, 64)
	if err != nil {
		return findings{said: said} // an id of another kind has no place in that shape
	}
	found.record = wire.OrderSaved{Status: wire.StatusSuccess, Message: said, Order: wire.SavedOrder{
		Result: true, OrderID: id, CustomerID: saved.Customer, EnquiryID: saved.Enquiry, ContactID: saved.Contact, ActionEvent: event,
	}}
	return found
}
