package pane

import (
	"reflect"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
)

// Show shows a ticket and loads it, at once or after the cursor has settled. If t is nil, the pane is cleared.
func (p *Ticket) Show(t *desk.Ticket, atOnce bool) tea.Cmd {
	if t == nil {
		p.row, p.stored, p.pendingRender = nil, nil, renderKey{}
		p.clear()
		return nil
	}
	before := p.row
	p.row = t
	switch {
	case before == nil || before.ID != t.ID:
		return p.showOther(atOnce)
	case !atOnce && *before == *t && !p.isOutdated(t.ID):
		return nil
	}
	p.waits = p.waits && !atOnce
	return tea.Batch(p.load(atOnce), p.redraw())
}

// Reread reads the shown ticket again if it is one of those that were written.
func (p *Ticket) Reread(written ...desk.ID) tea.Cmd {
	if p.row == nil || !slices.Contains(written, p.row.ID) {
		return nil
	}
	return p.Refresh()
}

// Refresh loads the shown ticket again.
func (p *Ticket) Refresh() tea.Cmd {
	if p.row == nil {
		return nil
	}
	return p.Show(p.latest(), true)
}

// latest returns the shown ticket as it is listed now.
func (p *Ticket) latest() *desk.Ticket {
	if t, listed := p.cmds.Cache.Snapshot().Ticket(p.row.ID); listed {
		return t
	}
	return p.row
}

// isChanged reports whether somebody has worked on the shown ticket since it was read: the list knows more than what is
// shown. While the agent reads a ticket, it does not change by itself.
func (p *Ticket) isChanged() bool {
	if p.row == nil || p.busy || p.err != nil {
		return false
	}
	now, read := p.latest(), p.Detail()
	return read != nil && now.IsWorkedOn(p.row) && now.IsWorkedOn(&read.Ticket) || p.isOutdated(p.row.ID)
}

// showOther shows another ticket than before. What was read of it is drawn at once, or when the cursor has rested if
// the agent passes tickets by. The one before stays on the screen while it is drawn, which is a moment.
func (p *Ticket) showOther(atOnce bool) tea.Cmd {
	id := p.row.ID
	known, passing := p.known[id] != nil, !atOnce && p.cmds.IsPassing(id)
	p.loads.rendering.Cancel()
	p.searchView.end()
	p.open, p.openToFind, p.pendingRender, p.stored = false, false, renderKey{}, nil
	p.waits = known && passing
	if !known || atOnce || passing || p.width < 1 {
		p.clear()
	}
	switch load := p.load(atOnce); {
	case !known:
		return tea.Batch(load, p.cmds.LoadStoredTicket(&p.loads.stored, id, atOnce, p.takeStored))
	case passing:
		return tea.Batch(load, p.cmds.WaitForRest(p.takeRest))
	default:
		return tea.Batch(load, p.redraw())
	}
}

// clear takes what is drawn off the screen.
func (p *Ticket) clear() {
	p.drawn = renderKey{}
	p.searchView.clear()
}

// load fetches the shown ticket.
func (p *Ticket) load(atOnce bool) tea.Cmd {
	p.busy, p.err = true, nil
	return p.cmds.LoadTicket(&p.loads.ticket, p.row.ID, atOnce)
}

// isOutdated reports whether a ticket was read again with other texts since it was loaded here: a comment need not
// change its row.
func (p *Ticket) isOutdated(id desk.ID) bool {
	f, last := p.known[id], p.cmds.Cache.Reading(id)
	return f != nil && !p.busy && p.err == nil && last != 0 && last != f.detail.Reading
}

// shown returns the ticket as last loaded, else as it was last read at an earlier start; nil when neither is known.
func (p *Ticket) shown() *fetched {
	if p.row == nil || p.known[p.row.ID] == nil {
		return p.stored
	}
	return p.known[p.row.ID]
}

// Forget drops what is known of a ticket that this console has changed, so that it is loaded again before a form
// compares with it.
func (p *Ticket) Forget(id desk.ID) {
	delete(p.known, id)
	p.order = slices.DeleteFunc(p.order, func(known desk.ID) bool { return known == id })
}

// take shows a loaded ticket, or why there is none.
func (p *Ticket) take(msg backend.TicketLoaded) tea.Cmd {
	if msg.Value != nil {
		p.cache(msg.Of, &fetched{msg.Value, msg.At})
	}
	if p.row == nil || p.row.ID != msg.Of {
		return nil
	}
	p.busy, p.waits, p.err = false, false, msg.Err
	if msg.Value == nil {
		return nil
	}
	return tea.Batch(p.redraw(), p.cmds.MarkRead(p.row))
}

// takeStored shows a ticket as it was read at an earlier start.
func (p *Ticket) takeStored(detail *desk.TicketDetails, at time.Time) tea.Cmd {
	if p.row == nil || p.row.ID != detail.ID {
		return nil
	}
	p.stored = &fetched{detail, at}
	return p.redraw()
}

// takeRest draws the ticket that the cursor has rested on.
func (p *Ticket) takeRest() tea.Cmd {
	p.waits = false
	return p.redraw()
}

// takeRendered shows rendered lines, another ticket from its top.
func (p *Ticket) takeRendered(from renderKey, document foldedDocument, err error) tea.Cmd {
	if p.row == nil || p.row.ID != from.detail.ID {
		return nil
	}
	if !p.isDrawn(p.row.ID) {
		p.searchView.GotoTop()
	}
	p.drawn, p.document = from, document
	if err != nil {
		p.err = err
	}
	p.searchView.show(p.document.lines(p.open))
	return nil
}

// cache keeps a ticket as it was loaded. One that has not changed stays as it is drawn.
func (p *Ticket) cache(id desk.ID, f *fetched) {
	switch known := p.known[id]; {
	case known == nil:
		p.order = append(p.order, id)
	case known.detail.Reading == f.detail.Reading && reflect.DeepEqual(known.detail, f.detail):
		f.detail = known.detail
	}
	p.known[id] = f
	if len(p.order) > maxCachedTickets {
		delete(p.known, p.order[0])
		p.order = p.order[1:]
	}
}
