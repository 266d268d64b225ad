package pane

import (
	"context"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
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

// View is the ticket, its beginning while the rest is fetched, or why there is none.
func (p *Ticket) View() string {
	body := p.height - 1
	rows := make([]string, 0, p.height)
	if p.body.searching() {
		rows = append(rows, p.th.Header.Render(wordsLabel)+p.body.words.View())
		body--
	}
	switch {
	case p.row == nil:
		rows = append(rows, fill([]string{p.th.Muted.Render(safetext.Truncate("No ticket is chosen.", p.width))}, body)...)
	case p.drawn.detail == nil:
		rows = append(rows, fill(p.placeholder(), body)...)
	default:
		rows = append(rows, p.body.View())
	}
	return strings.Join(append(rows, p.footer()), "\n")
}

// placeholder is the ticket as far as the list knows it.
func (p *Ticket) placeholder() []string {
	lines := ticketHeader(p.row, p.th, p.width, momentOf(p.cmds))
	if p.err != nil {
		lines = append(lines, "")
		for _, l := range wrap("✗ "+backend.ErrorText(p.err), p.width) {
			lines = append(lines, p.th.Error.Render(l))
		}
		return append(lines, p.th.Muted.Render(safetext.Truncate(p.keys.KeyLabel(keymap.Ticket, keymap.Refresh)+" asks again", p.width)))
	}
	return append(lines, "", p.th.Muted.Render(safetext.Truncate("Fetching the ticket…", p.width)))
}

func fill(lines []string, height int) []string {
	height = max(height, 0)
	for len(lines) < height {
		lines = append(lines, "")
	}
	return lines[:height]
}

// footer says how far the ticket is read and how old it is.
func (p *Ticket) footer() string {
	if p.row == nil || p.drawn.detail == nil {
		return ""
	}
	r := freshness{over: &p.body.Viewport, busy: p.busy, err: p.err}
	if p.body.searching() {
		r.found = p.body.found() + " found"
	}
	if f := p.known[p.row.ID]; f != nil {
		r.at = f.at
	}
	return r.line(p.th, p.cmds.Zones, p.width)
}

// Cursor stands in the words that are searched for while they are typed.
func (p *Ticket) Cursor() *tea.Cursor { return p.body.cursor(wordsLabel) }

// freshness is how far something that was fetched is read, and how fresh it is: a pane's last line.
type freshness struct {
	found string // what is searched for in it; empty when nothing is
	over  *part.Viewport
	busy  bool
	err   error     // why it could not be fetched again
	at    time.Time // when it was; zero when the service was not asked for it yet
}

func (r freshness) line(th *theme.Theme, zones desk.TimeZones, width int) string {
	since := "not asked yet"
	if !r.at.IsZero() {
		since = "as of " + zones.Local(r.at).Format("15:04")
	}
	if r.err != nil {
		return th.Error.Render(safetext.Pad("✗ "+since+"; "+backend.ErrorText(r.err), width))
	}
	seen := ""
	if !r.over.AtBottom() || r.over.Offset() > 0 {
		seen = strconv.Itoa(r.over.Percent()) + "%"
	}
	switch {
	case r.busy:
		since = "refreshing…"
	case r.at.IsZero():
		since = ""
	}
	return th.Muted.Render(safetext.Pad(joined(r.found, seen, since), width))
}

// joined sets what is there beside one another.
func joined(bits ...string) string {
	kept := bits[:0]
	for _, b := range bits {
		if b != "" {
			kept = append(kept, b)
		}
	}
	return strings.Join(kept, " · ")
}
