package call

import (
	"slices"
	"strings"
	"time"

	"frontdesk/ui/layout"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
	"frontdesk/ui/theme"
)

// tickets is the caller's known tickets. The notes go to the one under the cursor.
type tickets struct {
	list    *overlay.List
	rows    []desk.Ticket
	shown   ticketsShown
	has     bool
	days    desk.DateRange // whose tickets are known
	isKnown bool           // days are
	keep    desk.ID        // the ticket to put the cursor on when it is listed
	about   desk.ID        // that of the order by which the caller was found; zero for none
	named   []desk.ID      // opened during the call: listed whoever they are of
	pulling desk.DateRange // older days that are being pulled; the zero range for none
	failed  error          // why some of them did not arrive
}

// ticketsShown is what the rows say besides what the tickets do.
type ticketsShown struct {
	th     *theme.Theme
	minute time.Time
}

// olderDays is how many older days are pulled at a time.
const olderDays = 7

// newTickets returns an empty list. The cursor is on first until the agent moves it.
func (p *Pane) newTickets() tickets {
	return tickets{list: overlay.NewBare(overlay.ListSpec{
		Columns: []overlay.Column{
			{Ink: func(th *theme.Theme) theme.Style { return th.Info }},
			{Ink: func(th *theme.Theme) theme.Style { return th.Muted }},
			{},
			{},
		},
		Rows: p.ticketRows, Follow: func() string { return p.tickets.first().Raw() }, Careful: true,
	})}
}

// clockColumn is the column with the clock of a ticket.
const clockColumn = 3

// ticketRows returns the rows of the list. A closed ticket is muted.
func (p *Pane) ticketRows() []overlay.Row {
	rows := make([]overlay.Row, len(p.tickets.rows))
	for i := range rows {
		t := &p.tickets.rows[i]
		mark := "●"
		if t.Marks.Has(desk.Closed) {
			mark = "○"
		}
		clock, style := pane.Clock(t, p.th, p.cmds)
		rows[i] = overlay.Row{
			ID: t.ID.Raw(), Cells: []string{mark, pane.Age(t.Created, p.cmds.Now()), t.Title.String(), clock},
			Style: style, StyledColumn: clockColumn, Faint: t.Marks.Has(desk.Closed),
			Said: "Ticket: " + pane.TicketWords(t, p.cmds),
		}
	}
	return rows
}

// showMinute draws the rows again if the theme is another one, or their ages and clocks are.
func (p *Pane) showMinute() {
	if now := (ticketsShown{p.th, p.cmds.Now().Truncate(time.Minute)}); now != p.tickets.shown {
		p.tickets.shown = now
		p.tickets.list.Reload()
	}
}

func (p *Pane) reloadTickets() tea.Cmd {
	if !p.caller.isChosen {
		return nil
	}
	return p.cmds.LoadCallerTickets(&p.loads.tickets, p.caller.known(p.record()), p.onTickets)
}

func (p *Pane) onTickets(known backend.CallerTickets) tea.Cmd {
	t := &p.tickets
	t.rows, t.has, t.days, t.isKnown = known.Tickets, true, known.Days, known.IsKnown
	for _, id := range append(slices.Clone(t.named), p.caller.ticket) {
		if !id.IsZero() && t.find(id) == nil {
			t.rows = slices.Insert(t.rows, 0, *p.cmds.CachedTicket(id))
		}
	}
	return p.listTickets()
}

// listTickets lists the tickets, with the cursor on the one that was named or chosen.
func (p *Pane) listTickets() tea.Cmd {
	t := &p.tickets
	t.list.Reload()
	if keep := t.keep; t.find(keep) != nil {
		t.keep = desk.ID{}
		t.list.Choose(keep.Raw())
	}
	return p.readTarget()
}

// find returns a ticket of the list; nil if it is none.
func (t *tickets) find(id desk.ID) *desk.Ticket {
	if i := slices.IndexFunc(t.rows, func(r desk.Ticket) bool { return r.ID == id }); i >= 0 {
		return &t.rows[i]
	}
	return nil
}

// first returns the ticket of the order that the caller has read out, unless it is closed and another one is open, else
// the newest open one, else the newest.
func (t *tickets) first() desk.ID {
	isOpen := func(r desk.Ticket) bool { return !r.Marks.Has(desk.Closed) }
	about := t.find(t.about)
	switch open := slices.IndexFunc(t.rows, isOpen); {
	case about != nil && (isOpen(*about) || open < 0):
		return about.ID
	case open >= 0:
		return t.rows[open].ID
	}
	return desk.ID{}
}

// Ticket returns the ticket that the notes go to; nil if there is none.
func (p *Pane) Ticket() *desk.Ticket { return p.tickets.find(desk.NewID(p.tickets.list.Under())) }

// TicketKeys returns the caller's tickets in their order.
func (p *Pane) TicketKeys() []desk.ID {
	keys := make([]desk.ID, len(p.tickets.rows))
	for i := range keys {
		keys[i] = p.tickets.rows[i].ID
	}
	return keys
}

// SetTicket makes a ticket the one that the notes go to, such as one that was just opened for the caller.
func (p *Pane) SetTicket(t *desk.Ticket) tea.Cmd {
	p.tickets.keep = t.ID
	p.tickets.named = append(p.tickets.named, t.ID)
	if p.tickets.find(t.ID) == nil {
		p.tickets.rows = slices.Insert(p.tickets.rows, 0, *t)
	}
	chosen := p.listTickets()
	if !p.caller.isChosen {
		p.caller = caller{Identity: p.Identity(), isChosen: true}
		p.lookup.close()
	}
	p.notes.enter(0)
	p.focus(layout.Notes)
	return chosen
}

// readTarget shows the ticket under the cursor, which is compared with it before the notes are sent.
func (p *Pane) readTarget() tea.Cmd {
	t, shown := p.Ticket(), p.detail.Summary()
	switch {
	case t == nil:
		return p.detail.Show(nil, true)
	case shown == nil || shown.ID != t.ID:
		p.Refuse(nil)
		return tea.Batch(p.detail.Show(t, true), p.takeSuggestion())
	}
	return p.detail.Show(t, p.detail.Failed())
}

// Opened returns the values of the ticket that the notes go to as they were read; nil if they are not read yet.
func (p *Pane) Opened() map[string]string {
	if d := p.detail.Detail(); d != nil {
		return p.cmds.TicketValues(d)
	}
	return nil
}

// pullOlder pulls the days before those that are known.
func (p *Pane) pullOlder() tea.Cmd {
	t := &p.tickets
	if p.OlderReason() != "" {
		return nil
	}
	to := p.cmds.Today()
	if t.isKnown {
		to = t.days.From.Add(-1)
	}
	t.pulling, t.failed = desk.DateRange{From: to.Add(1 - olderDays), To: to}, nil
	days := t.pulling
	ctx := p.loads.older.Begin(p.cmds.Context)
	return backend.Do(ctx, func() backend.Then {
		err := p.cmds.Cache.Pull(ctx, days)
		return func() tea.Cmd { return p.onOlderTickets(err) }
	})
}

func (p *Pane) onOlderTickets(err error) tea.Cmd {
	p.tickets.pulling, p.tickets.failed = desk.DateRange{}, err
	return p.reloadTickets()
}

// words returns the text of a ticket that articles are looked for with.
func words(t *desk.Ticket) string { return strings.TrimSpace(t.Title.String()) }
