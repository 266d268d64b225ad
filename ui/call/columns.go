package call

import (
	"fmt"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
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
	if p.Ticket() != nil && len(rows)+1 < height {
		rows = append(append(rows, ""), strings.Split(p.detail.View(), "\n")...)
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

// customerTitle counts the orders, which come first of what is shown of the customer.
func (p *Pane) customerTitle() string { return "Orders" + count(len(p.customer.Orders())) }

// customerColumn draws the caller's orders and what else is known of them.
func (p *Pane) customerColumn(width, height int) (title string, rows []string) {
	title = p.titleStyle(partOrders).Render(termwidth.Truncate(p.customerTitle(), width))
	rows = p.customerState(width)
	if p.caller.id != 0 || p.isReading() || p.customer.Failed() {
		rows = append(rows, strings.Split(p.customer.View(), "\n")...)
	}
	return title, rows
}

// customerState says why nothing is shown of the customer, and what to do.
func (p *Pane) customerState(width int) []string {
	switch {
	case !p.caller.isChosen:
		return wrapped(p.th.Muted, "Orders appear here once you choose the caller.", width, 3)
	case p.caller.id == 0 && !p.isReading():
		text := "Orders belong to a customer: " + p.key(keymap.NewCustomer) + " adds this caller."
		return wrapped(p.th.Muted, text, width, 3)
	case !p.customer.Failed():
		return nil
	}
	says := p.key(keymap.Open) + " retries"
	if p.at != partOrders {
		says = p.key(keymap.NextField) + " to here, then " + says
	}
	return wrapped(p.th.Warning, "Not loaded: "+says, width, 2)
}

// answerColumn draws the search for articles, what was found, and the article under the cursor.
func (p *Pane) answerColumn(int, int) (title string, rows []string) {
	rows = strings.Split(p.answers.View(), "\n")
	return rows[0], rows[1:]
}
