// Package call provides the screen of a telephone call: who calls, their tickets and orders, articles that may answer,
// and the notes that become a comment when the call ends. There is one call at a time. The screen sends nothing itself:
// the console ends the call through the form of a ticket.
//
//	call.go     Pane and where keys go; focus.go says which part has the focus
//	parts.go    what its regions show, and what a click meets there
//	clock.go    how long the call has lasted
//	lookup.go   finding the caller
//	caller.go   who calls
//	tickets.go  the caller's tickets, and the one that the notes go to
//	answers.go  the FAQ, and what is inserted of an article
//	notes.go    the notes, and what becomes of them
//	draft.go    the call as a draft
//	render.go   who calls, where the notes go, and the names of the lists
//	states.go   what is missing of tickets and orders
//	words.go    the screen in words
package call

import (
	"time"

	"frontdesk/ui/layout"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/pane"
	"frontdesk/ui/theme"
)

// Console is what a call asks of the console.
type Console struct {
	OpenTicket   func() tea.Cmd             // that the notes go to
	OpenCustomer func() tea.Cmd             // who calls
	AddCaller    func() tea.Cmd             // as a customer
	InsertAnswer func(pane.Excerpt) tea.Cmd // a part of an article into the notes
}

// Pane is the screen of a call, which has a region of the window for each of its parts.
type Pane struct {
	Console
	deps    pane.Deps
	cmds    *backend.Backend
	th      *theme.Theme
	keys    keymap.Keymap
	focused bool

	id       string // of its draft; empty while there is no call
	fork     string // the Conflict of its draft's key
	clock    clock
	parts    map[layout.Slot]*part
	at       layout.Slot // the part that has the focus
	shown    layout.Slot // the list that is shown where there is no room for all three
	lookup   lookup
	caller   caller
	tickets  tickets
	detail   *pane.Ticket   // that the notes go to
	customer *pane.Customer // who calls
	answers  *pane.FAQ
	notes    notes
	loads    struct{ tickets, older backend.Slot }
}

// New returns the screen without a call.
func New(d pane.Deps, c Console) *Pane {
	p := &Pane{Console: c, deps: d, cmds: d.Backend, th: d.Theme, keys: d.Keys, parts: map[layout.Slot]*part{}}
	for _, s := range order {
		p.parts[s] = &part{call: p, slot: s}
	}
	p.reset()
	return p
}

// reset forgets the call.
func (p *Pane) reset() {
	p.loads.tickets.Cancel()
	p.loads.older.Cancel()
	p.id, p.fork, p.clock, p.shown = "", "", clock{}, layout.CallerTickets
	p.lookup, p.caller, p.tickets = p.newLookup(), caller{}, p.newTickets()
	p.detail, p.customer = pane.NewTicketOfCall(p.deps), pane.NewCaller(p.deps)
	p.answers, p.notes = pane.NewAnswers(p.deps), newNotes(p)
	p.focus(layout.Caller)
}

// IsOn reports whether a call is on.
func (p *Pane) IsOn() bool { return p.id != "" }

// Start begins a call with what is known of the caller, such as a phone number; empty for nothing.
func (p *Pane) Start(typed string) tea.Cmd {
	p.reset()
	now := p.cmds.Now()
	p.id = now.UTC().Format("20060102-150405.000")
	p.clock.start(now)
	if typed == "" {
		return nil
	}
	p.lookup.List().Input().SetValue(typed)
	p.lookup.takesOnly = true
	return p.lookup.search()
}

// Close ends the call on the screen; what has become of its notes is the console's affair.
func (p *Pane) Close() {
	p.cmds.CancelSearches()
	p.reset()
}

// elapsed returns how long the call has lasted.
func (p *Pane) elapsed() time.Duration { return p.clock.elapsed(p.cmds.Now()) }

// NextTick returns the time until the clock shows another second.
func (p *Pane) NextTick() time.Duration { return time.Second - p.elapsed()%time.Second }

// Badge returns the clock and the caller for the header of other screens; empty without a call.
func (p *Pane) Badge() string {
	if !p.IsOn() {
		return ""
	}
	return "☎ " + FormatClock(p.elapsed())
}

// SetTheme changes the colours.
func (p *Pane) SetTheme(th *theme.Theme) {
	p.th, p.deps.Theme = th, th
	p.answers.SetTheme(th)
	p.detail.SetTheme(th)
	p.customer.SetTheme(th)
	p.notes.form.SetTheme(th)
}

// SetVocabulary sets the sub-statuses that the call can end with.
func (p *Pane) SetVocabulary(v backend.Vocabulary) { p.notes.setVocabulary(v) }

// TakesKey reports whether a key is input of the part that has the focus rather than an action of the screen.
func (p *Pane) TakesKey(key string) bool {
	if p.at != layout.Notes {
		return false
	}
	switch key {
	case "enter", "up", "down", "pgup", "pgdown", "home", "end":
		return true
	}
	return false
}

// Update handles typed and pasted text, and the results of commands.
func (p *Pane) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg:
		return p.input(msg)
	case backend.TicketsListedMsg:
		p.SetVocabulary(msg.Vocabulary)
		return nil
	}
	if !p.IsOn() {
		return nil
	}
	switch msg := msg.(type) {
	case backend.StoreChangedMsg:
		return tea.Batch(p.reloadTickets(), p.customer.Update(msg), p.onFound(msg))
	case backend.LookedUp, backend.DaysSearched, backend.OrdersSearched:
		return p.onFound(msg)
	case backend.CustomerLoaded:
		return tea.Batch(p.customer.Update(msg), p.detail.Update(msg), p.onCallerLoaded(msg))
	case backend.OrdersLoaded:
		return p.customer.Update(msg)
	case backend.TicketLoaded:
		return p.detail.Update(msg)
	}
	return p.answers.Update(msg)
}

// input passes text to the part that has the focus; a letter typed over a list of records begins the notes.
func (p *Pane) input(msg tea.Msg) tea.Cmd {
	if p.CapturesText() {
		return p.chooseByKey(msg)
	}
	if p.at == layout.Caller && p.lookup.isNote(msg) {
		return tea.Batch(p.beginNotes(), p.input(msg))
	}
	switch p.at {
	case layout.Caller:
		return p.lookup.retype(msg)
	case layout.CallAnswers:
		return tea.Batch(p.answers.Update(msg), p.takeSuggestion())
	case layout.CallerTickets, layout.NotesTicket, layout.CallerOrders:
		k, isKey := msg.(tea.KeyPressMsg)
		if isKey && k.Text == "" {
			return nil
		}
		p.notes.enter(0)
		p.focus(layout.Notes)
	}
	p.notes.form.Update(msg)
	if k, isKey := msg.(tea.KeyPressMsg); isKey && k.Text != " " && k.String() != "enter" {
		return nil
	}
	return p.takeSuggestion() // at the end of each word
}

// scroller returns what the arrows move.
func (p *Pane) scroller() pane.Scroller {
	switch p.at {
	case layout.Caller:
		return p.lookup.List().Window()
	case layout.CallerTickets:
		return p.tickets.list.Window()
	case layout.NotesTicket:
		return p.detail
	case layout.CallerOrders:
		return p.customer
	}
	return p.answers
}

// Move moves the cursor of the list that has the focus.
func (p *Pane) Move(by int) { p.scroller().Move(by) }

// HalfPage moves by half a page.
func (p *Pane) HalfPage(by int) { p.scroller().HalfPage(by) }

// GotoTop moves to the first row.
func (p *Pane) GotoTop() { p.scroller().GotoTop() }

// GotoBottom moves to the last row.
func (p *Pane) GotoBottom() { p.scroller().GotoBottom() }

// Follow reads the ticket under the cursor, unless it is shown.
func (p *Pane) Follow() tea.Cmd {
	t, shown := p.Ticket(), p.detail.Summary()
	if t == nil || shown != nil && shown.ID == t.ID {
		return nil
	}
	return p.readTarget()
}

// Target returns the ticket that the notes go to and the customer, for actions of the console.
func (p *Pane) Target() pane.Target {
	return pane.Target{Ticket: p.Ticket(), Customer: p.record()}
}

// Refuse shows at the notes why the call was not ended; nil for nothing.
func (p *Pane) Refuse(why error) { p.notes.form.SetError(backend.FieldComment, why) }

// SearchOlder asks the service for customers day by day while the caller is looked for, and for the caller's older
// tickets otherwise.
func (p *Pane) SearchOlder() tea.Cmd {
	if p.looksUp() {
		return p.lookup.SearchOlder()
	}
	return p.pullOlder()
}

// OlderReason returns why SearchOlder can do nothing now; empty if it can.
func (p *Pane) OlderReason() string {
	switch {
	case p.looksUp():
		return p.lookup.Older.DisabledReason()
	case !p.caller.isChosen:
		return "choose the caller first"
	case p.tickets.pulling != (desk.DateRange{}):
		return "older tickets are already loading"
	}
	return ""
}

// Cancel cancels a search or a pull that is under way; false if there is none.
func (p *Pane) Cancel() bool {
	switch {
	case p.lookup.IsSearching():
		p.lookup.Stop()
	case p.tickets.pulling != (desk.DateRange{}):
		p.loads.older.Cancel()
		p.tickets.pulling = desk.DateRange{}
	default:
		return false
	}
	return true
}

// Open does what the row under the cursor offers: it takes the caller, inserts the article, unfolds what is folded, or
// opens the ticket or the customer.
func (p *Pane) Open() tea.Cmd {
	switch {
	case p.at == layout.Caller && !p.lookup.isOpen && p.caller.isChosen:
		p.focus(layout.CallerTickets)
	case p.at == layout.Caller:
		return p.lookup.Open()
	case p.at == layout.CallAnswers:
		return p.openAnswer()
	case p.at == layout.NotesTicket && p.detail.HasFolds():
		p.detail.ToggleFolds()
	case p.at == layout.CallerOrders:
		return p.openOrder()
	case p.Ticket() != nil:
		return p.OpenTicket()
	}
	return nil
}

func (p *Pane) openOrder() tea.Cmd {
	switch {
	case p.customer.Failed():
		return p.customer.Refresh()
	case p.customer.HasOpenable():
		p.customer.Toggle()
	case p.caller.Customer != 0:
		return p.OpenCustomer()
	}
	return nil
}
