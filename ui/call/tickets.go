package call

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
	"frontdesk/ui/widget"
)

// tickets is the caller's known tickets. The notes go to the one under the cursor.
type tickets struct {
	rows    []desk.Ticket
	has     bool
	days    desk.DateRange // whose tickets are known
	isKnown bool           // days are
	list    widget.ListWindow
	keep    desk.ID        // the ticket to put the cursor on when it is listed
	about   desk.ID        // that of the order by which the caller was found; zero for none
	named   []desk.ID      // opened during the call: listed whoever they are of
	moved   bool           // the agent has chosen the ticket
	pulling desk.DateRange // older days that are being pulled; the zero range for none
	failed  error          // why some of them did not arrive
}

// olderDays is how many older days are pulled at a time.
const olderDays = 7

func (p *Pane) reloadTickets() tea.Cmd {
	if !p.caller.isChosen {
		return nil
	}
	return p.cmds.LoadCallerTickets(&p.loads.tickets, p.caller.known(p.record()), p.onTickets)
}

func (p *Pane) onTickets(known backend.CallerTickets) tea.Cmd {
	t := &p.tickets
	if under := p.Ticket(); under != nil && t.keep.IsZero() && t.moved {
		t.keep = under.ID
	}
	t.rows, t.has, t.days, t.isKnown = known.Tickets, true, known.Days, known.IsKnown
	for _, id := range append(slices.Clone(t.named), p.caller.ticket) {
		if !id.IsZero() && !slices.ContainsFunc(t.rows, func(r desk.Ticket) bool { return r.ID == id }) {
			t.rows = slices.Insert(t.rows, 0, *p.cmds.CachedTicket(id))
		}
	}
	t.list.SetCount(len(t.rows))
	t.place()
	return p.readTarget()
}

// place puts the cursor on the ticket that was named or chosen, else on the one of the order that the caller has read
// out, unless it is closed and another one is open, else on the newest open one, else on the newest.
func (t *tickets) place() {
	isOpen := func(r desk.Ticket) bool { return !r.Marks.Has(desk.Closed) }
	isAbout := func(r desk.Ticket) bool { return !t.about.IsZero() && r.ID == t.about }
	at := slices.IndexFunc(t.rows, func(r desk.Ticket) bool { return !t.keep.IsZero() && r.ID == t.keep })
	if at >= 0 {
		t.moved, t.keep = true, desk.ID{}
	}
	for _, fits := range []func(desk.Ticket) bool{
		func(r desk.Ticket) bool { return isAbout(r) && isOpen(r) }, isOpen, isAbout,
	} {
		if at < 0 {
			at = slices.IndexFunc(t.rows, fits)
		}
	}
	t.list.SetCursor(max(at, 0))
}

// Ticket returns the ticket that the notes go to; nil if there is none.
func (p *Pane) Ticket() *desk.Ticket {
	t := &p.tickets
	if t.list.Cursor() >= len(t.rows) {
		return nil
	}
	return &t.rows[t.list.Cursor()]
}

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
	p.tickets.keep, p.tickets.moved = t.ID, true
	p.tickets.named = append(p.tickets.named, t.ID)
	if i := slices.IndexFunc(p.tickets.rows, func(r desk.Ticket) bool { return r.ID == t.ID }); i < 0 {
		p.tickets.rows = slices.Insert(p.tickets.rows, 0, *t)
		p.tickets.list.SetCount(len(p.tickets.rows))
	}
	p.tickets.place()
	if !p.caller.isChosen {
		who := p.Identity()
		p.caller = caller{isChosen: true, name: who.Name, phone: who.Phone, email: who.Email}
		p.lookup.close()
	}
	p.notes.enter(0)
	p.focus(partNotes)
	return p.readTarget()
}

// readTarget shows the ticket under the cursor, which is compared with it before the notes are sent.
func (p *Pane) readTarget() tea.Cmd {
	t, shown := p.Ticket(), p.detail.Summary()
	switch {
	case t == nil:
		return p.detail.Show(nil, true)
	case shown == nil || shown.ID != t.ID:
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
