package pane

import (
	"cmp"
	"image"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// Customer is the pane of one customer: the record, its contacts, the customer's loaded tickets and the orders.
type Customer struct {
	base

	of      backend.CustomerRef // the requested customer
	row     *desk.Ticket        // ticket of the shown customer; nil if the customer was looked up
	id      int64               // of the shown customer; 0 if unknown or if there is none
	ofCall  bool                // it is of who calls: the orders come first, and neither name nor tickets are shown
	again   bool                // the record was asked for past the cache
	record  Remote[backend.CustomerRef, backend.FoundCustomer]
	orders  Remote[int64, backend.Orders]
	tickets Remote[int64, []desk.Ticket]
	loads   struct{ record, orders, tickets backend.Slot }
	open    map[int]bool // orders that the agent unfolded or folded, by their position; the whole record as wholeOpen
	roomFor int          // the first orders up to this position are unfolded because there is room
	hasRoom bool         // for the whole record, too

	scroll widget.Viewport
	lines  []line
	at     int // line under the cursor; -1 for none
}

// wholeOpen stands for the whole record among the positions of orders.
const wholeOpen = 0

// NewCustomer returns an empty pane.
func NewCustomer(d Deps) *Customer {
	return &Customer{base: newBase(d), at: -1}
}

// NewCaller returns the pane of the customer who calls. Their name and their tickets stand beside it, and letters are
// notes there.
func NewCaller(d Deps) *Customer {
	p := NewCustomer(d)
	p.ofCall, p.usable = true, Usable{}
	return p
}

// Record returns what is known of the shown customer, whether more is being read, and why it could not be read.
func (p *Customer) Record() (known *desk.Customer, isReading bool, err error) {
	return p.record.Value.Customer, p.record.Busy, p.record.Err
}

// Orders returns the customer's orders, as far as they are read.
func (p *Customer) Orders() []desk.Order { return p.orders.Value.Orders }

// shownRecord returns the shown customer's record; nil until all of it is loaded.
func (p *Customer) shownRecord() *desk.Customer {
	if !p.record.Has || len(p.record.Value.Customer.Fields) == 0 {
		return nil
	}
	return p.record.Value.Customer
}

// SourceTicket returns the ticket that names the shown customer; nil if the customer was looked up.
func (p *Customer) SourceTicket() *desk.Ticket { return p.row }

// Ref returns what the shown customer was requested by.
func (p *Customer) Ref() backend.CustomerRef { return p.of }

// ShowRef shows a customer that was shown before.
func (p *Customer) ShowRef(of backend.CustomerRef) tea.Cmd {
	if of.Ticket.IsZero() {
		return p.Show(of.ID)
	}
	return p.ShowForTicket(p.cmds.CachedTicket(of.Ticket), true)
}

// SearchHint returns text to search for if the customer of the shown ticket is unknown: the ticket's phone number
// or e-mail address.
func (p *Customer) SearchHint() string {
	if p.row == nil || p.record.Has || p.record.Busy || p.record.Err != nil && !backend.IsNotFound(p.record.Err) {
		return ""
	}
	return cmp.Or(p.row.Phone.String(), p.row.Email.String())
}

// ShowForTicket shows the customer of a ticket and loads the record, at once or after the cursor has settled. If t
// is nil, the pane is cleared.
func (p *Customer) ShowForTicket(t *desk.Ticket, atOnce bool) tea.Cmd {
	if t == nil {
		p.reset(backend.CustomerRef{}, nil)
		return nil
	}
	of := backend.CustomerRef{ID: t.CustomerID, Ticket: t.ID}
	if p.of == of || p.id != 0 && p.id == t.CustomerID { // possibly another ticket of the same customer
		isOther := p.of != of
		p.of, p.row = of, t
		if isOther {
			p.redraw()
		}
		return nil
	}
	p.reset(of, t)
	if !atOnce && p.cmds.IsPassing(t.ID) {
		p.record = Remote[backend.CustomerRef, backend.FoundCustomer]{} // shown when the cursor has rested, too
	}
	return p.fetch(atOnce, false)
}

// Show shows a customer by id.
func (p *Customer) Show(id int64) tea.Cmd {
	if of := (backend.CustomerRef{ID: id}); p.id != id || p.row != nil {
		p.reset(of, nil)
	}
	return p.fetch(true, false)
}

// Refresh loads the shown customer again.
func (p *Customer) Refresh() tea.Cmd {
	if p.of == (backend.CustomerRef{}) {
		return nil
	}
	return p.fetch(true, true)
}

// Failed reports whether loading the record or the orders failed.
func (p *Customer) Failed() bool {
	return p.record.Err != nil || p.orders.Err != nil && !backend.IsNotConfigured(p.orders.Err)
}

// reset clears the pane for another customer, and shows that customer's cached record if there is one.
func (p *Customer) reset(of backend.CustomerRef, row *desk.Ticket) {
	p.of, p.row, p.id, p.open, p.at = of, row, of.ID, map[int]bool{}, -1
	p.record, p.orders = Remote[backend.CustomerRef, backend.FoundCustomer]{}, Remote[int64, backend.Orders]{}
	p.tickets = Remote[int64, []desk.Ticket]{}
	if c, known := p.cmds.Cache.CachedCustomer(of.ID); known {
		p.record.Value.Customer, p.record.Has = c, true
	}
	p.scroll.SetContentLines(nil)
	p.scroll.GotoTop()
	p.redraw()
}

func (p *Customer) fetch(atOnce, again bool) tea.Cmd {
	p.again = again
	p.record.Start(p.of)
	p.redraw()
	return p.cmds.LoadCustomer(&p.loads.record, p.of, atOnce, again)
}

// Update handles loaded records, tickets and orders, and requests the ones that are still missing.
func (p *Customer) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.CustomerLoaded:
		return p.take(msg)
	case backend.TicketsLoaded:
		if p.tickets.Take(msg) {
			p.redraw()
		}
	case backend.OrdersLoaded:
		if p.orders.Take(msg) {
			p.redraw()
		}
	case backend.StoreChangedMsg:
		if p.id != 0 {
			return tea.Batch(p.loadTickets(), p.refreshIfStale())
		}
	}
	return nil
}

// loadTickets lists the tickets of the shown customer.
func (p *Customer) loadTickets() tea.Cmd {
	p.tickets.Start(p.id)
	return p.cmds.LoadTickets(&p.loads.tickets, p.id)
}

// take stores a loaded record or its error. Once the customer's id is known, it requests the tickets and orders.
func (p *Customer) take(msg backend.CustomerLoaded) tea.Cmd {
	found := msg.Value
	if !p.record.Take(msg) {
		return nil
	}
	if found.Customer == nil && backend.IsNotFound(msg.Err) {
		p.record.Value, p.record.Has = backend.FoundCustomer{}, false
	}
	p.id = found.ID
	defer p.redraw()
	if p.id == 0 {
		return nil
	}
	if msg.Err != nil && !p.cmds.Cache.HasStoredOrders(p.id) {
		return p.loadTickets()
	}
	p.orders.Start(p.id)
	return tea.Batch(p.loadTickets(), p.cmds.LoadOrders(&p.loads.orders, p.id, p.again))
}

// refreshIfStale loads the record again if a local write has made it stale.
func (p *Customer) refreshIfStale() tea.Cmd {
	if p.record.Busy || !p.cmds.Cache.IsCustomerStale(p.id) {
		return nil
	}
	return p.fetch(true, false)
}

// Target returns the shown customer and the order under the cursor.
func (p *Customer) Target() Target {
	return Target{Customer: p.shownRecord(), Order: p.currentOrder()}
}

// HalfPage scrolls by half a page.
func (p *Customer) HalfPage(by int) { p.scrollWith(func() { p.scroll.HalfPage(by) }) }

// GotoTop scrolls to the first line.
func (p *Customer) GotoTop() { p.scrollWith(p.scroll.GotoTop) }

// GotoBottom scrolls to the last line.
func (p *Customer) GotoBottom() { p.scrollWith(p.scroll.GotoBottom) }

// SetSize sets the size in columns and rows.
func (p *Customer) SetSize(w, h int) {
	if w == p.width && h == p.height {
		return
	}
	p.width, p.height = w, h
	p.scroll.SetSize(w, max(h-1, 1))
	p.redraw()
}

// SetTheme changes the colours.
func (p *Customer) SetTheme(th *theme.Theme) {
	p.th = th
	p.redraw()
}

// Cursor returns nil: the pane has no text input.
func (p *Customer) Cursor() *tea.Cursor { return nil }

// CopyTargets returns the values that can be copied, each after its label: unmasked phone numbers and e-mail
// addresses, and the customer's id.
func (p *Customer) CopyTargets() [][2]string {
	var all [][2]string
	if p.record.Has {
		for i := range p.record.Value.Customer.Contacts {
			all = appendReaches(all, &p.record.Value.Customer.Contacts[i])
		}
	}
	if p.id != 0 {
		all = append(all, [2]string{"Customer number", strconv.FormatInt(p.id, 10)})
	}
	return all
}

func appendReaches(all [][2]string, c *desk.Contact) [][2]string {
	for _, r := range contactMethods(c) {
		isThere := slices.ContainsFunc(all, func(other [2]string) bool { return other[1] == r.value })
		if !isThere && !desk.IsMasked(r.value) {
			all = append(all, [2]string{phrase.Join(" · ", r.label, c.Name.String()), r.value})
		}
	}
	return all
}

// selectedLine returns the target of the line under the cursor.
func (p *Customer) selectedLine() lineTarget {
	if p.at < 0 || p.at >= len(p.lines) {
		return lineTarget{}
	}
	return p.lines[p.at].opens
}

// Ticket returns the id of the ticket under the cursor; empty if there is none.
func (p *Customer) Ticket() desk.ID { return p.selectedLine().ticket }

// TicketKeys returns the ids of the customer's loaded tickets in display order.
func (p *Customer) TicketKeys() []desk.ID {
	keys := make([]desk.ID, len(p.tickets.Value))
	for i := range keys {
		keys[i] = p.tickets.Value[i].ID
	}
	return keys
}

// currentOrder returns the order under the cursor; nil if there is none.
func (p *Customer) currentOrder() *desk.Order {
	n := p.selectedLine().order
	if n < 1 || n > len(p.orders.Value.Orders) {
		return nil
	}
	return &p.orders.Value.Orders[n-1]
}

// HasOpenable reports whether the cursor is on something that can be opened or unfolded.
func (p *Customer) HasOpenable() bool {
	under := p.selectedLine()
	return under != (lineTarget{}) && !under.isOpen
}

// Toggle unfolds the order or the whole record under the cursor, or folds it again.
func (p *Customer) Toggle() {
	switch under := p.selectedLine(); {
	case under.whole:
		p.open[wholeOpen] = !p.isRecordOpen()
	case under.order > 0:
		p.open[under.order] = !p.isOrderOpen(under.order)
	default:
		return
	}
	p.redraw()
}

// Move moves the cursor to the next or previous visible line that can be opened, or else scrolls by one line.
func (p *Customer) Move(by int) {
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
	p.scrollWith(func() { p.scroll.Move(by) })
}

// scrollWith scrolls, and removes the cursor from a line that is no longer visible.
func (p *Customer) scrollWith(scroll func()) {
	scroll()
	if y := p.at - p.scroll.Offset(); y < 0 || y >= p.height-1 {
		p.at = -1
	}
}

// Areas returns the tickets, the orders and the whole record. A click unfolds or folds an order or the record; it moves
// the cursor to a ticket, which a double click opens.
func (p *Customer) Areas() Areas {
	var all Areas
	open := p.openKey(keymap.Customer)
	for i, l := range p.lines {
		if l.plain == "" {
			continue
		}
		spot := onClick(func() { p.pointTo(l.opens) }, open)
		switch {
		case !l.opens.ticket.IsZero():
			spot = onDoubleClick(l.opens.id(), func() { p.pointTo(l.opens) }, open)
		case l.opens.isOpen:
			spot.Key = ""
		}
		y := i - p.scroll.Offset()
		all = append(all, Area{Rectangle: image.Rect(l.from, y, p.width, y+1+len(l.more)), Spot: spot})
	}
	return all.within(image.Rect(0, 0, p.width, p.height-1))
}

// pointTo moves the cursor to the line of a target.
func (p *Customer) pointTo(target lineTarget) {
	for i, l := range p.lines {
		if l.plain != "" && l.opens == target {
			p.at = i
			return
		}
	}
}

// ScrollAt scrolls the record.
func (p *Customer) ScrollAt(_ image.Point, by int) tea.Cmd {
	p.scrollWith(func() { p.scroll.Move(by) })
	return nil
}
