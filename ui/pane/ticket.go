package pane

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/part"
	"frontdesk/ui/theme"
)

// keptTickets is how many fetched tickets are kept to be shown at once when the agent comes back to them.
const keptTickets = 64

// Ticket is the pane of one ticket, as Get Ticket tells it.
type Ticket struct {
	cmds *backend.Backend
	draw *part.Renderer
	th   *theme.Theme
	keys keymap.Keymap // that are named in what is said

	row           *desk.Ticket // what the list knows; nil when nothing is shown
	known         map[desk.ID]*fetched
	order         []desk.ID // of known, oldest first
	busy          bool
	err           error
	drawn         renderKey // what the lines on screen were drawn from
	pendingRender renderKey // what is being drawn, or was last
	seq           int
	cancel        context.CancelFunc

	body         searchView
	newest, ends int // the lines of what was written last, as in drawnLines

	width, height int
}

// fetched is a ticket with when it was fetched.
type fetched struct {
	detail *desk.TicketDetails
	at     time.Time
}

// renderKey says what lines were drawn from, so that nothing is drawn twice.
type renderKey struct {
	detail *desk.TicketDetails
	width  int
	th     *theme.Theme
}

// ticketRenderedMsg is a ticket as lines.
type ticketRenderedMsg struct {
	seq  int
	from renderKey
	drawnLines
	err error
}

// NewTicket makes the empty pane.
func NewTicket(cmds *backend.Backend, draw *part.Renderer, th *theme.Theme) *Ticket {
	p := &Ticket{
		cmds: cmds, draw: draw, known: map[desk.ID]*fetched{}, body: newFinder("words in this ticket"), cancel: func() {},
	}
	p.SetTheme(th)
	return p
}

// SetKeys tells which keys the console has.
func (p *Ticket) SetKeys(keys keymap.Keymap) { p.keys = keys }

// ID is the pane's place in the keymap.
func (p *Ticket) ID() keymap.Scope { return keymap.Ticket }

// CapturesText says that the words to search for are being typed.
func (p *Ticket) CapturesText() bool { return p.body.typing }

// Summary is the shown ticket as the list knows it; nil when there is none.
func (p *Ticket) Summary() *desk.Ticket { return p.row }

// Detail is the shown ticket as it was last fetched; nil when it was not yet.
func (p *Ticket) Detail() *desk.TicketDetails {
	if p.row == nil || p.known[p.row.ID] == nil {
		return nil
	}
	return p.known[p.row.ID].detail
}

// Show shows a ticket and fetches it; at once when the agent opened it, else when the cursor has settled.
func (p *Ticket) Show(t *desk.Ticket, atOnce bool) tea.Cmd {
	if t == nil {
		p.row = nil
		p.drawn, p.pendingRender = renderKey{}, renderKey{}
		p.body.clear()
		return nil
	}
	other := p.row == nil || p.row.ID != t.ID
	moved := !other && *p.row != *t
	p.row = t
	if !other && !atOnce && !moved {
		return nil
	}
	p.busy, p.err = true, nil
	fetch := p.cmds.LoadTicket(t.ID, atOnce)
	if !other {
		return fetch
	}
	p.body.clear()
	p.drawn, p.pendingRender = renderKey{}, renderKey{}
	return tea.Batch(fetch, p.redraw())
}

// redraw draws what is known of the shown ticket, off the loop, when it is not drawn like that already.
func (p *Ticket) redraw() tea.Cmd {
	d := p.Detail()
	from := renderKey{d, p.width, p.th}
	if d == nil || p.width < 1 || from == p.pendingRender {
		return nil
	}
	p.pendingRender = from
	p.cancel()
	ctx, cancel := context.WithCancel(p.cmds.Context)
	p.cancel = cancel
	p.seq++
	seq, at := p.seq, momentOf(p.cmds)
	return func() tea.Msg {
		lines, err := renderTicket(ctx, p.draw, from.th, from.width, at, d)
		if ctx.Err() != nil {
			return nil
		}
		return ticketRenderedMsg{seq, from, lines, err}
	}
}

// Update takes fetched and drawn tickets and, while searching, keys.
func (p *Ticket) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.TicketLoadedMsg:
		return p.take(msg)
	case ticketRenderedMsg:
		if msg.seq == p.seq {
			p.err, p.drawn = msg.err, msg.from
			p.newest, p.ends = msg.newest, msg.ends
			p.body.show(msg.lines)
		}
	case tea.KeyPressMsg, tea.PasteMsg:
		if p.body.typing {
			p.body.input(msg)
		}
	}
	return nil
}

func (p *Ticket) take(msg backend.TicketLoadedMsg) tea.Cmd {
	if msg.Detail != nil {
		p.cache(msg.ID, &fetched{msg.Detail, msg.At})
	}
	if p.row == nil || p.row.ID != msg.ID {
		return nil
	}
	p.busy, p.err = false, msg.Err
	if msg.Detail == nil {
		return nil
	}
	return tea.Batch(p.redraw(), p.cmds.MarkRead(p.row))
}

func (p *Ticket) cache(id desk.ID, f *fetched) {
	if p.known[id] == nil {
		p.order = append(p.order, id)
	}
	p.known[id] = f
	if len(p.order) > keptTickets {
		delete(p.known, p.order[0])
		p.order = p.order[1:]
	}
}

// Actions are what can be done in the ticket.
func (p *Ticket) Actions() []Action {
	search := newAction(keymap.Search, p.body.startTyping)
	search.DisabledReason = unless(p.row != nil, "no ticket is shown")
	return append([]Action{newAction(keymap.Bottom, p.toNewest), search}, p.body.actions()...)
}

// toNewest shows what was written last, from its first line when it does not fit; once more the end of the record.
func (p *Ticket) toNewest() {
	before := p.body.Offset()
	p.body.ShowLines(p.newest, p.ends)
	if p.ends == 0 || p.body.Offset() == before {
		p.body.GotoBottom()
	}
}

// SetSize sets columns and rows; what is drawn is drawn anew by Resized.
func (p *Ticket) SetSize(w, h int) {
	p.width, p.height = w, h
	body := h - 1
	if p.body.searching() {
		body--
	}
	p.body.SetSize(w, max(body, 1))
	p.body.words.SetWidth(max(w-10, 1))
}

// Failed says that what is shown could not be fetched.
func (p *Ticket) Failed() bool { return p.row != nil && p.err != nil }

// Rerender draws the ticket for a new width or theme.
func (p *Ticket) Rerender() tea.Cmd { return p.redraw() }

// SetTheme changes the colours.
func (p *Ticket) SetTheme(th *theme.Theme) {
	p.th = th
	p.body.words.SetTheme(th)
}

// SetFocus changes nothing: nothing in a ticket is chosen.
func (p *Ticket) SetFocus(bool) {}
