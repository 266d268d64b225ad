package call

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/pane"
	"frontdesk/ui/theme"
)

// ticketsTitle returns the title of the tickets with the days they are of: those of other days are not known.
func (p *Pane) ticketsTitle() string {
	t := &p.tickets
	title := "Tickets" + count(len(t.rows))
	if t.isKnown && p.caller.isChosen {
		title += " · " + t.days.Label(p.cmds.Today())
		if slices.ContainsFunc(t.rows, p.isOlder) {
			title += " and some older"
		}
	}
	return title
}

// isOlder reports whether a ticket was created before the days of which all tickets are listed.
func (p *Pane) isOlder(t desk.Ticket) bool {
	return desk.DateOf(t.Created.In(p.cmds.Zones.Account())).Compare(p.tickets.days.From) < 0
}

// ticketColumn draws the caller's tickets, and the text of the one under the cursor.
func (p *Pane) ticketColumn(width, height int) (title string, rows []string) {
	t := &p.tickets
	title = p.titleStyle(partTickets).Render(termwidth.Truncate(p.ticketsTitle(), width))
	from, to := t.list.Visible()
	for i := from; i < min(to, len(t.rows)); i++ {
		rows = append(rows, p.ticketRow(&t.rows[i], i == t.list.Cursor(), width))
	}
	rows = append(rows, p.ticketsState(width)...)
	if under := p.Ticket(); under != nil {
		room := height - len(rows) - 1
		if lines := p.ticketText(under, width, room); len(lines) > 0 {
			rows = append(append(rows, ""), lines...)
		}
	}
	return title, rows
}

func (p *Pane) ticketRow(t *desk.Ticket, under bool, width int) string {
	mark, style := "●", p.th.Info
	if t.Marks.Has(desk.Closed) {
		mark, style = "○", p.th.Muted
	}
	age := termwidth.Pad(pane.Age(t.Created, p.cmds.Now()), 4)
	clock, drawn := pane.Clock(t, p.th, p.cmds)
	room := max(width-9-termwidth.Width(clock), 1)
	title := termwidth.Pad(termwidth.Truncate(t.Title.String(), room), room)
	return p.row(
		partTickets, under, " "+mark+" "+age+" "+title+" "+clock,
		" "+style.Render(mark)+" "+p.th.Muted.Render(age)+" "+title+" "+drawn, width,
	)
}

// ticketsState says what is not listed and how to get it.
func (p *Pane) ticketsState(width int) []string {
	t := &p.tickets
	older := p.key(keymap.SearchOlder)
	switch {
	case !p.caller.isChosen && p.lookup.isKnownToNobody():
		text := "No known caller matches “" + p.lookup.typed() + "”: " + p.key(keymap.New) + " opens a ticket for them"
		return wrapped(p.th.Warning, text, width, 3)
	case !p.caller.isChosen:
		return wrapped(p.th.Muted, "Tickets appear here once you choose the caller.", width, 2)
	case t.pulling != (desk.DateRange{}):
		progress := p.cmds.Cache.Progress(t.pulling)
		arrived := 0
		for _, d := range progress.Days {
			if d.State == backend.Loaded || d.State == backend.Truncated {
				arrived++
			}
		}
		text := fmt.Sprintf(
			"loading %s: %d of %s · %s stops", t.pulling.Label(p.cmds.Today()), arrived,
			phrase.Count(len(progress.Days), "day"), p.key(keymap.Back),
		)
		return wrapped(p.th.Info, text, width, 2)
	case t.failed != nil:
		return wrapped(p.th.Error, "✗ "+backend.ErrorText(t.failed)+" · "+older+" retries", width, 2)
	case !t.has:
		return nil
	case !t.isKnown:
		return wrapped(p.th.Warning, "No tickets are loaded yet. "+older+" loads the newest days.", width, 2)
	case len(t.rows) == 0:
		return wrapped(p.th.Muted, "None in the loaded days. "+older+" loads older ones.", width, 2)
	}
	return wrapped(p.th.Muted, older+" loads older ones", width, 1)
}

// ticketText returns what a ticket says: where it stands, and its newest words.
func (p *Pane) ticketText(t *desk.Ticket, width, height int) []string {
	if height < 2 {
		return nil
	}
	lines := wrapped(p.th.Emphasis, t.Title.String(), width, 2)
	assignee := t.Assignee.String()
	if slices.ContainsFunc(p.tickets.text, func(s pane.ShortMessage) bool { return s.Who == assignee }) {
		assignee = "" // their own words name them
	}
	facts := termwidth.WrapJoined(
		width, t.ID.Display().String(), t.SubStatus.Label(), t.Queue.Label(), t.Priority.String(), assignee,
	)
	lines = append(lines, p.th.Muted.RenderLines("", facts[:min(len(facts), 2)])...)
	lines = append(lines, pane.Alerts(t, p.th, width, p.cmds)...)
	switch {
	case p.tickets.err != nil && p.tickets.asked == t.ID:
		lines = append(lines, wrapped(p.th.Error, "✗ "+backend.ErrorText(p.tickets.err), width, 2)...)
	case p.tickets.detail == nil:
		lines = append(lines, wrapped(p.th.Muted, "loading the ticket…", width, 1)...)
	}
	for _, said := range p.tickets.text {
		if len(lines)+2 > height { // a name without a word says nothing
			break
		}
		lines = append(lines, said.Head(p.th, p.cmds, width))
		lines = append(lines, wrapped(theme.Style{}, said.Text, width, max(height-len(lines), 1))...)
	}
	return lines[:min(len(lines), height)]
}

func (o *orders) title() string {
	title := "Orders" + count(len(o.page.Value.Orders))
	if o.page.Has && len(o.page.Value.Orders) > 1 && !o.page.Value.Sorted {
		title += " · not sorted"
	}
	return title
}

// orderColumn draws the caller's orders: date and state, and the products below.
func (p *Pane) orderColumn(width, height int) (title string, rows []string) {
	o := &p.orders
	title = p.titleStyle(partOrders).Render(termwidth.Truncate(p.orders.title(), width))
	rows = p.ordersState(width)
	o.drawn = slices.Repeat([]int{noOrder}, len(rows))
	most := p.orderRows(p.places())
	from, to := o.list.Visible()
	for i := from; i < min(to, len(o.page.Value.Orders)) && len(rows)+minOrderRows <= height; i++ {
		room := min(most, height-len(rows))
		lines := p.orderLines(&o.page.Value.Orders[i], i == o.list.Cursor(), width, room)
		rows, o.drawn = append(rows, lines...), append(o.drawn, slices.Repeat([]int{i}, len(lines))...)
	}
	return title, append(rows, p.caller.facts(p.th, width, height-len(rows))...)
}

// facts returns what else is known of the caller, below a blank line, as far as there is room.
func (c *caller) facts(th *theme.Theme, width, height int) []string {
	if c.record.Value.Customer == nil || height < 2 {
		return nil
	}
	said := pane.CustomerLines(c.record.Value.Customer, width-1)
	return append([]string{""}, th.Muted.RenderLines(" ", said[:min(len(said), height-1)])...)
}

// noOrder stands for a line of the orders that says something else.
const noOrder = -1

func (p *Pane) orderLines(o *desk.Order, under bool, width, most int) []string {
	head := joined(pane.OrderDate(o, p.cmds.Today()), o.Delivery.String())
	if head == "" {
		head = o.ID.Display().String()
	}
	bought, price := productOf(o)
	if bought == "" {
		bought = joined(o.ERPOrder.String(), o.Payment.String(), o.ID.Display().String())
	} else { // the number that callers read out comes first
		bought = joined(cmp.Or(o.ERPOrder, o.ID.Display()).String(), bought)
	}
	head = " " + head
	if room := width - termwidth.Width(head) - termwidth.Width(price) - 1; price != "" && room >= 2 {
		head += strings.Repeat(" ", room) + price
	} else {
		bought = joined(bought, price)
	}
	head = termwidth.Truncate(head, width)
	rows := []string{p.row(partOrders, under && p.at == partOrders, head, head, width)}
	for _, line := range wrapped(p.th.Muted, bought, width-3, most-1) {
		rows = append(rows, "   "+line)
	}
	return rows
}

// retryOrders says how to load the orders again.
func (p *Pane) retryOrders(width int) []string {
	says := p.key(keymap.Open) + " retries"
	if p.at != partOrders {
		says = p.key(keymap.NextField) + " to here, then " + says
	}
	return wrapped(p.th.Muted, says, width, 2)
}

// mostReason is how many rows the reason has why orders are not loaded: it says what to do.
const mostReason = 6

func (p *Pane) ordersState(width int) []string {
	o := &p.orders.page
	var lines []string
	switch {
	case backend.IsNotConfigured(o.Err):
		lines = wrapped(p.th.Warning, "Not loaded: "+backend.ErrorText(o.Err), width, mostReason)
	case o.Err != nil:
		lines = append(wrapped(p.th.Error, "✗ "+backend.ErrorText(o.Err), width, mostReason), p.retryOrders(width)...)
	}
	switch n := len(o.Value.Orders); {
	case !p.caller.isChosen || p.caller.id == 0 && !p.caller.record.Busy:
		lines = append(lines, wrapped(p.th.Muted, p.noOrdersText(), width, 3)...)
	case !o.Has && p.caller.hasFailed():
		lines = append(wrapped(p.th.Muted, "Not loaded: the customer was not.", width, 2), p.retryOrders(width)...)
	case !o.Has && (o.Busy || p.caller.record.Busy):
		lines = append(lines, p.th.Muted.Render(termwidth.Truncate("loading the orders…", width)))
	case o.Has && n == 0:
		lines = append(lines, p.th.Muted.Render("No orders."))
	case o.Value.Total > n:
		text := fmt.Sprintf("%d of %d; the rest were not loaded", n, o.Value.Total)
		lines = append(lines, wrapped(p.th.Warning, text, width, 2)...)
	}
	return lines
}

// noOrdersText says why no orders can be listed, and what to do.
func (p *Pane) noOrdersText() string {
	if !p.caller.isChosen {
		return "Orders appear here once you choose the caller."
	}
	return "Orders belong to a customer: " + p.key(keymap.NewCustomer) + " adds this caller."
}

// answerColumn draws the search for articles, what was found, and the article under the cursor.
func (p *Pane) answerColumn(int, int) (title string, rows []string) {
	rows = strings.Split(p.answers.View(), "\n")
	return rows[0], rows[1:]
}
