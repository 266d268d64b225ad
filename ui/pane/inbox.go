package pane

import (
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/command"
	"frontdesk/ui/form"
	"frontdesk/ui/keymap"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// Inbox is the list of tickets: views with counts, a filter, an order, and the rows that fit.
type Inbox struct {
	cmds *command.Commands
	th   *theme.Theme
	keys keymap.Map // that are named in what is said

	span    desk.Span
	views   []desk.View
	view    int
	order   desk.Order
	listing *command.Listing
	last    command.ListedMsg
	stale   bool             // a listing for what is asked now is on its way
	anew    bool             // it is of other tickets: what is not among them does not hold the cursor in the middle
	places  map[int]desk.Key // where the cursor was in each view

	list   part.List
	cursor desk.Key // the ticket on which the cursor stays whatever is listed; none while the first days arrive
	marked map[desk.Key]bool
	draft  func(desk.Key) bool // what was typed on a ticket waits to be sent
	filter *form.Line
	typing bool

	width, height int
	focused       bool
}

// NewInbox makes the inbox for a span of days; views are those of the configuration, behind our own.
func NewInbox(cmds *command.Commands, span desk.Span, saved []desk.View, th *theme.Theme) *Inbox {
	views := []desk.View{
		{Name: "All"}, {Name: "Callbacks", Callbacks: true}, {Name: "At risk", AtRisk: true}, {Name: "Unattended", Unattended: true},
	}
	return &Inbox{
		cmds: cmds, th: th, span: span, views: append(views, saved...), order: desk.Order{By: desk.ByAge},
		marked: map[desk.Key]bool{}, places: map[int]desk.Key{}, draft: func(desk.Key) bool { return false }, filter: form.NewLine("words of a ticket", 200),
	}
}

// Place is the inbox's place in the keymap.
func (in *Inbox) Place() keymap.Place { return keymap.Inbox }

// Span is the days that are shown.
func (in *Inbox) Span() desk.Span { return in.span }

// SetSpan shows other days.
func (in *Inbox) SetSpan(s desk.Span) tea.Cmd {
	in.span = s
	return in.askAnew()
}

// Last is the newest listing with its progress and the vocabulary that rows taught.
func (in *Inbox) Last() command.ListedMsg { return in.last }

// Selected is the ticket under the cursor; nil when there is none.
func (in *Inbox) Selected() *desk.Ticket {
	if in.listing == nil || in.listing.Len() == 0 {
		return nil
	}
	return in.listing.At(min(in.list.Cursor(), in.listing.Len()-1))
}

// SetKeys tells which keys the console has.
func (in *Inbox) SetKeys(keys keymap.Map) { in.keys = keys }

// SetDrafted tells how to find out whether a draft waits on a ticket.
func (in *Inbox) SetDrafted(has func(desk.Key) bool) { in.draft = has }

// SetCursor puts the cursor on a ticket as soon as it is listed.
func (in *Inbox) SetCursor(id desk.Key) { in.cursor = id }

// Marked are the marked tickets, in the order of their numbers.
func (in *Inbox) Marked() []desk.Key {
	return slices.SortedFunc(maps.Keys(in.marked), desk.Key.Compare)
}

// Move moves the cursor by rows.
func (in *Inbox) Move(by int) { in.moved(func() { in.list.Move(by) }) }

func (in *Inbox) moved(move func()) {
	move()
	if t := in.Selected(); t != nil {
		in.cursor = t.ID
	}
}

// Typing says that the filter is being typed.
func (in *Inbox) Typing() bool { return in.typing }

// ask lists the rows anew.
func (in *Inbox) ask() tea.Cmd {
	in.stale = true
	return in.cmds.List(command.Query{
		View: in.views[in.view], Words: in.filter.Value(), Order: in.order, Span: in.span, Views: in.views,
	})
}

// askAnew lists other rows: another view, filter or days.
func (in *Inbox) askAnew() tea.Cmd {
	in.anew = true
	return in.ask()
}

// Update takes listings and, while the filter is typed, keys.
func (in *Inbox) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case command.ChangedMsg:
		return in.ask()
	case command.ListedMsg:
		in.take(msg)
	case command.LookedMsg:
		in.last.New = max(in.last.New-1, 0)
	case tea.KeyPressMsg:
		if in.typing {
			return in.typed(msg)
		}
	case tea.PasteMsg:
		if in.typing {
			return in.retyped(msg)
		}
	}
	return nil
}

// take shows a listing with the cursor on its ticket, or as near as can be; among other tickets where it was when these
// were shown last, or on top. While the first days arrive it stays on top: they come in any order, and whose came first
// is nobody's choice.
func (in *Inbox) take(msg command.ListedMsg) {
	in.stale = false
	if msg.Err != nil {
		in.last.Err = msg.Err
		return
	}
	in.last, in.listing = msg, msg.Listing
	in.list.SetLen(in.listing.Len())
	switch i := in.listing.Index(in.cursor); {
	case in.cursor.IsZero():
		in.list.Top()
		if !msg.Progress.Busy {
			in.Hold()
		}
	case i >= 0:
		in.list.SetCursor(i)
	case in.anew:
		in.list.SetCursor(max(in.listing.Index(in.places[in.view]), 0))
		in.Hold()
	default:
		in.Hold()
	}
	in.anew = false
}

// Hold keeps the cursor on the ticket under it from now on.
func (in *Inbox) Hold() { in.moved(func() {}) }

func (in *Inbox) typed(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		in.stopTyping()
		in.filter.SetValue("")
		return in.ask()
	case "enter", "tab":
		in.stopTyping()
		return nil
	case "up":
		in.Move(-1)
		return nil
	case "down":
		in.Move(1)
		return nil
	}
	return in.retyped(k)
}

func (in *Inbox) retyped(msg tea.Msg) tea.Cmd {
	before := in.filter.Value()
	in.filter.Update(msg)
	if in.filter.Value() == before {
		return nil
	}
	return in.askAnew()
}

func (in *Inbox) stopTyping() {
	in.typing = false
	in.filter.Blur()
	in.SetSize(in.width, in.height)
}

// Actions are what can be done in the list.
func (in *Inbox) Actions() []Action {
	half := max((in.height-4)/2, 1)
	needed := unless(in.Selected() != nil, "no ticket is listed")
	return []Action{
		do(keymap.Up, func() { in.Move(-1) }),
		do(keymap.Down, func() { in.Move(1) }),
		do(keymap.HalfUp, func() { in.Move(-half) }),
		do(keymap.HalfDown, func() { in.Move(half) }),
		do(keymap.Top, func() { in.moved(in.list.Top) }),
		do(keymap.Bottom, func() { in.moved(in.list.Bottom) }),
		do(keymap.Filter, in.startTyping),
		{ID: keymap.Sort, Do: in.nextOrder},
		{ID: keymap.Reverse, Do: in.reverse},
		{ID: keymap.View, Do: func() tea.Cmd { return in.ShowView(in.view + 1) }},
		{ID: keymap.PrevView, Do: func() tea.Cmd { return in.ShowView(in.view - 1) }},
		{ID: keymap.Mark, Do: in.mark, Off: needed},
		{ID: keymap.Back, Do: in.unfilter, Off: unless(in.filter.Value() != "", "there is no filter to take away")},
	}
}

func (in *Inbox) startTyping() {
	in.typing = true
	in.filter.Focus()
	in.SetSize(in.width, in.height)
}

func (in *Inbox) unfilter() tea.Cmd {
	in.filter.SetValue("")
	in.SetSize(in.width, in.height)
	return in.ask()
}

// orders are the orders that s goes through.
var orders = []desk.Column{
	desk.ByAge, desk.ByRisk, desk.ByPriority, desk.BySubStatus, desk.ByQueue, desk.ByAssignee, desk.BySLA, desk.ByCallback,
	desk.ByTitle, desk.ByTicket,
}

func (in *Inbox) nextOrder() tea.Cmd {
	i := slices.Index(orders, in.order.By)
	in.order = desk.Order{By: orders[(i+1)%len(orders)]}
	return in.ask()
}

func (in *Inbox) reverse() tea.Cmd {
	in.order.Reverse = !in.order.Reverse
	return in.ask()
}

// ShowView shows a view by its place; beyond the last begins again.
func (in *Inbox) ShowView(i int) tea.Cmd {
	in.places[in.view] = in.cursor
	in.view = (i + len(in.views)) % len(in.views)
	return in.askAnew()
}

// Views is how many views there are.
func (in *Inbox) Views() int { return len(in.views) }

func (in *Inbox) mark() tea.Cmd {
	id := in.Selected().ID
	if in.marked[id] {
		delete(in.marked, id)
	} else {
		in.marked[id] = true
	}
	in.Move(1)
	return nil
}

// SetSize sets columns and rows.
func (in *Inbox) SetSize(w, h int) {
	in.width, in.height = w, h
	in.list.SetSize(max(h-in.above()-1, 1))
	in.filter.SetWidth(max(w-10, 1))
}

// SetTheme changes the colours.
func (in *Inbox) SetTheme(th *theme.Theme) { in.th = th }

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
