package pane

import (
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
