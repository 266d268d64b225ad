package oneshot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// PullOrders prints the orders that match a filter, in the service's order, each once (PROTOCOL.md 4.7).
// Without a limit all pages are asked for.
type PullOrders struct {
	Filter wire.OrderPull // its account is filled in
	Whole  bool           // all that is known of each order instead of a table
}

// Run pulls and prints; what is missing after a page that failed is named on standard error.
func (p PullOrders) Run(ctx context.Context, s *Session) error {
	account, err := s.account()
	if err != nil {
		return err
	}
	p.Filter.Account = account
	c, kept, err := s.client(ctx, wire.PullOrder.Info)
	if err != nil {
		return err
	}
	var came []desk.Purchase
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
		return &Failure{Interrupted, errors.New("interrupted")}
	case err != nil && total > 0:
		return partial("after %d of %d orders: %v", len(came), total, err)
	case err != nil:
		return partial("after %d orders: %v", len(came), err)
	}
	return nil
}

// pull asks for page after page unless a limit was asked for; total is what the service says there is, -1 when it does not.
func (p PullOrders) pull(ctx context.Context, c *client.Client, came *[]desk.Purchase) (total int, err error) {
	req, limited := p.Filter, p.Filter.Limit != ""
	if !limited {
		req.Limit = strconv.Itoa(wire.DefaultPage)
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
		*came = append(*came, page.Purchases...)
		ids := make([]string, len(page.Purchases))
		for i := range page.Purchases {
			ids[i] = page.Purchases[i].ID.Raw()
		}
		return ids, nil
	}
	offset, _ := strconv.ParseInt(p.Filter.Offset, 10, 64) // none is 0
	if limited {
		_, err = ask(offset)
		return total, err
	}
	return total, pages(offset, ask)
}

// orderRecords prints the records of all pages as they came, each order once.
func orderRecords(s *Session, kept *answers, came int) {
	out, seen := list{screen: &s.Screen}, map[string]bool{}
	var records []jsontext.Value
	for _, h := range kept.take() {
		some, _ := h.op.Verbatim(h.answer) // the client has read it before
		if len(some) == 0 && came > 0 {
			some, _ = wire.Info{}.Verbatim(h.answer) // the interface does not show the answer: some hold orders elsewhere
		}
		records = append(records, some...)
	}
	for _, record := range records {
		id := wire.Text(wire.Member(record, "order_id"))
		if id == "" || !seen[id] {
			out.add(record)
		}
		seen[id] = true
	}
	out.end()
}

// words prints orders as a table; accounts whose orders have no id get all that is known of them.
func (p PullOrders) words(s *Session, came []desk.Purchase) {
	var all []desk.Purchase
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
		s.Note("no such orders")
	case named && !p.Whole:
		table(&s.Screen, orderColumns, all)
	default:
		for n := range all {
			s.order(n, &all[n])
		}
	}
}

// orderColumns are what a list says of an order; the customer's name is last, since it may be long.
var orderColumns = []column[desk.Purchase]{
	{head: "Order", cell: func(o *desk.Purchase) string { return o.ID.Line().String() }},
	{head: "Created", cell: func(o *desk.Purchase) string { return o.Created.String() }},
	{head: "Delivery", cell: func(o *desk.Purchase) string { return o.Delivery.String() }},
	{head: "ERP order", cell: func(o *desk.Purchase) string { return o.ERPOrder.String() }},
	{head: "Invoice", cell: func(o *desk.Purchase) string { return o.Invoice.String() }, spare: true},
	{head: "Payment", cell: func(o *desk.Purchase) string { return o.Payment.String() }, spare: true},
	{head: "Ticket", cell: func(o *desk.Purchase) string { return o.Ticket.Line().String() }, spare: true},
	{head: "Customer", cell: func(o *desk.Purchase) string {
		return strings.TrimSpace(fmt.Sprint(number(o.Customer), gap, o.CustomerName))
	}},
}

// order prints a whole order for people.
func (s *Session) order(nth int, o *desk.Purchase) {
	if nth > 0 {
		s.line()
	}
	if !o.ID.IsZero() {
		s.line(s.paint(strong, strings.TrimSpace(o.ID.Line().String()+gap+o.CustomerName.String())))
	}
	s.sheet("", o.Fields)
	s.groups(o.Groups)
}
