package call

import (
	"fmt"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/pane"
)

// ticketsTitle returns the title of the tickets with the days they are of: those of other days are not known.
func (p *Pane) ticketsTitle() string {
	t := &p.tickets
	title := "Tickets" + count(len(t.rows))
	if t.isKnown && p.caller.isChosen {
		title += " · " + t.days.Label(p.cmds.Today())
	}
	return title
}

// ticketColumn draws the caller's tickets and what the one under the cursor says.
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
	title := termwidth.Truncate(t.Title.String(), max(width-8, 1))
	return p.row(
		partTickets, under, " "+mark+" "+age+" "+title, " "+style.Render(mark)+" "+p.th.Muted.Render(age)+" "+title, width,
	)
}

// ticketsState says what is not listed and how to get it.
func (p *Pane) ticketsState(width int) []string {
	t := &p.tickets
	older := p.key(keymap.SearchOlder)
	switch {
	case !p.caller.isChosen:
		return wrapped(p.th.Muted, "The caller's tickets, as soon as it is known who calls.", width, 2)
	case t.pulling != (desk.DateRange{}):
		progress := p.cmds.Cache.Progress(t.pulling)
		arrived := 0
		for _, d := range progress.Days {
			if d.State == backend.Loaded || d.State == backend.Truncated {
				arrived++
			}
		}
		text := fmt.Sprintf(
			"asking for %s: %d of %s · %s stops", t.pulling.Label(p.cmds.Today()), arrived,
			plural(len(progress.Days), "day"), p.key(keymap.Back),
		)
		return wrapped(p.th.Info, text, width, 2)
	case t.failed != nil:
		return wrapped(p.th.Error, "✗ "+backend.ErrorText(t.failed)+" · "+older+" asks again", width, 2)
	case !t.has:
		return nil
	case !t.isKnown:
		return wrapped(p.th.Warning, "No day's tickets are known here yet.", width, 2)
	case len(t.rows) == 0:
		return wrapped(p.th.Muted, "None known of these days. "+older+" asks for older ones.", width, 2)
	}
	return wrapped(p.th.Muted, older+" asks for older ones", width, 1)
}

// ticketText returns what a ticket says: where it stands, and its newest words.
func (p *Pane) ticketText(t *desk.Ticket, width, height int) []string {
	if height < 2 {
		return nil
	}
	lines := wrapped(p.th.Emphasis, t.Title.String(), width, 2)
	facts := joined(
		t.ID.Display().String(), t.SubStatus.Label(), t.Queue.Label(), t.Priority.String(), t.Assignee.String(),
	)
	lines = append(lines, wrapped(p.th.Muted, facts, width, 2)...)
	switch {
	case p.tickets.err != nil && p.tickets.asked == t.ID:
		lines = append(lines, wrapped(p.th.Error, "✗ "+backend.ErrorText(p.tickets.err), width, 2)...)
	case p.tickets.detail == nil:
		lines = append(lines, wrapped(p.th.Muted, "reading the ticket…", width, 1)...)
	}
	for _, said := range p.tickets.text {
		if len(lines) >= height {
			break
		}
		lines = append(lines, wrapped(p.th.Key, said.who, width, 1)...)
		lines = append(lines, wrapped(p.th.Muted, said.text, width, max(height-len(lines), 1))...)
	}
	return lines[:min(len(lines), height)]
}

func (p *Pane) ordersTitle() string {
	o := &p.orders
	title := "Orders" + count(len(o.page.Value.Orders))
	if o.page.Has && len(o.page.Value.Orders) > 1 && !o.sorted {
		title += " · not sorted"
	}
	return title
}

// orderColumn draws the caller's orders: date and state, and below it what was bought.
func (p *Pane) orderColumn(width, height int) (title string, rows []string) {
	o := &p.orders
	title = p.titleStyle(partOrders).Render(termwidth.Truncate(p.ordersTitle(), width))
	rows = p.ordersState(width)
	most := p.orderRows(p.places())
	from, to := o.list.Visible()
	for i := from; i < min(to, len(o.page.Value.Orders)) && len(rows)+minOrderRows <= height; i++ {
		room := min(most, height-len(rows))
		rows = append(rows, p.orderLines(&o.page.Value.Orders[i], i == o.list.Cursor(), width, room)...)
	}
	return title, rows
}

func (p *Pane) orderLines(o *desk.Order, under bool, width, most int) []string {
	head := joined(pane.OrderDate(o, p.cmds.Today()), o.Delivery.String())
	if head == "" {
		head = o.ID.Display().String()
	}
	bought := productOf(o)
	if bought == "" {
		bought = joined(o.ERPOrder.String(), o.Payment.String(), o.ID.Display().String())
	}
	head = termwidth.Truncate(" "+head, width)
	rows := []string{p.row(partOrders, under && p.at == partOrders, head, head, width)}
	for _, line := range wrapped(p.th.Muted, bought, width-3, most-1) {
		rows = append(rows, "   "+line)
	}
	return rows
}

func (p *Pane) ordersState(width int) []string {
	o := &p.orders.page
	var lines []string
	switch {
	case backend.IsNotConfigured(o.Err):
		lines = wrapped(p.th.Warning, "Not asked for: "+backend.ErrorText(o.Err), width, 3)
	case o.Err != nil:
		lines = wrapped(p.th.Error, "✗ "+backend.ErrorText(o.Err), width, 3)
	}
	switch n := len(o.Value.Orders); {
	case !p.caller.isChosen || p.caller.id == 0 && !p.caller.record.Busy:
		lines = append(lines, wrapped(p.th.Muted, "Orders belong to a customer, and none is known.", width, 3)...)
	case !o.Has && o.Err == nil:
		lines = append(lines, p.th.Muted.Render(termwidth.Truncate("asking for the orders…", width)))
	case o.Has && n == 0:
		lines = append(lines, p.th.Muted.Render("There are none."))
	case o.Value.Total > n:
		text := fmt.Sprintf("%d of %d; the others were not asked for", n, o.Value.Total)
		lines = append(lines, wrapped(p.th.Warning, text, width, 2)...)
	}
	return lines
}

// answerColumn draws the search for articles, what was found, and the article under the cursor.
func (p *Pane) answerColumn(width, height int) (title string, rows []string) {
	a := &p.answers
	title = p.titleStyle(partAnswers).Render(answersLabel) + a.words.View()
	if a.choice.IsOpen() {
		return title, p.choiceRows(width, height)
	}
	from, to := a.list.Visible()
	for i := from; i < min(to, len(a.hits)); i++ {
		plain := termwidth.Truncate(" "+a.hits[i].Title.String(), width)
		rows = append(rows, p.row(partAnswers, i == a.list.Cursor(), plain, plain, width))
	}
	rows = append(rows, p.answersState(width)...)
	room := height - len(rows) - 1
	if room < 2 || len(a.text) == 0 {
		return title, rows
	}
	rows = append(rows, "")
	rows = append(rows, wrapped(p.th.Emphasis, a.article.Title.String(), width, 2)...)
	for _, line := range a.text {
		if len(rows) >= height {
			rows[height-1] = p.th.Muted.Render("…")
			break
		}
		rows = append(rows, wrapped(p.th.Muted, strings.TrimSpace(line), width, height-len(rows))...)
	}
	return title, rows[:min(len(rows), height)]
}

func (p *Pane) answersState(width int) []string {
	a := &p.answers
	known := plural(a.status.Articles, "article") + " known here"
	if !a.status.Loaded {
		known = "the articles known here are being read"
	}
	switch {
	case a.err != nil && !backend.IsNotConfigured(a.err):
		return wrapped(p.th.Error, "✗ "+backend.ErrorText(a.err), width, 2)
	case a.asking:
		return wrapped(p.th.Info, "searching…", width, 1)
	case !a.has:
		return wrapped(p.th.Muted, "Type words to search the FAQ.", width, 2)
	case len(a.hits) == 0 && a.query != "":
		return wrapped(p.th.Muted, "Nothing fits; "+known+".", width, 2)
	case len(a.hits) == 0:
		return wrapped(p.th.Muted, "Nothing to suggest yet; "+known+".", width, 2)
	case a.query == "":
		return wrapped(p.th.Muted, "suggested for this call", width, 1)
	}
	return wrapped(p.th.Muted, known, width, 1)
}
