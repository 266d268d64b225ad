package call

import (
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

// column is where one of the lists is.
type column struct{ x, width int }

// places is where the parts of the screen are.
type places struct {
	lists, listRows int // first row of the lists with their titles, and how many rows they have
	notes, noteRows int // the same of the form
	columns         map[part]column
	isSwitched      bool // one list is shown at a time
}

// mostOrderColumns is how wide the orders become: the rest is for the answer that is read.
const mostOrderColumns = 40

// places computes where the parts of the screen are.
func (p *Pane) places() places {
	var g places
	g.noteRows = p.noteRows()
	if p.at == partNotes && p.notes.form.Focused() == backend.FieldSubStatus {
		g.noteRows = max(g.noteRows, min(statusRows, p.height-p.headRows()-targetRows-ruleRows-3))
	}
	g.lists = p.headRows()
	g.listRows = max(p.height-p.headRows()-ruleRows-targetRows-g.noteRows, 1)
	g.notes = g.lists + g.listRows + ruleRows + targetRows
	g.isSwitched = p.width < threeColumns
	g.columns = map[part]column{}
	if g.isSwitched {
		for _, list := range []part{partTickets, partOrders, partAnswers} {
			g.columns[list] = column{0, p.width}
		}
		return g
	}
	tickets, orders := p.width*39/100, min(p.width*26/100, mostOrderColumns)
	g.columns[partTickets] = column{0, tickets}
	g.columns[partOrders] = column{tickets + dividerWidth, orders}
	rest := tickets + orders + 2*dividerWidth
	g.columns[partAnswers] = column{rest, p.width - rest}
	return g
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
	g := p.places()
	rows := g.listRows - 1 // the title, or the tabs
	p.tickets.list.SetSize(listHeight(rows, len(p.tickets.rows)))
	width = g.columns[partTickets].width
	shown := min(listHeight(rows, len(p.tickets.rows)), len(p.tickets.rows)) + len(p.ticketsState(width))
	p.detail.SetSize(width, max(rows-shown-1, 1))
	width = g.columns[partOrders].width
	p.customer.SetSize(width, max(rows-len(p.customerState(width)), 1))
	if !g.isSwitched {
		rows++ // the search stands in the row of the titles
	}
	p.answers.SetSize(g.columns[partAnswers].width, rows)
	p.notes.form.SetSize(p.width, g.noteRows)
}

// listHeight returns how many rows of a list are shown where the rest shows what is under its cursor.
func listHeight(room, rows int) int { return max(min(rows, max(room/2, room-8)), 1) }

// Cursor returns the cursor of the input that has the focus.
func (p *Pane) Cursor() *tea.Cursor {
	g := p.places()
	switch p.at {
	case partLookup:
		return textedit.MoveCursor(p.lookup.Field().Cursor(), len(lookupLabel), 1)
	case partAnswers:
		if p.CapturesText() {
			return nil
		}
		y := g.lists
		if g.isSwitched {
			y++
		}
		return textedit.MoveCursor(p.answers.Cursor(), g.columns[partAnswers].x, y)
	case partNotes:
		return textedit.MoveCursor(p.notes.form.Cursor(), 0, g.notes)
	}
	return nil
}
