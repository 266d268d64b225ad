package call

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/schema"
	"frontdesk/ui/backend"
	"frontdesk/ui/pane"
	"frontdesk/ui/widget"
)

// orders is the caller's orders.
type orders struct {
	page  pane.Remote[int64, backend.Orders]
	list  widget.ListWindow
	drawn []int // the order in each line below the title, as drawn last; -1 for none
}

func (p *Pane) loadOrders(again bool) tea.Cmd {
	p.orders.page.Start(p.caller.id)
	return p.cmds.LoadOrders(&p.loads.orders, p.caller.id, again)
}

// loadOrdersAgain loads orders again that could not be loaded, with the customer if that failed before; nil if there is
// no use in it.
func (p *Pane) loadOrdersAgain() tea.Cmd {
	if p.caller.hasFailed() {
		return p.loadCaller(true)
	}
	if o := &p.orders.page; p.caller.id == 0 || o.Err == nil || backend.IsNotConfigured(o.Err) {
		return nil
	}
	return p.loadOrders(true)
}

// productOf returns what was bought and for how much, as far as members of the order say so; else what its blocks and
// the members say that the interface does not name. Nothing is read out of remarks.
func productOf(o *desk.Order) (bought, price string) {
	if sum := pane.SummarizeOrder(o); sum.Title() != "" || sum.Price() != "" {
		return sum.Title(), sum.Price()
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
	return strings.Join(said, " · "), ""
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
