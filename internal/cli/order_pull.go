package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"frontdesk/internal/cli/output"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/exitcode"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

func orderPullCommand(env func(string) string) *cobra.Command {
	var req wire.PullOrderRequest
	var whole bool
	c := &cobra.Command{
		Use:   "pull --customer ID",
		Short: "Print the orders that match the filters",
		Args:  atMostWords(0),
		Long: "Print the orders that match all filters. The service requires at least one\n" +
			"filter. Flags whose help begins with \"and\" narrow the result further, but do not\n" +
			"count as that filter; nor do sorting and paging.",
	}
	flags := sectionFlags(schema.OrderFilters, &req)
	register(c, flags)
	c.Flags().SortFlags = false
	c.Flags().BoolVar(&whole, "whole", false, "print every field of each order instead of a table")
	return serviceCommand(env, c, reads, func(ctx context.Context, s *Invocation, _ []string) error {
		if err := resolve(ctx, s, c, flags); err != nil {
			return err
		}
		req.CustomerIDsRequired = req.CustomerIDs // the interface has both spellings (PROTOCOL.md 4.7)
		if !req.HasFilter() {
			return exitcode.UsageErrorf(
				"at least one filter is needed, such as --customer, --name or --from; see frontdesk order pull --help",
			)
		}
		return pullOrders{Filter: req, Whole: whole}.Run(ctx, s)
	})
}

// pullOrders prints the orders that match a filter, in the service's order and without duplicates (PROTOCOL.md 4.7).
// Without a limit, all pages are requested.
type pullOrders struct {
	Filter wire.PullOrderRequest // its account is set by Run
	Whole  bool                  // print all fields of each order instead of a table
}

// Run pulls and prints the orders. If a page fails, it prints those received so far and returns an error.
func (p pullOrders) Run(ctx context.Context, s *Invocation) error {
	account, err := s.accountID()
	if err != nil {
		return err
	}
	p.Filter.Account = account
	c, responses, err := s.client(ctx, wire.PullOrder.OperationInfo)
	if err != nil {
		return err
	}
	var orders []desk.Order
	end := s.ShowStatus(func() string { return "pulling orders" })
	total, err := p.pull(ctx, c, &orders)
	end()
	if len(orders) == 0 && err != nil {
		return err
	}
	rows := orderRows(s, responses.drain())
	if s.JSON {
		s.PrintArray(records(rows))
	} else {
		p.printTable(s, values(rows))
	}
	noteWithoutID(s, values(rows), "order", orderID)
	switch {
	case ctx.Err() != nil:
		return exitcode.ErrInterrupted
	case err != nil && total > 0:
		return exitcode.Partialf("after %d of %d orders: %v", len(orders), total, err)
	case err != nil:
		return exitcode.Partialf("after %d orders: %v", len(orders), err)
	}
	return nil
}

// pull requests all pages, or only one if the filter has a limit. total is the number of orders that the service
// reports, -1 if it reports none.
func (p pullOrders) pull(ctx context.Context, c *client.Client, orders *[]desk.Order) (total int, err error) {
	req, limited := p.Filter, p.Filter.Limit != ""
	if !limited {
		req.Limit = strconv.Itoa(wire.DefaultPageSize)
	}
	total = -1
	offset, _ := strconv.ParseInt(p.Filter.Offset, 10, 64) // an empty offset is 0
	err = pages(offset, limited, func(offset int64) ([]string, error) {
		if offset > 0 {
			req.Offset = strconv.FormatInt(offset, 10)
		}
		page, err := client.Call(ctx, c, wire.PullOrder, req)
		if err != nil {
			return nil, err
		}
		total = page.Total
		*orders = append(*orders, page.Orders...)
		ids := make([]string, len(page.Orders))
		for i := range page.Orders {
			ids[i] = page.Orders[i].ID.Raw()
		}
		return ids, nil
	})
	return total, err
}

// orderRows returns the newest row of each order, of all pages.
func orderRows(s *Invocation, responses []response) []recordRow[desk.Order] {
	rows := readRows(responses, "", func(answer io.Reader) ([]desk.Order, error) {
		page, err := wire.PullOrder.Decode(answer, wire.DecodeOptions{Zone: s.zones().Account()})
		return page.Orders, err
	})
	return newestRows(rows, orderID, (*desk.Order).Supersedes)
}

func orderID(o *desk.Order) string { return o.ID.Raw() }

// printTable prints orders as a table, or with all their fields if none has an id.
func (p pullOrders) printTable(s *Invocation, all []desk.Order) {
	switch hasID := func(o desk.Order) bool { return !o.ID.IsZero() }; {
	case len(all) == 0:
		s.Notef("no such orders")
	case !p.Whole && slices.ContainsFunc(all, hasID):
		output.Table(&s.Printer, orderColumns, all)
	default:
		for n := range all {
			s.printOrder(n, &all[n])
		}
	}
}

// orderColumns are the columns of an order table. The last holds the customer's id and name, which may be long.
var orderColumns = []output.Column[desk.Order]{
	{Head: wire.Label("order", "order_id"), Cell: func(o *desk.Order) string { return o.ID.Display().String() }},
	{Head: wire.Label("order", "create_date"), Cell: func(o *desk.Order) string { return o.Created.String() }},
	{Head: wire.Label("order", "delivery_status"), Cell: func(o *desk.Order) string { return o.Delivery.String() }},
	{Head: wire.Label("order", "erp_order_id"), Cell: func(o *desk.Order) string { return o.ERPOrder.String() }},
	{Head: wire.Label("order", "invoice_no"), Cell: func(o *desk.Order) string { return o.Invoice.String() }, Optional: true},
	{Head: wire.Label("order", "payment_mode"), Cell: func(o *desk.Order) string { return o.Payment.String() }, Optional: true},
	{Head: wire.Label("order", "ticket_id"), Cell: func(o *desk.Order) string { return o.Ticket.Display().String() }, Optional: true},
	{Head: "Customer", Cell: func(o *desk.Order) string {
		return strings.TrimSpace(fmt.Sprint(formatID(o.Customer), output.Gap, o.CustomerName))
	}},
}

// printOrder prints all fields of an order.
func (s *Invocation) printOrder(nth int, o *desk.Order) {
	if nth > 0 {
		s.Line()
	}
	if !o.ID.IsZero() {
		s.Line(s.Paint(output.Strong, strings.TrimSpace(o.ID.Display().String()+output.Gap+o.CustomerName.String())))
	}
	s.printFields("", o.Fields)
	s.printGroups(o.Groups)
}
