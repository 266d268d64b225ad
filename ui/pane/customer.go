package pane

import (
	"cmp"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// Customer is the pane of one customer: the record, the contacts, the tickets that are known here and the orders.
type Customer struct {
	cmds *backend.Backend
	th   *theme.Theme
	keys keymap.Keymap // that are named in what is said

	of      backend.CustomerRef // whose record is wanted
	row     *desk.Ticket        // the ticket that is asked about; nil when the customer was looked up
	id      int64               // of the shown customer; 0 while it is not known, or when there is none
	record  remote[*desk.Customer]
	orders  remote[desk.OrderPage]
	tickets remote[[]desk.Ticket]
	open    map[int]bool // orders that are unfolded, by their place

	scroll part.Viewport
	lines  []line
	at     int // the line under the cursor; -1 when it stands nowhere

	width, height int
	focused       bool
}

// NewCustomer makes the empty pane.
func NewCustomer(cmds *backend.Backend, th *theme.Theme) *Customer {
	return &Customer{cmds: cmds, th: th, at: -1}
}

// SetKeys tells which keys the console has.
func (p *Customer) SetKeys(keys keymap.Keymap) { p.keys = keys }

// ID is the pane's place in the keymap.
func (p *Customer) ID() keymap.Scope { return keymap.Customer }

// CapturesText is never so: nothing is typed here.
func (p *Customer) CapturesText() bool { return false }

// Record is the shown customer's record; nil while it is not known whole.
func (p *Customer) Record() *desk.Customer {
	if !p.record.Has || len(p.record.Value.Fields) == 0 {
		return nil
	}
	return p.record.Value
}

// SourceTicket is the ticket whose customer is shown; nil when the customer was looked up.
func (p *Customer) SourceTicket() *desk.Ticket { return p.row }

// SearchHint is how the customer of a ticket can be found when the service tells none: the ticket's phone or address.
func (p *Customer) SearchHint() string {
	if p.row == nil || p.record.Has || p.record.Busy || p.record.Err != nil && !backend.IsNotFound(p.record.Err) {
		return ""
	}
	return cmp.Or(p.row.Phone.String(), p.row.Email.String())
}

// ShowForTicket shows a ticket's customer and fetches the record, at once or when the cursor has settled; nil shows nobody.
func (p *Customer) ShowForTicket(t *desk.Ticket, atOnce bool) tea.Cmd {
	if t == nil {
		p.reset(backend.CustomerRef{}, nil)
		return nil
	}
	of := backend.CustomerRef{ID: t.CustomerID, Ticket: t.ID}
	if p.of == of || p.id != 0 && p.id == t.CustomerID { // it may be the same customer's other ticket
		p.of, p.row = of, t
		return nil
	}
	p.reset(of, t)
	return p.fetch(atOnce, false)
}

// Show shows a customer by id.
func (p *Customer) Show(id int64) tea.Cmd {
	if of := (backend.CustomerRef{ID: id}); p.id != id || p.row != nil {
		p.reset(of, nil)
	}
	return p.fetch(true, false)
}

// Refresh asks again for everything that is shown.
func (p *Customer) Refresh() tea.Cmd {
	if p.of == (backend.CustomerRef{}) {
		return nil
	}
	return p.fetch(true, true)
}

// Failed says that something of what is shown could not be fetched.
func (p *Customer) Failed() bool { return p.record.Err != nil || p.orders.Err != nil }

// reset forgets the customer that was shown; what any answer told before of the next one is shown at once.
func (p *Customer) reset(of backend.CustomerRef, row *desk.Ticket) {
	p.of, p.row, p.id, p.open, p.at = of, row, of.ID, map[int]bool{}, -1
	p.record, p.orders, p.tickets = remote[*desk.Customer]{}, remote[desk.OrderPage]{}, remote[[]desk.Ticket]{}
	if c, known := p.cmds.CachedCustomer(of.ID); known {
		p.record.Value, p.record.Has = c, true
	}
	p.scroll.SetContentLines(nil)
	p.scroll.GotoTop()
	p.redraw()
}

func (p *Customer) fetch(atOnce, again bool) tea.Cmd {
	p.record.start()
	p.redraw()
	return p.cmds.LoadCustomer(p.of, atOnce, again)
}

// Update takes what was fetched, and asks for the rest of a customer.
func (p *Customer) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.CustomerLoadedMsg:
		return p.take(msg)
	case backend.CustomerTicketsLoadedMsg:
		if msg.ID == p.id {
			p.tickets.take(msg.Tickets, true, p.cmds.Now(), nil)
			p.redraw()
		}
	case backend.CustomerOrdersLoadedMsg:
		if msg.ID == p.id {
			p.orders.take(msg.Page, !msg.At.IsZero(), msg.At, msg.Err)
			p.redraw()
		}
	case backend.StoreChangedMsg:
		if p.id != 0 {
			return tea.Batch(p.cmds.LoadCustomerTickets(p.id), p.refreshIfStale())
		}
	}
	return nil
}

// take takes the record, or why there is none; the rest is asked for once it is known whose it is.
func (p *Customer) take(msg backend.CustomerLoadedMsg) tea.Cmd {
	if msg.Ref != p.of && (msg.ID == 0 || msg.ID != p.id) {
		return nil
	}
	p.record.take(msg.Customer, msg.Customer != nil, msg.At, msg.Err)
	if msg.Customer == nil && backend.IsNotFound(msg.Err) {
		p.record.Value, p.record.Has = nil, false
	}
	p.id = msg.ID
	defer p.redraw()
	if p.id == 0 {
		return nil
	}
	tickets := p.cmds.LoadCustomerTickets(p.id)
	if msg.Err != nil {
		return tickets
	}
	p.orders.start()
	return tea.Batch(tickets, p.cmds.LoadCustomerOrders(p.id, msg.Forced))
}

// refreshIfStale asks again after a write of ours; while nothing was written nobody is asked.
func (p *Customer) refreshIfStale() tea.Cmd {
	if p.record.Busy || !p.cmds.IsCustomerStale(p.id) {
		return nil
	}
	return p.fetch(true, false)
}

// Actions are what can be done in the pane itself.
func (p *Customer) Actions() []Action {
	return navActions(
		p.step, func(by int) { p.scroll.HalfPage(by); p.dropHiddenCursor() },
		func() { p.scroll.GotoTop(); p.dropHiddenCursor() }, func() { p.scroll.GotoBottom(); p.dropHiddenCursor() },
	)
}

// SetSize sets columns and rows.
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

// SetFocus says whether the keys go here.
func (p *Customer) SetFocus(has bool) { p.focused = has }

// Cursor is nowhere: nothing is typed here.
func (p *Customer) Cursor() *tea.Cursor { return nil }

// CopyTargets is what can be copied of the customer, each with what it is: phone numbers and addresses that are not masked,
// and the customer's number.
func (p *Customer) CopyTargets() [][2]string {
	var all [][2]string
	if p.record.Has {
		for i := range p.record.Value.Contacts {
			all = appendReaches(all, &p.record.Value.Contacts[i])
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
			all = append(all, [2]string{joined(r.label, c.Name.String()), r.value})
		}
	}
	return all
}

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
