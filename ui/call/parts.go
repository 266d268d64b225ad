package call

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/form"
	"frontdesk/ui/layout"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
	"frontdesk/ui/textedit"
	"frontdesk/ui/widget"
)

// part is what a region shows of a call: rows of the call's own and, below them, a list, a pane or the notes.
type part struct {
	call          *Pane
	slot          layout.Slot
	isAlone       bool // the other lists have no place beside it
	width, height int
}

// lists are the parts between which a narrow window chooses.
var lists = []layout.Slot{layout.CallerTickets, layout.CallerOrders, layout.CallAnswers}

// Part returns what a slot shows in a row of a template; nil if it shows nothing of a call.
func (p *Pane) Part(s layout.Slot, row layout.Breakpoint) pane.Region {
	t := p.parts[s]
	if t == nil {
		return nil
	}
	t.isAlone = !row.Has(layout.CallerTickets) || !row.Has(layout.CallerOrders)
	return t
}

// list returns the list that is shown; nil for none.
func (t *part) list() *overlay.List {
	switch {
	case t.slot == layout.Caller && t.call.looksUp():
		return t.call.lookup.List()
	case t.slot == layout.CallerTickets:
		return t.call.tickets.list
	}
	return nil
}

// pane returns what is shown instead of a list; nil for nothing.
func (t *part) pane() pane.Region {
	switch t.slot {
	case layout.NotesTicket:
		return t.call.detail
	case layout.CallerOrders:
		if t.call.caller.Customer == 0 && !t.call.isReading() && !t.call.customer.Failed() {
			return nil
		}
		return t.call.customer
	case layout.CallAnswers:
		return t.call.answers
	case layout.Notes:
		return notesForm{t.call.notes.form}
	}
	return nil
}

// notesForm is the form of the notes as what a region shows.
type notesForm struct{ *form.Form }

// Areas returns the form, which knows what stands at its cells.
func (f notesForm) Areas() pane.Areas { return pane.AllOf(f.SpotAt) }

// head returns the rows above the list or the pane.
func (t *part) head() []string {
	switch t.slot {
	case layout.Caller:
		return []string{t.call.head(t.width), t.call.searchRow(t.width)}
	case layout.CallerTickets:
		return []string{t.title()}
	case layout.CallerOrders:
		return append([]string{t.title()}, t.call.customerState(t.width)...)
	case layout.Notes:
		return []string{t.call.targetRow(t.width)}
	case layout.CallAnswers:
		if t.isAlone { // else the field of the search stands in the row of the titles
			return []string{t.title()}
		}
	}
	return nil
}

// SetSize sets the size in columns and rows.
func (t *part) SetSize(width, height int) {
	t.width, t.height = width, height
	if t.slot == layout.CallerTickets {
		t.call.showMinute()
	}
	if shown := t.pane(); shown != nil {
		shown.SetSize(width, max(height-len(t.head()), 1))
	}
}

// View draws the part.
func (t *part) View() string {
	rows := t.head()
	room := max(t.height-len(rows), 0)
	if list, shown := t.list(), t.pane(); list != nil {
		below := t.below()
		rows = append(rows, list.View(t.call.th, t.width, room-len(below), t.call.focused && t.call.at == t.slot)...)
		rows = append(rows, below...)
	} else if shown != nil {
		rows = append(rows, strings.Split(shown.View(), "\n")...)
	}
	return strings.Join(pane.Fill(rows, t.height), "\n")
}

// below returns the rows below the list.
func (t *part) below() []string {
	if t.slot == layout.CallerTickets {
		return t.call.ticketsState(t.width)
	}
	return nil
}

// Cursor returns the cursor of the text input; nil if it is not being typed into.
func (t *part) Cursor() *tea.Cursor {
	shown := t.pane()
	switch {
	case t.slot == layout.Caller:
		return textedit.MoveCursor(t.call.lookup.List().Input().Cursor(), len(lookupLabel), 1)
	case shown == nil, t.call.CapturesText():
		return nil
	}
	return textedit.MoveCursor(shown.Cursor(), 0, len(t.head()))
}

// Areas returns what a click can meet: it moves the cursor there, and a double click does what enter does. A part that
// the keys do not reach has no more than the names of the others.
func (t *part) Areas() pane.Areas {
	all, list, shown := t.tabAreas(), t.list(), t.pane()
	var inside pane.Areas
	switch {
	case !t.call.canEnter(t.slot):
		return all
	case list != nil:
		open := t.call.keys.KeyOf(keymap.Call, keymap.Open)
		inside = pane.AllOf(func(at image.Point) (widget.Spot, bool) { return list.RowAt(at, open) })
	case shown != nil:
		inside = shown.Areas()
	}
	if t.slot == layout.Caller {
		field := image.Rect(0, 1, t.width, 2)
		all = append(all, pane.Area{Rectangle: field, Inside: t.call.fieldAt})
	}
	return append(all, inside.In(image.Rect(0, len(t.head()), t.width, t.height), t.call.opensHere)...)
}

// fieldAt returns the field of the look-up.
func (p *Pane) fieldAt(at image.Point) (widget.Spot, bool) {
	put := p.lookup.List().Input().ClickAt(image.Pt(at.X-len(lookupLabel), 0))
	return widget.Spot{Name: "field", Select: func() tea.Cmd { put(); return nil }}, true
}

// opensHere changes the key of a pane that opens something into that of the call.
func (p *Pane) opensHere(s widget.Spot) widget.Spot {
	for _, key := range []*string{&s.Key, &s.Twice} {
		if *key != "" && !p.CapturesText() {
			*key = p.keys.KeyOf(keymap.Call, keymap.Open)
		}
	}
	return s
}

// ScrollAt scrolls the list or the text under the pointer. The cursor stays on its row: the notes go to its ticket.
func (t *part) ScrollAt(at image.Point, by int) tea.Cmd {
	at.Y -= len(t.head())
	if list := t.list(); list != nil {
		list.ScrollBy(by)
		return nil
	}
	switch shown := t.pane().(type) {
	case pane.Wheeled:
		return shown.ScrollAt(at, by)
	case pane.Scroller:
		shown.Move(by)
	}
	return nil
}

// RowsOf returns how many rows a part takes of those that it could have, as layout.Rows does. While the caller is
// looked for the matches have the place of the lists.
func (p *Pane) RowsOf(s layout.Slot, width, room int) int {
	switch t := p.tickets; {
	case s == layout.Caller && p.looksUp():
		return room
	case s == layout.Caller:
		return callerRows
	case s == layout.Notes:
		return p.noteRows(width, room)
	case s == layout.NotesTicket && p.Ticket() == nil:
		return -1
	case s == layout.CallerTickets && p.Ticket() != nil:
		listed := min(len(t.rows), max((room-1)/2, room-1-leastOfTicket, 1))
		return 1 + listed + len(p.ticketsState(width))
	}
	return 0
}

// callerRows are the rows of the clock and of the field, and leastOfTicket those that a list of tickets leaves to the
// one that is read.
const (
	callerRows    = 2
	leastOfTicket = 8
)

// noteRows returns how many rows the notes take: a few, so that tickets and orders have the others, and more as they
// are written or while the options of the sub-status are shown.
func (p *Pane) noteRows(width, room int) int {
	lines := 0
	for line := range strings.SplitSeq(p.notes.text(), "\n") {
		lines += 1 + len(line)/max(width-noteMargin, 1)
	}
	least, most := min(max(room/5, 7), 10), min(max(room/3, 8), 16)
	rows := min(max(lines+noteFrame, least), most)
	if p.at == layout.Notes && p.notes.offersOptions() {
		rows = max(rows, min(optionRows, room-leastAbove))
	}
	return 1 + rows
}

// What the notes need besides their lines: the box, a line to go on in, and the two other fields below each other;
// the columns beside a line; the rows of the form with the options of the sub-status, and what stays above it then.
const (
	noteFrame  = 5
	noteMargin = 6
	optionRows = 13
	leastAbove = 8
)
