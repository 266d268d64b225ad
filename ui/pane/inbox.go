package pane

import (
	"fmt"
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/form"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// Inbox is the list of tickets: views with counts, a filter, an order, and the rows that fit.
type Inbox struct {
	cmds *backend.Backend
	th   *theme.Theme
	keys keymap.Keymap // that are named in what is said

	span         desk.DateRange
	views        []desk.View
	view         int
	order        desk.Sort
	listing      *backend.Listing
	last         backend.TicketsListedMsg
	resetCursor  bool            // the listing on its way is of other tickets: what is not among them does not hold the cursor in the middle
	cursorByView map[int]desk.ID // where the cursor was in each view

	list    part.ListWindow
	cursor  desk.ID          // the ticket on which the cursor stays whatever is listed; none while the first days arrive
	reading bool             // that ticket was opened and is being read, so that it stays the agent's place even when it leaves the list
	held    *backend.Listing // the newest listing that held it, once it has left
	beside  desk.ID          // the ticket that is shown beside the list; zero for the one under the cursor

	marks  marks
	draft  func(desk.ID) bool // what was typed on a ticket waits to be sent
	filter *form.Input
	typing bool

	width, height int
	focused       bool
}

// NewInbox makes the inbox for a span of days; views are those of the configuration, behind our own.
func NewInbox(cmds *backend.Backend, span desk.DateRange, saved []desk.View, th *theme.Theme) *Inbox {
	views := []desk.View{
		{Name: "All"}, {Name: "Callbacks", Callbacks: true}, {Name: "At risk", AtRisk: true}, {Name: "Unattended", Unattended: true},
	}
	in := &Inbox{
		cmds: cmds, span: span, views: append(views, saved...), order: desk.Sort{Key: desk.SortByAge},
		marks: marks{}, cursorByView: map[int]desk.ID{}, draft: func(desk.ID) bool { return false }, filter: form.NewInput("words of a ticket", 200),
	}
	in.SetTheme(th)
	return in
}

// ID is the inbox's place in the keymap.
func (in *Inbox) ID() keymap.Scope { return keymap.Inbox }

// Span is the days that are shown.
func (in *Inbox) Span() desk.DateRange { return in.span }

// SetSpan shows other days.
func (in *Inbox) SetSpan(s desk.DateRange) tea.Cmd {
	in.span = s
	return in.reloadFromTop()
}

// Snapshot is the newest listing with its progress and the vocabulary that rows taught.
func (in *Inbox) Snapshot() backend.TicketsListedMsg { return in.last }

// Selected is the ticket under the cursor; nil when there is none.
func (in *Inbox) Selected() *desk.Ticket {
	if in.listing == nil || in.listing.Len() == 0 {
		return nil
	}
	return in.listing.At(min(in.list.Cursor(), in.listing.Len()-1))
}

// SetKeys tells which keys the console has.
func (in *Inbox) SetKeys(keys keymap.Keymap) { in.keys = keys }

// SetDraftLookup tells how to find out whether a draft waits on a ticket.
func (in *Inbox) SetDraftLookup(has func(desk.ID) bool) { in.draft = has }

// SelectWhenListed puts the cursor on a ticket as soon as it is listed, unless another one is being read.
func (in *Inbox) SelectWhenListed(id desk.ID) {
	if !in.reading {
		in.cursor = id
	}
}

// Move moves the cursor by rows.
func (in *Inbox) Move(by int) { in.moveCursor(func() { in.list.Move(by) }) }

func (in *Inbox) moveCursor(move func()) {
	move()
	if t := in.Selected(); t != nil {
		in.cursor, in.held = t.ID, nil
	}
}

// CapturesText says that the filter is being typed.
func (in *Inbox) CapturesText() bool { return in.typing }

// reload lists the rows anew.
func (in *Inbox) reload() tea.Cmd {
	return in.cmds.ListTickets(backend.Query{
		View: in.views[in.view], Text: in.filter.Value(), Sort: in.order, Span: in.span, CountViews: in.views,
	})
}

// reloadFromTop lists other rows: another view, filter or days.
func (in *Inbox) reloadFromTop() tea.Cmd {
	in.resetCursor = true
	return in.reload()
}

// Update takes listings and, while the filter is typed, keys.
func (in *Inbox) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.StoreChangedMsg:
		return in.reload()
	case backend.TicketsListedMsg:
		in.applyListing(msg)
	case backend.TicketReadMsg:
		return in.reload() // counts the new ones again: the ticket may not be among those that are listed
	case tea.KeyPressMsg:
		if in.typing {
			return in.handleFilterKey(msg)
		}
	case tea.PasteMsg:
		if in.typing {
			return in.updateFilter(msg)
		}
	}
	return nil
}

// applyListing shows a listing with the cursor on its ticket, or on the one that follows it when it has left the list; among
// other tickets where it was when these were shown last, or on top. While the first days arrive it stays on top: they
// come in any order, and whose came first is nobody's choice.
func (in *Inbox) applyListing(msg backend.TicketsListedMsg) {
	if msg.Err != nil {
		in.last.Err = msg.Err
		return
	}
	if in.listing != nil && in.listing.Index(in.cursor) >= 0 {
		in.held = in.listing
	}
	in.last, in.listing = msg, msg.Listing
	if in.filter.Value() == "" && !msg.Progress.Busy {
		in.marks.prune(in.listing)
	}
	in.list.SetCount(in.listing.Len())
	switch i := in.listing.Index(in.cursor); {
	case in.cursor.IsZero():
		in.list.Top()
		if !msg.Progress.Busy {
			in.PinCursor()
		}
	case i >= 0:
		in.held = nil
		in.place(i)
	case in.resetCursor && !in.reading:
		in.list.SetCursor(max(in.listing.Index(in.cursorByView[in.view]), 0))
		in.PinCursor()
	default:
		if i = in.nearest(); i >= 0 {
			in.place(i)
		}
		in.PinCursor()
	}
	in.resetCursor = false
}

// place puts the cursor on a row: in a scrolled list the row that is looked at stays where it is, and at the top what is
// new is seen.
func (in *Inbox) place(row int) {
	if in.list.Offset() > 0 && !in.resetCursor {
		in.list.MoveKeepingOffset(row)
		return
	}
	in.list.SetCursor(row)
}

// PinCursor keeps the cursor on the ticket under it from now on, unless another one is being read.
func (in *Inbox) PinCursor() {
	if !in.reading {
		in.moveCursor(func() {})
	}
}

// SetSize sets columns and rows.
func (in *Inbox) SetSize(w, h int) {
	in.width, in.height = w, h
	in.list.SetSize(max(h-in.headerRows()-1, 1))
	in.filter.SetWidth(max(w-10, 1))
}

// SetTheme changes the colours.
func (in *Inbox) SetTheme(th *theme.Theme) {
	in.th = th
	in.filter.SetTheme(th)
}

// SetFocus says whether the keys go here.
func (in *Inbox) SetFocus(has bool) { in.focused = has }

// Cursor stands in the filter while it is typed.
func (in *Inbox) Cursor() *tea.Cursor {
	if !in.typing {
		return nil
	}
	c := in.filter.Cursor()
	if c != nil {
		c.X, c.Y = c.X+len(filterLabel), c.Y+1
	}
	return c
}

// marks are the marked tickets, and whether each was closed when it was marked.
type marks map[desk.ID]bool

func (m marks) has(id desk.ID) bool {
	_, marked := m[id]
	return marked
}

// prune takes the marks off tickets that have left the listing, and off those that were closed since.
func (m marks) prune(l *backend.Listing) {
	maps.DeleteFunc(m, func(id desk.ID, wasClosed bool) bool {
		row := l.Index(id)
		return row < 0 || !wasClosed && l.At(row).Marks.Has(desk.Closed)
	})
}

// missing is how many marked tickets a listing does not hold.
func (m marks) missing(l *backend.Listing) int {
	n := 0
	for id := range m {
		if l.Index(id) < 0 {
			n++
		}
	}
	return n
}

// Marked are the marked tickets, in the order of their numbers.
func (in *Inbox) Marked() []desk.ID {
	return slices.SortedFunc(maps.Keys(in.marks), desk.ID.Compare)
}

// OneTicketReason is why what takes one ticket cannot be done while tickets are marked; empty when the only marked one
// is the one under the cursor.
func (in *Inbox) OneTicketReason(clearKey string) string {
	n, t := len(in.marks), in.Selected()
	switch {
	case n == 0 || n == 1 && t != nil && in.marks.has(t.ID):
		return ""
	case n == 1:
		return "another ticket is marked: " + clearKey + " takes the mark off"
	}
	return fmt.Sprintf("%d are marked, this takes one: %s takes the marks off", n, clearKey)
}

// mark marks the ticket under the cursor or takes the mark off, and goes to the next.
func (in *Inbox) mark() tea.Cmd {
	t := in.Selected()
	if in.marks.has(t.ID) {
		delete(in.marks, t.ID)
	} else {
		in.marks[t.ID] = t.Marks.Has(desk.Closed)
	}
	in.Move(1)
	return nil
}

// farthest is how many rows are looked through for the neighbour of a ticket that has left the list.
const farthest = 2000

// StartReading says that the ticket under the cursor has been opened. It stays the agent's place in the list until
// StopReading: the next ticket is the next of this one, even when it is closed meanwhile and leaves the list.
func (in *Inbox) StartReading() {
	in.reading = false
	in.PinCursor()
	in.reading = true
}

// StopReading gives the cursor back to the list.
func (in *Inbox) StopReading() {
	in.reading = false
	in.PinCursor()
}

// Step goes to the next ticket after the one that is read, or to the previous one by -1; nil when there is none.
func (in *Inbox) Step(by int) *desk.Ticket {
	if in.listing == nil {
		return nil
	}
	to := in.listing.Index(in.cursor) + by
	if to == by-1 { // it has left the list
		to = in.follows(by)
	}
	if to < 0 || to >= in.listing.Len() {
		return nil
	}
	in.moveCursor(func() { in.list.SetCursor(to) })
	return in.Selected()
}

// follows is the row of the nearest ticket that came after the one at the cursor, or before it by -1, when that was
// still listed; -1 when none of them is listed now.
func (in *Inbox) follows(by int) int {
	if in.held == nil {
		return -1
	}
	from := in.held.Index(in.cursor)
	for i := from + by; from >= 0 && i >= 0 && i < in.held.Len() && i != from+by*farthest; i += by {
		if row := in.listing.Index(in.held.At(i).ID); row >= 0 {
			return row
		}
	}
	return -1
}

// nearest is the row where the cursor goes when its ticket has left the list; -1 when nothing is known of it.
func (in *Inbox) nearest() int {
	if row := in.follows(1); row >= 0 {
		return row
	}
	return in.follows(-1)
}

// SetBeside names the ticket that is shown beside the list, which is highlighted there when it is listed; zero for the
// one under the cursor.
func (in *Inbox) SetBeside(id desk.ID) { in.beside = id }

// highlighted is the row of the ticket that is shown beside the list; -1 when the list does not hold it.
func (in *Inbox) highlighted() int {
	if in.beside.IsZero() {
		return in.list.Cursor()
	}
	return in.listing.Index(in.beside)
}
