package call

import (
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/schema"
	"frontdesk/ui/backend"
	"frontdesk/ui/pane"
	"frontdesk/ui/widget"
)

// orders is the caller's orders.
type orders struct {
	page   remote[desk.OrderPage]
	sorted bool // the newest first
	list   widget.ListWindow
}

func (p *Pane) onOrders(msg backend.CallerOrdersMsg) {
	if msg.Seq != p.seq {
		return
	}
	p.orders.page.take(msg.Page, !msg.At.IsZero(), msg.At, msg.Err)
	if p.orders.page.Has {
		p.orders.sorted = msg.Sorted
	}
	p.orders.list.SetCount(len(p.orders.page.Value.Orders))
}

// productOf returns what was bought and for how much, as far as members of the order say so; else what its blocks and
// the members say that the interface does not name. Nothing is read out of remarks.
func productOf(o *desk.Order) string {
	sum := pane.SummarizeOrder(o)
	if bought := joined(sum.Title(), sum.Price()); bought != "" {
		return bought
	}
	var said []string
	for _, f := range o.Fields {
		if !isOrderMember(f.Member) {
			said = append(said, f.Label.String()+" "+f.Value.Line().String())
		}
	}
	for _, g := range o.Groups {
		for _, row := range g.Rows {
			for _, f := range row {
				said = append(said, f.Label.String()+" "+f.Value.Line().String())
			}
		}
	}
	return strings.Join(said, " · ")
}

// recordMembers are the members of an order record besides those of order_info.
var recordMembers = []string{
	"order_id", "customer_id", "enquiry_id", "contact_id", "customer_name", "update", "encryptOrder", "associate_fields",
}

// isOrderMember reports whether the interface names a member of orders.
func isOrderMember(member string) bool {
	return slices.Contains(recordMembers, member) ||
		slices.ContainsFunc(schema.Order.Fields, func(f schema.Field) bool { return f.Key == member })
}
