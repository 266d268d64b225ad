package call

import (
	"fmt"
	"slices"

	"frontdesk/ui/layout"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/ui/backend"
)

// ticketDays returns the days that the tickets are of: those of other days are not known.
func (p *Pane) ticketDays() string {
	t := &p.tickets
	if !t.isKnown || !p.caller.isChosen {
		return ""
	}
	days := " · " + t.days.Label(p.cmds.Today())
	if slices.ContainsFunc(t.rows, p.isOlder) {
		days += " and some older"
	}
	return days
}

// isOlder reports whether a ticket was created before the days of which all tickets are listed.
func (p *Pane) isOlder(t desk.Ticket) bool {
	return desk.DateOf(t.Created.In(p.cmds.Zones.Account())).Compare(p.tickets.days.From) < 0
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
		text := fmt.Sprintf(
			"loading %s: %d of %s · %s stops", t.pulling.Label(p.cmds.Today()), progress.Arrived(),
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

// customerState says why nothing is shown of the customer, and what to do.
func (p *Pane) customerState(width int) []string {
	switch {
	case !p.caller.isChosen:
		return wrapped(p.th.Muted, "Orders appear here once you choose the caller.", width, 3)
	case p.caller.Customer == 0 && !p.isReading():
		text := "Orders belong to a customer: " + p.key(keymap.NewCustomer) + " adds this caller."
		return wrapped(p.th.Muted, text, width, 3)
	case !p.customer.Failed():
		return nil
	}
	says := p.key(keymap.Open) + " retries"
	if p.at != layout.CallerOrders {
		says = p.key(keymap.NextField) + " to here, then " + says
	}
	return wrapped(p.th.Warning, "Not loaded: "+says, width, 2)
}
