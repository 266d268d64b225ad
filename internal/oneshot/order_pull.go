package oneshot

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/wire"
)

// PullOrders prints the orders that match a filter, in the service's order and without duplicates (PROTOCOL.md 4.7).
// Without a limit, all pages are requested.
type PullOrders struct {
	Filter wire.PullOrderRequest // its account is set by Run
	Whole  bool                  // print all fields of each order instead of a table
}

// Run pulls and prints the orders. If a page fails, it prints those received so far and returns an error.
func (p PullOrders) Run(ctx context.Context, s *Invocation) error {
	account, err := s.account()
	if err != nil {
		return err
	}
	p.Filter.Account = account
	c, kept, err := s.client(ctx, wire.PullOrder.OperationInfo)
	if err != nil {
		return err
	}
	var came []desk.Order
	end := s.show(func() string { return "pulling orders" })
	total, err := p.pull(ctx, c, &came)
	end()
	if len(came) == 0 && err != nil {
		return err
	}
	if s.JSON {
		orderRecords(s, kept, len(came))
	} else {
		p.words(s, came)
	}
	switch {
	case ctx.Err() != nil:
		return exitcode.ErrInterrupted
	case err != nil && total > 0:
		return exitcode.Partialf("after %d of %d orders: %v", len(came), total, err)
	case err != nil:
		return exitcode.Partialf("after %d orders: %v", len(came), err)
	}
	return nil
}

// pull requests all pages, or only one if the filter has a limit. total is the number of orders that the service
// reports, -1 if it reports none.
func (p PullOrders) pull(ctx context.Context, c *client.Client, came *[]desk.Order) (total int, err error) {
	req, limited := p.Filter, p.Filter.Limit != ""
	if !limited {
		req.Limit = strconv.Itoa(wire.DefaultPageSize)
	}
	total = -1
	ask := func(offset int64) ([]string, error) {
		if offset > 0 {
			req.Offset = strconv.FormatInt(offset, 10)
		}
		page, err := client.Call(ctx, c, wire.PullOrder, req)
		if err != nil {
			return nil, err
		}
		total = page.Total
		*came = append(*came, page.Orders...)
		ids := make([]string, len(page.Orders))
		for i := range page.Orders {
			ids[i] = page.Orders[i].ID.Raw()
		}
		return ids, nil
	}
	offset, _ := strconv.ParseInt(p.Filter.Offset, 10, 64) // an empty offset is 0
	if limited {
		_, err = ask(offset)
		return total, err
	}
	return total, pages(offset, ask)
}

// orderRecords prints the raw records of all pages without duplicates.
func orderRecords(s *Invocation, kept *responseLog, came int) {
	out, seen := list{screen: &s.Printer}, map[string]bool{}
	var records []jsontext.Value
	for _, h := range kept.drain() {
		some, _ := h.op.RawRecords(h.answer) // the client has decoded it before
		if len(some) == 0 && came > 0 {
			some, _ = wire.OperationInfo{}.RawRecords(h.answer) // the response is not defined: some nest orders elsewhere
		}
		records = append(records, some...)
	}
	for _, record := range records {
		id := wire.RawText(wire.RawMember(record, "order_id"))
		if id == "" || !seen[id] {
			out.add(record)
		}
		seen[id] = true
	}
	out.end()
}

// words prints orders as a table, or with all their fields if none has an id.
func (p PullOrders) words(s *Invocation, came []desk.Order) {
	var all []desk.Order
	seen, named := map[string]bool{}, false
	for _, o := range came {
		id := o.ID.Raw()
		if id == "" || !seen[id] {
			all = append(all, o)
		}
		seen[id], named = true, named || id != ""
	}
	switch {
	case len(all) == 0:
		s.Notef("no such orders")
	case named && !p.Whole:
		table(&s.Printer, orderColumns, all)
	default:
		for n := range all {
			s.order(n, &all[n])
		}
	}
}

// orderColumns are the columns of an order table; the customer's name is last because it may be long.
var orderColumns = []column[desk.Order]{
	{head: "Order", cell: func(o *desk.Order) string { return o.ID.Display().String() }},
	{head: "Created", cell: func(o *desk.Order) string { return o.Created.String() }},
	{head: "Delivery", cell: func(o *desk.Order) string { return o.Delivery.String() }},
	{head: "ERP order", cell: func(o *desk.Order) string { return o.ERPOrder.String() }},
	{head: "Invoice", cell: func(o *desk.Order) string { return o.Invoice.String() }, optional: true},
	{head: "Payment", cell: func(o *desk.Order) string { return o.Payment.String() }, optional: true},
	{head: "Ticket", cell: func(o *desk.Order) string { return o.Ticket.Display().String() }, optional: true},
	{head: "Customer", cell: func(o *desk.Order) string {
		return strings.TrimSpace(fmt.Sprint(number(o.Customer), gap, o.CustomerName))
	}},
}

// order prints all fields of an order.
func (s *Invocation) order(nth int, o *desk.Order) {
	if nth > 0 {
		s.line()
	}
	if !o.ID.IsZero() {
		s.line(s.paint(strong, strings.TrimSpace(o.ID.Display().String()+gap+o.CustomerName.String())))
	}
	s.printFields("", o.Fields)
	s.groups(o.Groups)
}
