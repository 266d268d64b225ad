package pane

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// Inbox is the ticket list: views with their counts, a filter, a sort order, and the visible rows.
type Inbox struct {
	areas inboxAreas
	listed
	inboxViews

	columns      listColumns
	preview      bool   // the ticket is shown below a list that has the width of the screen to itself
	reminded     string // the filter of the callbacks that the agent is reminded of
	work         workList
	passes       map[int]*Pass   // by view
	resetCursor  bool            // the pending listing has another query: reset the cursor if it lacks its ticket
	cursorByView map[int]desk.ID // the cursor's ticket in each view

	list    widget.ListWindow
	cursor  desk.ID          // the ticket that the cursor stays on across listings; zero while the first days load
	wanted  desk.ID          // the ticket that the cursor was on at the last start, until it is listed
	begun   bool             // the agent has begun, so rows that arrive no longer change which ticket the cursor is on
	top     topTicket        // that the cursor is on until it stays on one
	reading bool             // that ticket is open, so the cursor stays on it even if it leaves the list
	held    *backend.Listing // the last listing that contained that ticket, once it has left
	beside  desk.ID          // the ticket shown next to the list; zero for the one under the cursor

	remembered inboxLook // as last taken by TakeState

	Marks   marks
	console TicketLookups
	filter  *filterLine
	agent   string                 // whom the filter calls me
	drafts  func() map[string]bool // the tickets with drafts, by raw id
}

// TicketLookups is what the console knows of a ticket besides its values.
type TicketLookups struct {
	HasDraft  func(desk.ID) bool // an unsent one
	HasUpdate func(desk.ID) bool // one that is about to be sent
	InOutbox  func(desk.ID) bool // an update
	Claim     func(desk.ID) (backend.Claim, bool)
	IsSnoozed func(*desk.Ticket) bool // the reminder of its callback

	FindNumber func(typed string) tea.Cmd // that no listed ticket has
	SaveView   func() tea.Cmd             // of the filter
}

// NewInbox returns the inbox for a date range, with the first of its views or the one with a name.
func NewInbox(d Deps, span desk.DateRange, views []desk.View, first string, console TicketLookups) *Inbox {
	in := &Inbox{
		listed:       listed{base: newBase(d), span: span},
		inboxViews:   inboxViews{views: views, orderByView: map[string]desk.Sort{}},
		cursorByView: map[int]desk.ID{},
		passes:       map[int]*Pass{},
		columns:      listColumns{ticketLines: 1, words: newListWords()},
		top:          topTicket{isCovered: func() bool { return false }},
		console:      console,
		filter:       newFilterLine(),
		drafts:       func() map[string]bool { return nil },
	}
	in.enterView(max(in.indexOf(first), 0))
	in.SetTheme(d.Theme)
	return in
}

// Span returns the date range.
func (l *listed) Span() desk.DateRange { return l.span }

// SetSpan changes the date range.
func (in *Inbox) SetSpan(s desk.DateRange) tea.Cmd {
	in.span = s
	return in.reloadFromTop()
}

// Snapshot returns the latest listing with its progress and the vocabulary found in its rows.
func (l *listed) Snapshot() backend.TicketsListedMsg { return l.last }

// IsClosing reports whether a sub-status means closed.
func (l *listed) IsClosing(subStatus string) bool { return l.last.Vocabulary.IsClosing(subStatus) }

// Selected returns the ticket under the cursor; nil if there is none.
func (in *Inbox) Selected() *desk.Ticket {
	if in.listing == nil || in.listing.Len() == 0 {
		return nil
	}
	return in.listing.At(min(in.list.Cursor(), in.listing.Len()-1))
}

// SetCovered sets the function that reports whether something covers the list, so that nobody reads it.
func (in *Inbox) SetCovered(is func() bool) { in.top.isCovered = is }

// Select moves the cursor to a ticket. It reports false if the ticket is not listed.
func (in *Inbox) Select(id desk.ID) bool {
	if in.listing == nil || in.listing.Index(id) < 0 {
		return false
	}
	in.moveCursor(func() { in.list.SetCursor(in.listing.Index(id)) })
	return true
}

// SelectWhenListed moves the cursor to a ticket as soon as it is listed, unless a ticket is open.
func (in *Inbox) SelectWhenListed(id desk.ID) {
	if !in.reading {
		in.cursor = id
	}
}

// Move moves the cursor by rows.
func (in *Inbox) Move(by int) { in.moveCursor(func() { in.list.Move(by) }) }

// ScrollBy scrolls by rows and leaves the cursor where it is.
func (in *Inbox) ScrollBy(by int) { in.list.ScrollBy(by) }

// HalfPage moves the cursor by half a page.
func (in *Inbox) HalfPage(by int) { in.moveCursor(func() { in.list.HalfPage(by) }) }

// GotoTop moves the cursor to the first ticket.
func (in *Inbox) GotoTop() { in.moveCursor(in.list.GotoTop) }

// GotoBottom moves the cursor to the last ticket.
func (in *Inbox) GotoBottom() { in.moveCursor(in.list.GotoBottom) }

// Target returns the ticket under the cursor.
func (in *Inbox) Target() Target {
	t := in.Selected()
	return Target{Ticket: t, Marked: len(in.Marks.set), IsMarked: t != nil && in.Marks.has(t.ID)}
}

func (in *Inbox) moveCursor(move func()) {
	in.beginWork()
	move()
	in.takeCursor()
}

// takeCursor binds the cursor to the ticket under it.
func (in *Inbox) takeCursor() {
	if t := in.Selected(); t != nil {
		in.cursor, in.held, in.wanted = t.ID, nil, desk.ID{}
	}
}

// CapturesText reports whether the filter has focus.
func (in *Inbox) CapturesText() bool { return in.filter.IsFocused() }

// reload requests the listing again, in the order that it has.
func (in *Inbox) reload() tea.Cmd {
	return in.cmds.ListTickets(in.query(), in.work.seq, in.work.kept)
}

// reloadFromTop requests the listing of another view, filter or date range.
func (in *Inbox) reloadFromTop() tea.Cmd {
	in.resetCursor = true
	if len(in.Marks.set) == 0 {
		in.Marks.Clear()
	}
	return tea.Batch(in.newList(), in.recountChoices())
}

// Update handles listings and, while the filter has focus, keys.
func (in *Inbox) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.StoreChangedMsg:
		if in.filter.IsFocused() {
			return tea.Batch(in.reload(), in.countChoices())
		}
		return in.reload()
	case backend.TicketsListedMsg:
		if msg.Err == nil && !in.work.isCurrent(msg) {
			return in.reload()
		}
		return in.applyListing(msg)
	case backend.PullDone:
		return in.onPulled()
	case backend.WrittenMsg:
		if msg.What == backend.ReadMarks {
			return in.reload() // update the unread count, even if the ticket is not listed
		}
	case tea.KeyPressMsg:
		if in.filter.IsFocused() {
			return in.handleFilterKey(msg)
		}
	case tea.PasteMsg:
		if in.filter.IsFocused() {
			return in.updateFilter(msg)
		}
	}
	return nil
}

// applyListing shows a listing and keeps the cursor on its ticket, or moves it to the next or else the previous one
// that is still listed. In another view, filter or date range the cursor returns to its previous ticket in that
// view, or to the top. While the first days load it stays at the top, because they arrive in any order. While older
// days are read, it stays there until the agent begins.
func (in *Inbox) applyListing(msg backend.TicketsListedMsg) tea.Cmd {
	if msg.Err != nil {
		in.last.Err = msg.Err
		return nil
	}
	in.stayOnRead()
	if in.listing != nil && in.listing.Index(in.cursor) >= 0 {
		in.held = in.listing
	}
	in.last, in.listing = msg, msg.Listing
	in.columns.words.learn(msg.Vocabulary.SubStatuses)
	in.work.keep(msg)
	in.list.SetCount(in.listing.Len())
	in.findWanted(msg.Progress)
	switch i := in.listing.Index(in.cursor); {
	case in.cursor.IsZero():
		in.list.GotoTop()
		if in.begun || in.last.Queue.IsWhole() || in.last.Queue.Err != nil {
			in.pinWhenLoaded()
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
	var first desk.ID
	if t := in.Selected(); t != nil {
		first = t.ID
	}
	in.top.note(first, in.cmds.Now())
	isWhole := in.filter.Value() == "" && !msg.Progress.Busy
	return in.recountMarks(isWhole)
}

// findWanted moves the cursor to the ticket that it was on at the last start, if that is listed by the time that the
// first days have arrived.
func (in *Inbox) findWanted(p backend.Progress) {
	if !in.wanted.IsZero() && in.listing.Index(in.wanted) >= 0 {
		in.cursor, in.wanted = in.wanted, desk.ID{}
	} else if !p.Busy && len(daysOf(p, isArriving)) == 0 {
		in.wanted = desk.ID{}
	}
}

// place moves the cursor to a row. In a scrolled list the row keeps its position on the screen; at the top of the
// list new rows become visible.
func (in *Inbox) place(row int) {
	if in.list.Offset() > 0 && !in.resetCursor && row != in.list.Cursor() {
		in.list.MoveKeepingOffset(row)
		return
	}
	in.list.PointTo(row)
}

// Begin says that the agent has begun with a key other than esc or with the mouse: once the first days are there, the
// cursor stays on its ticket.
func (in *Inbox) Begin(input tea.Msg) {
	if key, isKey := input.(tea.KeyPressMsg); isKey && key.String() == "esc" {
		return
	}
	in.begun = true
	in.pinWhenLoaded()
}

func (in *Inbox) pinWhenLoaded() {
	if in.cursor.IsZero() && !in.last.Progress.Busy && in.wanted.IsZero() {
		in.PinCursor()
	}
}

// PinCursor binds the cursor to the ticket under it, unless a ticket is open.
func (in *Inbox) PinCursor() {
	if !in.reading {
		in.takeCursor()
	}
}

// SetSize sets the size in columns and rows.
func (in *Inbox) SetSize(w, h int) {
	in.width, in.height = w, h
	in.list.SetSize(max((h-in.headerRows()-1)/in.columns.ticketLines, 1))
	in.filter.SetWidth(max(w-len(filterLabel), 1))
}

// SetTheme changes the colours.
func (in *Inbox) SetTheme(th *theme.Theme) {
	in.th = th
	in.filter.SetTheme(th)
}

// Cursor returns the cursor of the filter; nil if the filter does not have focus.
func (in *Inbox) Cursor() *tea.Cursor {
	return textedit.MoveCursor(in.filter.Cursor(), len(filterLabel), 1)
}

// maxNeighbourRows is the maximum number of rows searched for the neighbour of a ticket that has left the list.
const maxNeighbourRows = 2000

// StartReading marks the ticket under the cursor as open. Until StopReading the cursor stays on it, so that Step
// continues from it even if the ticket is closed meanwhile and leaves the list.
func (in *Inbox) StartReading() {
	in.beginWork()
	in.reading = false
	in.PinCursor()
	in.reading = true
}

// StopReading ends what StartReading began and binds the cursor to the ticket under it.
func (in *Inbox) StopReading() {
	in.reading = false
	in.PinCursor()
}

// Step moves to the ticket after the open one, or before it if by is -1; it returns nil if there is none.
func (in *Inbox) Step(by int) *desk.Ticket {
	if in.listing == nil {
		return nil
	}
	to := in.listing.Index(in.cursor) + by
	if to == by-1 { // the ticket has left the list
		to = in.follows(by)
	}
	if to < 0 || to >= in.listing.Len() {
		return nil
	}
	in.moveCursor(func() { in.list.SetCursor(to) })
	return in.Selected()
}

// follows returns the row of the nearest ticket that followed the cursor's ticket when that was last listed, or
// preceded it if by is -1. It returns -1 if no such ticket is listed.
func (in *Inbox) follows(by int) int {
	if in.held == nil {
		return -1
	}
	from := in.held.Index(in.cursor)
	for i := from + by; from >= 0 && i >= 0 && i < in.held.Len() && i != from+by*maxNeighbourRows; i += by {
		if row := in.listing.Index(in.held.At(i).ID); row >= 0 {
			return row
		}
	}
	return -1
}

// nearest returns the row for the cursor after its ticket has left the list; -1 if there is none.
func (in *Inbox) nearest() int {
	if row := in.follows(1); row >= 0 {
		return row
	}
	return in.follows(-1)
}

// SetBeside sets the ticket shown next to the list, which is highlighted if it is listed; zero is the one under the
// cursor.
func (in *Inbox) SetBeside(id desk.ID) { in.beside = id }

// highlighted returns the row of the ticket shown next to the list; -1 if it is not listed.
func (in *Inbox) highlighted() int {
	if in.beside.IsZero() {
		return in.list.Cursor()
	}
	return in.listing.Index(in.beside)
}
