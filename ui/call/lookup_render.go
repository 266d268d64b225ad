package call

import (
	"fmt"
	"strconv"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
)

// maxNameWidth is the width of the names of those who were found.
const maxNameWidth = 60

// lookupStateRows is how many rows below the results say how the look-up stands.
const lookupStateRows = 2

// lookupRows draws the results of the look-up and how it stands.
func (p *Pane) lookupRows(width, height int) []string {
	l := &p.lookup
	var rows []string
	from, to := l.list.Visible()
	for i := from; i < min(to, len(l.rows)); i++ {
		rows = append(rows, p.lookupRow(&l.rows[i], i == l.list.Cursor(), width))
	}
	return append(rows, p.lookupState(width, min(height-len(rows), lookupStateRows))...)
}

func (p *Pane) lookupRow(r *lookupRow, under bool, width int) string {
	var text string
	switch typed := p.typed(); {
	case r.found != nil:
		return p.foundRow(r.found, under, width)
	case r.ask != 0:
		text = fmt.Sprintf("→ Customer number %d: ask the service", r.ask)
	case r.older && p.lookup.older.Days() > 0:
		text = "↺ Go on before " + shortDay(p.lookup.older.Next().Add(1))
	case r.older:
		text = "↺ Ask the service for older customers, day by day"
	case r.goOn:
		text = "☎ Go on with “" + typed + "”, whoever that is"
	case r.add:
		text = "+ Add this caller as a customer"
	}
	text = termwidth.Truncate("   "+text, width)
	return p.row(partLookup, under, text, p.th.Info.Render(text), width)
}

// reasons names the fields in which look-ups find somebody.
var reasons = map[backend.MatchField]string{
	backend.ByTicket: "ticket", backend.ByPhone: "phone", backend.ByEmail: "e-mail", backend.ByOrder: "order",
	backend.ByCustomer: "number", backend.ByCode: "code", backend.ByCreator: "wrote",
}

// foundRow draws somebody who was found, with the reason.
func (p *Pane) foundRow(f *backend.Match, under bool, width int) string {
	name, phone, email := "", "", ""
	if t := f.Ticket; t != nil {
		phone, email = t.Phone.String(), t.Email.String()
		name = "“" + t.Title.String() + "”"
		if creator := t.Creator.String(); creator != "" && t.Creator != t.Assignee { // may be an agent all the same
			name = creator + ": " + name
		}
	}
	if c := f.Record; c != nil {
		name = c.Name.String()
		if contact := c.PrimaryContact(); contact != nil {
			phone, email = contact.FullPhone().String(), contact.Email.String()
		}
	}
	sure := "   "
	if f.Level == desk.PossibleMatch {
		sure = " ? "
	}
	why := reasons[f.By]
	if f.LastDigits {
		why = "last digits"
	}
	if f.By == backend.ByTicket || f.By == backend.ByOrder || f.By == backend.ByCode {
		why += " " + f.Value.String()
	}
	number := ""
	if f.ID != 0 {
		number = strconv.FormatInt(f.ID, 10)
	}
	if f.Tickets > 0 {
		number = joined(number, plural(f.Tickets, "ticket"))
	}
	rest := "  " + termwidth.Pad(phone, 18)
	if width >= threeColumns {
		rest += "  " + termwidth.Pad(email, 28) + "  " + termwidth.Pad(number, 20)
	}
	rest += "  " + termwidth.Pad(why, min(22, width/5))
	room := min(max(width-3-termwidth.Width(rest), 8), maxNameWidth)
	plain := sure + termwidth.Pad(name, room) + rest
	drawn := p.th.Warning.Render(sure) + termwidth.Pad(name, room) + p.th.Muted.Render(rest)
	return p.row(partLookup, under, plain, drawn, width)
}

// lookupState says what was searched, and how the search at the service stands.
func (p *Pane) lookupState(width, most int) []string {
	l := &p.lookup
	progress := l.older.Progress(p.cmds.Today())
	switch err := l.older.Err(); {
	case l.found.Err != nil:
		return wrapped(p.th.Error, "✗ "+backend.ErrorText(l.found.Err), width, most)
	case l.older.Busy():
		return wrapped(p.th.Info, p.key(keymap.Back)+" stops · "+progress, width, most)
	case backend.IsNotConfigured(err):
		return wrapped(p.th.Warning, "Not asked: "+backend.ErrorText(err), width, most)
	case err != nil:
		return wrapped(p.th.Error, "✗ "+shortDay(l.older.Next())+": "+backend.ErrorText(err), width, most)
	case progress != "" && len(l.older.Found()) == 0:
		return wrapped(p.th.Warning, progress, width, most)
	case progress != "":
		return wrapped(p.th.Success, progress, width, most)
	case l.found.Typed != l.query:
		return wrapped(p.th.Muted, "looking…", width, most)
	}
	f := &l.found.Found
	more := ""
	if f.More {
		more = "more than "
	}
	known := plural(f.Tickets, "ticket")
	if f.Customers > 0 {
		known = plural(f.Customers, "customer") + " and " + known
	}
	text := fmt.Sprintf("found %s%d among %s known here", more, len(f.Matches), known)
	return wrapped(p.th.Muted, text, width, most)
}

func shortDay(d desk.Date) string {
	return fmt.Sprintf("%d %s %d", d.Day, d.Month.String()[:3], d.Year)
}
