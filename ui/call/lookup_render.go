package call

import (
	"fmt"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
)

// maxNameWidth is the maximum width of the names of matches.
const maxNameWidth = 60

// lookupStateRows is how many rows below the results show the state of the look-up.
const lookupStateRows = 2

// lookupRows draws the results of the look-up and its state.
func (p *Pane) lookupRows(width, height int) []string {
	l := &p.lookup
	var rows []string
	widths := p.foundWidths(width)
	from, to := l.list.Visible()
	for i := from; i < min(to, len(l.rows)); i++ {
		rows = append(rows, p.lookupRow(&l.rows[i], i == l.list.Cursor(), widths, width))
	}
	return append(rows, p.lookupState(width, min(height-len(rows), lookupStateRows))...)
}

func (p *Pane) lookupRow(r *lookupRow, under bool, widths foundWidths, width int) string {
	var text string
	switch typed := p.typed(); {
	case r.Match != nil:
		return p.foundRow(r.Match, under, widths, width)
	case r.goOn:
		text = "☎ Take the call as “" + typed + "”, without a customer"
	case r.add:
		text = "+ Add this caller as a customer"
	default:
		text = p.lookup.Label(r.SearchRow)
	}
	text = termwidth.Truncate("   "+text, width)
	return p.row(partLookup, under, text, p.th.Info.Render(text), width)
}

// reasons names the fields in which look-ups find a match.
var reasons = map[backend.MatchField]string{
	backend.ByTicket: "ticket", backend.ByPhone: "phone", backend.ByEmail: "e-mail", backend.ByOrder: "order",
	backend.ByCustomer: "number", backend.ByCode: "code", backend.ByCreator: "wrote",
	backend.ByTitle: "title",
}

// foundCells holds the cells of a match, with the reason.
type foundCells struct{ sure, name, phone, email, number, why string }

func cellsOf(f *backend.Match) foundCells {
	c := foundCells{sure: "   ", why: reasons[f.By]}
	if t := f.Ticket; t != nil {
		c.phone, c.email = t.Phone.String(), t.Email.String()
		c.name = backend.TicketName(t)
		if !f.Writer.IsEmpty() { // may be an agent all the same
			c.name = f.Writer.String() + ": " + c.name
		}
	}
	if r := f.Record; r != nil {
		c.name = r.Name.String()
		if contact := r.PrimaryContact(); contact != nil {
			c.phone, c.email = contact.FullPhone().String(), contact.Email.String()
		}
	}
	if f.Level == desk.PossibleMatch {
		c.sure = " ? "
	}
	if f.LastDigits {
		c.why = "last digits"
	}
	if f.By == backend.ByTicket || f.By == backend.ByOrder || f.By == backend.ByCode {
		c.why += " " + f.Value.String()
	}
	c.number = backend.CustomerLabel(f.ID)
	if f.Tickets > 0 {
		c.number = joined(c.number, phrase.Count(f.Tickets, "ticket"))
	}
	return c
}

// foundWidths are the widths of the columns behind the names.
type foundWidths struct{ phone, email, number, why int }

// foundWidths returns the widths of the longest cells, within limits: what they leave is for the names.
func (p *Pane) foundWidths(width int) foundWidths {
	var w foundWidths
	for i := range p.lookup.rows {
		f := p.lookup.rows[i].Match
		if f == nil {
			continue
		}
		c := cellsOf(f)
		w.phone = max(w.phone, termwidth.Width(c.phone))
		w.email = max(w.email, termwidth.Width(c.email))
		w.number = max(w.number, termwidth.Width(c.number))
		w.why = max(w.why, termwidth.Width(c.why))
	}
	return foundWidths{min(w.phone, 18), min(w.email, 28), min(w.number, 30), min(w.why, 22, width/4)}
}

// foundRow draws the row of a match.
func (p *Pane) foundRow(f *backend.Match, under bool, w foundWidths, width int) string {
	c := cellsOf(f)
	rest := "  " + termwidth.Pad(c.phone, w.phone)
	if width >= threeColumns {
		rest += "  " + termwidth.Pad(c.email, w.email) + "  " + termwidth.Pad(c.number, w.number)
	}
	rest += "  " + termwidth.Pad(c.why, w.why)
	room := min(max(width-3-termwidth.Width(rest), 8), maxNameWidth)
	plain := c.sure + termwidth.Pad(c.name, room) + rest
	drawn := p.th.Warning.Render(c.sure) + termwidth.Pad(c.name, room) + p.th.Muted.Render(rest)
	return p.row(partLookup, under, plain, drawn, width)
}

// lookupState returns what was searched, and the state of the search at the service.
func (p *Pane) lookupState(width, most int) []string {
	l := &p.lookup
	progress := l.Older.Progress(p.cmds.Today())
	switch err := l.Older.Err(); {
	case l.Known.Err != nil:
		return wrapped(p.th.Error, "✗ "+backend.ErrorText(l.Known.Err), width, most)
	case l.Older.Busy():
		return wrapped(p.th.Info, p.key(keymap.Back)+" stops · "+progress, width, most)
	case backend.IsNotConfigured(l.Orders.Err()):
		return wrapped(p.th.Warning, "Not searched: "+backend.ErrorText(l.Orders.Err()), width, most)
	case l.Orders.Err() != nil:
		return wrapped(p.th.Error, "✗ orders: "+backend.ErrorText(l.Orders.Err()), width, most)
	case l.Orders.Busy:
		return wrapped(p.th.Info, p.key(keymap.Back)+" stops · "+l.Orders.Progress(p.cmds.Today()), width, most)
	case backend.IsNotConfigured(err):
		return wrapped(p.th.Warning, "Not searched: "+backend.ErrorText(err), width, most)
	case err != nil:
		return wrapped(p.th.Error, "✗ "+l.Older.Next().WithYear()+": "+backend.ErrorText(err), width, most)
	case progress != "" && len(l.Older.Found()) == 0:
		return wrapped(p.th.Warning, progress, width, most)
	case progress != "":
		return wrapped(p.th.Success, progress, width, most)
	case l.Orders.Progress(p.cmds.Today()) != "":
		return wrapped(p.th.Info, l.Orders.Progress(p.cmds.Today()), width, most)
	case l.Known.Typed != l.Typed:
		return wrapped(p.th.Muted, "searching…", width, most)
	}
	f := &l.Known.Found
	more := ""
	if f.More {
		more = "more than "
	}
	known := phrase.Count(f.Tickets, "ticket")
	if f.Customers > 0 {
		known = phrase.Count(f.Customers, "customer") + " and " + known
	}
	text := fmt.Sprintf("found %s%d among %s loaded", more, len(f.Matches), known)
	return wrapped(p.th.Muted, text, width, most)
}
