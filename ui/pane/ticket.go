package pane

import (
	"context"
	"strings"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/internal/wire"
	"frontdesk/ui/backend"
	"frontdesk/ui/markdown"
	"frontdesk/ui/theme"
)

// maxCachedTickets is the number of loaded tickets that are cached, so that they can be shown again at once.
const maxCachedTickets = 64

// Ticket is the pane of one ticket, loaded with Get Ticket (PROTOCOL.md 4.10).
type Ticket struct {
	base
	draw *markdown.Renderer

	row           *desk.Ticket // the ticket as listed; nil if none is shown
	known         map[desk.ID]*fetched
	stored        *fetched  // the shown ticket as it was last read at an earlier start; nil when that is not known
	order         []desk.ID // keys of known, oldest first
	busy          bool
	waits         bool // the ticket is drawn when the cursor has rested on it
	err           error
	drawn         renderKey // what the visible lines were rendered from
	pendingRender renderKey // what the pending or last rendering is of
	loads         struct{ ticket, stored, rendering backend.Slot }

	searchView
	document    foldedDocument // the visible lines, with what is folded
	newestFirst bool
	isBrief     bool // only its head and its conversation are shown
	open        bool // everything is unfolded
	openToFind  bool // … because a search found something there
}

// noTicketChosen is the first line of a pane of one ticket or its customer while none is listed.
const noTicketChosen = "No ticket is chosen."

// fetched is a cached ticket and when it was loaded.
type fetched struct {
	detail *desk.TicketDetails
	at     time.Time
}

// renderKey identifies what lines were rendered from, so that nothing is rendered twice.
type renderKey struct {
	detail *desk.TicketDetails
	width  int
	th     *theme.Theme
	at     time.Time      // the minute of an open ticket, whose deadlines change with it; the day of a closed one
	by     *desk.Customer // the ticket's customer as known here
}

// NewTicket returns an empty pane, which shows the newest message of a ticket first or last.
func NewTicket(d Deps, newestFirst bool) *Ticket {
	p := &Ticket{
		base:        newBase(d),
		draw:        d.Markdown,
		known:       map[desk.ID]*fetched{},
		searchView:  newSearchView("in this ticket"),
		newestFirst: newestFirst,
	}
	p.SetTheme(d.Theme)
	return p
}

// NewTicketOfCall returns the pane of the ticket that the notes of a call go to: its head and its conversation. Letters
// are notes there.
func NewTicketOfCall(d Deps) *Ticket {
	p := NewTicket(d, true)
	p.isBrief, p.usable = true, Usable{}
	return p
}

// Summary returns the shown ticket as listed; nil if there is none.
func (p *Ticket) Summary() *desk.Ticket { return p.row }

// Detail returns the shown ticket as last loaded; nil if it is not loaded yet.
func (p *Ticket) Detail() *desk.TicketDetails {
	if p.row == nil || p.known[p.row.ID] == nil {
		return nil
	}
	return p.known[p.row.ID].detail
}

// Known returns a ticket as last loaded, also if another one is shown; nil if it is not known.
func (p *Ticket) Known(id desk.ID) *desk.TicketDetails {
	if f := p.known[id]; f != nil {
		return f.detail
	}
	return nil
}

// redraw renders the shown ticket outside the update loop, unless it is already rendered or being rendered for the
// same width and theme, with the same warnings.
func (p *Ticket) redraw() tea.Cmd {
	shown, at := p.shown(), newClockContext(p.cmds)
	if shown == nil || p.width < 1 || p.waits {
		return nil
	}
	from := p.keyOf(shown.detail, p.width, at)
	if from == p.pendingRender {
		return nil
	}
	p.pendingRender = from
	ctx := p.loads.rendering.Begin(p.cmds.Context)
	render := func(messages int) tea.Cmd {
		return backend.Do(ctx, func() backend.Then {
			document, err := p.render(ctx, from, at, messages)
			return func() tea.Cmd { return p.takeRendered(from, document, err) }
		})
	}
	if !p.isDrawn(shown.detail.ID) && p.newestFirst && len(shown.detail.Timeline) > 2*firstMessages {
		return tea.Sequence(render(firstMessages), render(0))
	}
	return render(0)
}

// keyOf returns what the lines of a ticket are rendered from.
func (p *Ticket) keyOf(d *desk.TicketDetails, width int, at clockContext) renderKey {
	of := renderKey{d, width, p.th, minuteOf(&d.Ticket, at), nil}
	if c, known := p.cmds.Cache.CachedCustomer(d.CustomerID); known && d.CustomerID != 0 {
		of.by = c
	}
	return of
}

// isDrawn reports whether the visible lines are of a ticket.
func (p *Ticket) isDrawn(id desk.ID) bool { return p.drawn.detail != nil && p.drawn.detail.ID == id }

// firstMessages is how many messages of a long conversation are drawn before the others: more than a window shows.
const firstMessages = 30

// minuteOf returns the time that a ticket's words depend on: deadlines by the minute, dates by the day.
func minuteOf(t *desk.Ticket, at clockContext) time.Time {
	if t.Marks.Has(desk.Closed) {
		y, m, d := at.now.Date()
		return time.Date(y, m, d, 0, 0, 0, 0, at.now.Location())
	}
	return at.now.Truncate(time.Minute)
}

// newDocument returns what writes a ticket, and the ticket with the labels of its blocks.
func (p *Ticket) newDocument(from renderKey, at clockContext) (*ticketRenderer, *desk.TicketDetails) {
	shown := *from.detail
	shown.Groups = wire.LabelBlocks(p.cmds.Cache.Blocks, shown.Groups)
	return &ticketRenderer{
		draw: p.draw, th: from.th, look: lookOf(from.th, from.width), at: at,
		known: p.cmds.Cache.Vocabulary(), site: p.cmds.Site, newestFirst: p.newestFirst,
		unfolds: p.keys.KeyLabel(keymap.Ticket, keymap.Unfold),
		people: people{
			customer: from.by, isAgent: p.cmds.Cache.Snapshot().IsAssignee, email: shown.Email.String(),
		},
	}, &shown
}

// render renders a ticket as lines, with at most a number of messages; 0 is all of them.
func (p *Ticket) render(ctx context.Context, from renderKey, at clockContext, messages int) (foldedDocument, error) {
	doc, shown := p.newDocument(from, at)
	doc.ctx, doc.most, doc.isBrief = ctx, messages, p.isBrief
	return doc.ticket(shown)
}

// Update handles loaded and rendered tickets and, while the search field has focus, keys.
func (p *Ticket) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case backend.TicketLoaded:
		return p.take(msg)
	case backend.CustomerLoaded:
		if p.row != nil && msg.Value.ID == p.row.CustomerID {
			return p.redraw()
		}
	case tea.KeyPressMsg, tea.PasteMsg:
		if p.CapturesText() {
			p.searchView.input(msg)
			p.unfoldFound()
		}
	}
	return nil
}

// Target returns the shown ticket.
func (p *Ticket) Target() Target { return Target{Ticket: p.row} }

// SetSize sets the size in columns and rows; Rerender then renders the ticket for the new width.
func (p *Ticket) SetSize(w, h int) {
	p.width, p.height = w, h
	p.searchView.SetSize(w, p.rows())
	p.searchView.words.SetWidth(max(w-10, 1))
}

// Failed reports whether loading or rendering the shown ticket failed.
func (p *Ticket) Failed() bool { return p.row != nil && p.err != nil }

// Rerender renders the ticket again if the width, the theme or the time to its deadlines has changed.
func (p *Ticket) Rerender() tea.Cmd { return p.redraw() }

// SetTheme changes the colours.
func (p *Ticket) SetTheme(th *theme.Theme) {
	p.th = th
	p.searchView.words.SetTheme(th)
}

// View renders the ticket, its row of the list while it is loading, or why there is none.
func (p *Ticket) View() string {
	body := p.height - 1
	rows := make([]string, 0, p.height)
	if p.searchView.searching() {
		rows = append(rows, p.th.Header.Render(wordsLabel)+p.searchView.words.View())
		body--
	}
	switch {
	case p.row == nil:
		rows = append(rows, Fill(p.noTicket(), body)...)
	case p.drawn.detail == nil:
		rows = append(rows, Fill(p.placeholder(), body)...)
	default:
		rows = append(rows, p.searchView.View())
	}
	return strings.Join(append(rows, p.footer()), "\n")
}

// TypingKeys returns the keys of the search field.
func (p *Ticket) TypingKeys() []key.Binding {
	return p.searchView.keysOf(p.keys, keymap.Ticket, hint("esc", "stop searching", "esc"))
}

// PassesOn reports whether a key is none of the search field.
func (p *Ticket) PassesOn(k tea.KeyPressMsg) bool { return asksForHelp(p.keys, keymap.Ticket, k) }

// noTicket says which ticket appears here, and how to open a new one.
func (p *Ticket) noTicket() []string {
	said := noTicketChosen + "\nThe one under the list's cursor appears here."
	if p.usable.Letters && p.usable.Writes {
		said += "\n" + p.keys.KeyLabel(keymap.Ticket, keymap.New) + " opens a new one."
	}
	var lines []string
	for l := range strings.SplitSeq(said, "\n") {
		lines = append(lines, termwidth.Wrap(l, p.width)...)
	}
	return p.th.Muted.RenderLines("", lines)
}

// placeholder returns the ticket as listed, with the loading state or the error.
func (p *Ticket) placeholder() []string {
	lines := ticketHeader(p.row, p.th, p.width, newClockContext(p.cmds))
	if p.err != nil {
		lines = append(lines, "")
		lines = append(lines, p.th.Error.RenderLines("", termwidth.Wrap("✗ "+backend.ErrorText(p.err), p.width))...)
		retries := p.hintOf(keymap.Ticket, keymap.Refresh, "retries")
		return append(lines, p.th.Muted.Render(termwidth.Truncate(retries, p.width)))
	}
	return append(lines, "", p.th.Muted.Render(termwidth.Truncate("Loading the ticket…", p.width)))
}

// Fill returns exactly so many rows.
func Fill(lines []string, height int) []string {
	height = max(height, 0)
	for len(lines) < height {
		lines = append(lines, "")
	}
	return lines[:height]
}

// footer returns the last row: the scroll position and the age of the data.
func (p *Ticket) footer() string {
	if p.row == nil || p.drawn.detail == nil {
		return ""
	}
	r := freshness{over: &p.searchView.Viewport, busy: p.busy, err: p.err}
	r.found = p.searchView.found()
	if p.isChanged() {
		r.changed = p.hintOf(keymap.Ticket, keymap.Refresh, "reads it again")
	}
	if f := p.shown(); f != nil {
		r.at = f.at
	}
	return r.line(p.th, p.cmds, p.width)
}

// Cursor returns the cursor of the search field; nil if the field does not have focus.
func (p *Ticket) Cursor() *tea.Cursor { return p.searchView.cursor(wordsLabel) }
