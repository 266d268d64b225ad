package call

import (
	"fmt"

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
	widths := l.foundWidths(width)
	from, to := l.list.Visible()
	for i := from; i < min(to, len(l.rows)); i++ {
		rows = append(rows, p.lookupRow(&l.rows[i], i == l.list.Cursor(), widths, width))
	}
	return append(rows, p.lookupState(width, min(height-len(rows), lookupStateRows))...)
}

func (p *Pane) lookupRow(r *lookupRow, under bool, widths foundWidths, width int) string {
	var text string
	switch typed := p.lookup.typed(); {
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

// reason says in which field a look-up has found a match; of a number also which one.
func reason(f *backend.Match) string {
	switch f.By {
	case backend.ByTicket, backend.ByOrder, backend.ByCode:
		return reasons[f.By] + " " + f.Value.String()
	}
	if f.LastDigits {
		return "last digits"
	}
	return reasons[f.By]
}

// numberCell returns the customer's number, and how many tickets of theirs are known.
func numberCell(p backend.Person) string { return joined(p.Number, p.Tickets) }

// foundWidths are the widths of the columns behind the names.
type foundWidths struct{ phone, email, number, why int }

// foundWidths returns the widths of the longest cells, within limits: what they leave is for the names.
func (l *lookup) foundWidths(width int) foundWidths {
	var w foundWidths
	for i := range l.rows {
		f := l.rows[i].Match
		if f == nil {
			continue
		}
		who := backend.PersonOf(f)
		w.phone = max(w.phone, termwidth.Width(who.Phone))
		w.email = max(w.email, termwidth.Width(who.Email))
		w.number = max(w.number, termwidth.Width(numberCell(who)))
		w.why = max(w.why, termwidth.Width(reason(f)))
	}
	return foundWidths{min(w.phone, 18), min(w.email, 28), min(w.number, 30), min(w.why, 22, width/4)}
}

// foundRow draws the row of a match.
func (p *Pane) foundRow(f *backend.Match, under bool, w foundWidths, width int) string {
	who, sure := backend.PersonOf(f), "   "
	if who.IsPossible {
		sure = " ? "
	}
	rest := "  " + termwidth.Pad(who.Phone, w.phone)
	if width >= threeColumns {
		rest += "  " + termwidth.Pad(who.Email, w.email) + "  " + termwidth.Pad(numberCell(who), w.number)
	}
	rest += "  " + termwidth.Pad(reason(f), w.why)
	room := min(max(width-3-termwidth.Width(rest), 8), maxNameWidth)
	plain := sure + termwidth.Pad(who.Name, room) + rest
	drawn := p.th.Warning.Render(sure) + termwidth.Pad(who.Name, room) + p.th.Muted.Render(rest)
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
	case l.Known.Of != l.Typed:
		return wrapped(p.th.Muted, "searching…", width, most)
	}
	f := &l.Known.Value
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
