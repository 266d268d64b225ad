package pane

import (
	"frontdesk/internal/desk"
)

// selectedLine is what the cursor stands on.
func (p *Customer) selectedLine() lineTarget {
	if p.at < 0 || p.at >= len(p.lines) {
		return lineTarget{}
	}
	return p.lines[p.at].opens
}

// Ticket is the ticket under the cursor; none when it stands elsewhere.
func (p *Customer) Ticket() desk.ID { return p.selectedLine().ticket }

// TicketKeys are the customer's tickets that are known here, in the order in which they are shown.
func (p *Customer) TicketKeys() []desk.ID {
	keys := make([]desk.ID, len(p.tickets.Value))
	for i := range keys {
		keys[i] = p.tickets.Value[i].ID
	}
	return keys
}

// Order is the order under the cursor; nil when it stands elsewhere.
func (p *Customer) Order() *desk.Order {
	n := p.selectedLine().order
	if n < 1 || n > len(p.orders.Value.Orders) {
		return nil
	}
	return &p.orders.Value.Orders[n-1]
}

// ToggleOrder shows all of the order under the cursor, or its first line alone.
func (p *Customer) ToggleOrder() {
	if n := p.selectedLine().order; n > 0 {
		p.open[n] = !p.open[n]
		p.redraw()
	}
}

// step goes to the next or previous line that can be opened when it is in sight, and scrolls by a line when not.
func (p *Customer) step(by int) {
	from, to := p.scroll.Offset(), min(p.scroll.Offset()+p.height-1, len(p.lines))
	i := p.at + by
	if p.at < 0 {
		i = from
		if by < 0 {
			i = to
		}
	}
	for ; i >= from && i < to; i += by {
		if p.lines[i].plain != "" {
			p.at = i
			return
		}
	}
	p.scroll.Move(by)
	p.dropHiddenCursor()
}

// dropHiddenCursor takes the cursor off a line that is out of sight.
func (p *Customer) dropHiddenCursor() {
	if y := p.at - p.scroll.Offset(); y < 0 || y >= p.height-1 {
		p.at = -1
	}
}
