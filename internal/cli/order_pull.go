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
	"frontdesk/internal/record"
	"frontdesk/internal/schema"
	"frontdesk/internal/wire"
)

func orderPullCommand(env func(string) string) *cobra.Command {
	var req wire.PullOrderRequest
	var whole bool
	c := &cobra.Command{
		Use:   "pull --customer ID",
		Short: "Print the orders that match the filters",
		Args:  atMostWords(0), Annotations: prints(record.Order),
		Long: "Print the orders that match all filters. The service requires at least one\n" +
			"filter. Flags whose help begins with \"and\" narrow the result further, but do not\n" +
			"count as that filter; nor do sorting and paging.",
	}
	flags := objectFlags(schema.OrderFilters, &req)
	register(c, flags)
	c.Flags().SortFlags = false
	c.Flags().BoolVar(&whole, "whole", false, "print every field of each order instead of a table")
	return serviceCommand(env, c, reads, func(ctx context.Context, s *Invocation, _ []string) error {
		if err := resolve(ctx, s, c, flags); err != nil {
			return err
		}
		req.Set("customer_Ids", req.Text("customerIds")) // the interface has both spellings (PROTOCOL.md 4.7)
		if !wire.HasFilter(req) {
			return exitcode.UsageErrorf(
				"at least one filter is needed, such as --customer, --name or --from; see frontdesk order pull --help",
			)
		}
		account, err := s.accountID()
		if err != nil {
			return err
		}
		req.Set("cmId", account)
		p := pullOrders(req)
		p.print = func(all []desk.Order) { printOrders(s, whole, all) }
		return p.run(ctx, s)
	})
}

// pullOrders is a pull of the orders that match a filter, in the service's order (PROTOCOL.md 4.7).
func pullOrders(filter wire.PullOrderRequest) pull[desk.Order] {
	p := pull[desk.Order]{
		kind: &orderKind, op: wire.PullOrder.OperationInfo, isLimited: filter.Text("limit") != "",
	}
	p.offset, _ = strconv.ParseInt(filter.Text("offset"), 10, 64) // an empty offset is 0
	if !p.isLimited {
		filter.Set("limit", strconv.Itoa(wire.DefaultPageSize))
	}
	p.page = func(ctx context.Context, c *client.Client, _ desk.Date, offset int64) ([]desk.Order, int, error) {
		r := filter
		if offset > 0 {
			r = filter.With("offset", strconv.FormatInt(offset, 10))
		}
		page, err := client.Call(ctx, c, wire.PullOrder, r)
		return page.Orders, page.Total, err
	}
	return p
}

// orderKind is orders.
var orderKind = kind[desk.Order]{
	noun:   "order",
	record: record.OfOrder,
	read: func(answer io.Reader, o wire.DecodeOptions) ([]desk.Order, error) {
		page, err := wire.PullOrder.Decode(answer, o)
		return page.Orders, err
	},
	id:         func(o *desk.Order) string { return o.ID.Raw() },
	supersedes: (*desk.Order).Supersedes,
}

// printOrders prints orders as a table, or with all their fields if that is wanted or none has an id.
func printOrders(s *Invocation, whole bool, all []desk.Order) {
	if !whole && slices.ContainsFunc(all, func(o desk.Order) bool { return !o.ID.IsZero() }) {
		output.Table(&s.Printer, orderColumns, all)
		return
	}
	for n := range all {
		s.printOrder(n, &all[n])
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
