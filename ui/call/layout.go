package call

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/textedit"
)

const (
	threeColumns = 96 // minimum width for tickets, orders and answers side by side
	dividerWidth = 3
	roomyFrom    = 28 // minimum height for a rule above the lists
	targetRows   = 1  // where the notes go
	ruleRows     = 1
	statusRows   = 13 // of the form while the options of the sub-status are shown
	lookupLabel  = "Caller  "
)

// place is where a part is: what it shows, and with its title and what it says of itself.
type place struct{ in, whole image.Rectangle }

// places is where the parts of the screen are. In a narrow window the lists have the same place, and one is shown.
type places struct {
	of         [partCount]place
	lists      image.Rectangle // tickets, orders and answers, or the matches of the look-up
	isSwitched bool
}

// mostOrderColumns is how wide the orders become: the rest is for the answer that is read.
const mostOrderColumns = 40

// places computes where the parts of the screen are.
func (p *Pane) places() places {
	g := places{isSwitched: p.width < threeColumns}
	top, noteRows := p.headRows(), p.noteRows()
	if p.at == partNotes && p.notes.form.Focused() == backend.FieldSubStatus {
		noteRows = max(noteRows, min(statusRows, p.height-top-targetRows-ruleRows-3))
	}
	bottom := max(p.height-ruleRows-targetRows-noteRows, top+1)
	notes := bottom + ruleRows + targetRows
	g.lists = image.Rect(0, top, p.width, bottom)
	g.of[partNotes] = below(image.Rect(0, notes, p.width, notes+noteRows), 0)
	tickets, orders, answers, search := g.lists, g.lists, g.lists, 1
	if !g.isSwitched {
		tickets.Max.X = p.width * 39 / 100
		orders.Min.X = tickets.Max.X + dividerWidth
		orders.Max.X = orders.Min.X + min(p.width*26/100, mostOrderColumns)
		answers.Min.X = orders.Max.X + dividerWidth
		search = 0 // stands in the row of the titles
	}
	listed := listHeight(tickets.Dy()-1, len(p.tickets.rows))
	g.of[partTickets] = below(tickets, 1)
	g.of[partTickets].in.Max.Y = g.of[partTickets].in.Min.Y + listed
	tickets.Min.Y += 1 + listed + len(p.ticketsState(tickets.Dx()))
	g.of[partText] = below(tickets, 1)
	g.of[partOrders] = below(orders, 1+len(p.customerState(orders.Dx())))
	g.of[partAnswers] = below(answers, search)
	return g
}

// below returns the place of what is shown below so many rows of a frame.
func below(frame image.Rectangle, rows int) place {
	in := frame
	in.Min.Y = min(in.Min.Y+rows, in.Max.Y)
	return place{in, frame}
}

// shows reports whether a list is on the screen.
func (g *places) shows(p *Pane, list part) bool {
	if list == partText {
		return g.shows(p, partTickets) && p.Ticket() != nil && !g.of[partText].in.Empty()
	}
	return !p.looksUp() && (!g.isSwitched || list == p.list)
}

// headRows returns the rows above the lists: clock and caller, look-up, and a rule if there is room.
func (p *Pane) headRows() int {
	if p.height >= roomyFrom {
		return 3
	}
	return 2
}

// noteRows returns how many rows the notes take: a few, so that tickets and orders have the others, and more as they
// are written.
func (p *Pane) noteRows() int {
	lines := 0
	for line := range strings.SplitSeq(p.notes.text(), "\n") {
		lines += 1 + termwidth.Width(line)/max(p.width-noteMargin, 1)
	}
	least, most := min(max(p.height/5, 7), 10), min(max(p.height/3, 8), 16)
	return min(max(lines+noteFrame, least), most)
}

// What the notes need besides their lines: the box, a line to go on in, and the two other fields below each other;
// and the columns beside a line.
const (
	noteFrame  = 5
	noteMargin = 6
)

// SetSize sets the size in columns and rows.
func (p *Pane) SetSize(width, height int) {
	p.width, p.height = width, height
	if width == 0 {
		return
	}
	p.showMinute()
	g := p.places()
	size := func(of part) (width, height int) { return g.of[of].in.Dx(), max(g.of[of].in.Dy(), 1) }
	p.detail.SetSize(size(partText))
	p.customer.SetSize(size(partOrders))
	p.answers.SetSize(size(partAnswers))
	p.notes.form.SetSize(size(partNotes))
}

// listHeight returns how many rows of a list are shown where the rest shows what is under its cursor.
func listHeight(room, rows int) int { return min(rows, max(room/2, room-8, 1)) }

// Cursor returns the cursor of the input that has the focus.
func (p *Pane) Cursor() *tea.Cursor {
	of := p.places().of
	switch {
	case p.at == partLookup:
		return textedit.MoveCursor(p.lookup.List().Input().Cursor(), len(lookupLabel), 1)
	case p.at == partAnswers && !p.CapturesText():
		return textedit.MoveCursor(p.answers.Cursor(), of[partAnswers].in.Min.X, of[partAnswers].in.Min.Y)
	case p.at == partNotes:
		return textedit.MoveCursor(p.notes.form.Cursor(), 0, of[partNotes].in.Min.Y)
	}
	return nil
}
