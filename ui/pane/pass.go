package pane

import (
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// Pass is what the agent has done while working through a view: which tickets were saved, and which were
// skipped.
type Pass struct {
	handled  map[desk.ID]handling
	skipped  map[desk.ID]bool
	finished bool // its end was reached: entering the view begins another
}

// handling is the work on one ticket.
type handling struct {
	handed bool // its update was handed over to be sent
	saved  bool
}

func newPass() *Pass { return &Pass{handled: map[desk.ID]handling{}, skipped: map[desk.ID]bool{}} }

// handOver notes that a ticket's update was handed over to be sent.
func (p *Pass) handOver(id desk.ID) {
	delete(p.skipped, id)
	p.handled[id] = handling{true, p.handled[id].saved}
}

// save notes that the update that was handed over is saved.
func (p *Pass) save(id desk.ID) {
	if h := p.handled[id]; h.handed {
		h.saved = true
		p.handled[id] = h
	}
}

// takeBack notes that the update that was handed over is not sent, or not saved.
func (p *Pass) takeBack(id desk.ID) {
	if !p.handled[id].saved {
		p.handled[id] = handling{}
	}
}

// Done returns the number of saved tickets.
func (p *Pass) Done() int {
	n := 0
	for _, h := range p.handled {
		if h.saved {
			n++
		}
	}
	return n
}

// Pending returns the number of tickets whose update is about to be sent.
func (p *Pass) Pending() int {
	n := 0
	for _, h := range p.handled {
		if h.handed && !h.saved {
			n++
		}
	}
	return n
}

// isSaved reports whether a ticket was saved.
func (p *Pass) isSaved(id desk.ID) bool { return p.handled[id].saved }

// Finish ends the pass when the view is entered again.
func (p *Pass) Finish() { p.finished = true }

// HandOver notes in the pass that a ticket's update was handed over to be sent. A ticket of another
// list does not count.
func (in *Inbox) HandOver(id desk.ID) {
	if in.listing != nil && in.listing.Index(id) >= 0 {
		in.beginWork()
		in.Pass().handOver(id)
	}
}

// NoteSaved notes that the update of a ticket is saved. The agent may have gone to another view meanwhile.
func (in *Inbox) NoteSaved(id desk.ID) {
	for _, p := range in.passes {
		p.save(id)
	}
}

// NoteSavedLater notes that the update of a ticket is saved which was not when it was handed over. If that was not in a
// pass that is kept, the ticket counts in the list that shows it.
func (in *Inbox) NoteSavedLater(id desk.ID) {
	isKept := false
	for _, p := range in.passes {
		if h, has := p.handled[id]; has {
			isKept = true
			h.handed, h.saved = true, true
			p.handled[id] = h
		}
	}
	if !isKept {
		in.NoteSavedTogether([]desk.ID{id})
	}
}

// NoteSavedTogether notes that an update of many tickets has saved some of them. Those of another list do not count.
func (in *Inbox) NoteSavedTogether(ids []desk.ID) {
	for _, id := range ids {
		if in.listing == nil || in.listing.Index(id) < 0 {
			continue
		}
		p := in.Pass()
		delete(p.skipped, id)
		h := p.handled[id]
		h.handed, h.saved = true, true
		p.handled[id] = h
	}
}

// TakeBack notes that the update of a ticket is not sent, or not saved.
func (in *Inbox) TakeBack(id desk.ID) {
	for _, p := range in.passes {
		p.takeBack(id)
	}
}

// Pass returns the pass through the view that is shown.
func (in *Inbox) Pass() *Pass {
	if in.passes[in.view] == nil {
		in.passes[in.view] = newPass()
	}
	return in.passes[in.view]
}

// beginPass begins another pass when the last one through the view is finished.
func (in *Inbox) beginPass() {
	if in.Pass().finished {
		delete(in.passes, in.view)
	}
}

// Skipped returns the number of skipped tickets that are still to do.
func (in *Inbox) Skipped() int {
	n := 0
	for id := range in.Pass().skipped {
		if row := in.listing.Index(id); row >= 0 && in.isToDo(row) {
			n++
		}
	}
	return n
}

// isDone reports whether the ticket of a row was saved in this pass, or has left the view since the list was made.
func (in *Inbox) isDone(row int) bool {
	return !in.listing.Belongs(row) || in.isWorked(row) && in.Pass().isSaved(in.listing.At(row).ID)
}

// isWorked reports whether the ticket of a row was worked on in this pass, and nothing has happened on it since.
func (in *Inbox) isWorked(row int) bool { return in.hasWorkedOn(in.listing.At(row)) }

func (in *Inbox) hasWorkedOn(t *desk.Ticket) bool {
	h := in.Pass().handled[t.ID]
	return h.handed && (!h.saved || !in.cmds.ReadState.IsUnread(t))
}

// Worked returns the tickets that were worked on in this pass, and on which nothing has happened since.
func (in *Inbox) Worked() map[desk.ID]bool {
	worked := map[desk.ID]bool{}
	for id := range in.Pass().handled {
		worked[id] = in.hasWorkedOn(in.cmds.CachedTicket(id))
	}
	return worked
}

// CursorTicket returns the ticket that the cursor is on.
func (in *Inbox) CursorTicket() desk.ID { return in.cursor }

// isToDo reports whether the ticket of a row is open, belongs to the view and was not worked on in this pass.
func (in *Inbox) isToDo(row int) bool {
	return in.listing.Belongs(row) && !in.listing.IsClosed(row) && !in.isWorked(row)
}

// toDoAfter returns the first row below row whose ticket still needs work, and that no other agent has taken; -1 if
// there is none.
func (in *Inbox) toDoAfter(row int) int {
	for row++; row < in.listing.Len(); row++ {
		if in.isToDo(row) && !in.isOthers(row) {
			return row
		}
	}
	return -1
}

// isOthers reports whether another agent has taken the ticket of a row.
func (in *Inbox) isOthers(row int) bool {
	claim, taken := in.console.Claim(in.listing.At(row).ID)
	return taken && !claim.IsMine
}

// NextToDo moves to the next ticket to do and returns it; nil if there is none. At the end of the list it goes back,
// once, to what was skipped or passed over.
func (in *Inbox) NextToDo() *desk.Ticket {
	if in.listing == nil {
		return nil
	}
	row := in.listing.Index(in.cursor)
	if row < 0 {
		row = in.follows(1) - 1
	}
	to := in.toDoAfter(row)
	if to < 0 && !in.work.again {
		in.work.again = true
		to = in.toDoAfter(-1)
	}
	if to < 0 {
		in.work.again = false
		return nil
	}
	in.moveCursor(func() { in.list.SetCursor(to) })
	return in.Selected()
}

// Skip moves to the next ticket without working on this one; once the list is back at the skipped ones, to the next of
// these. It returns nil at the end.
func (in *Inbox) Skip() *desk.Ticket {
	if in.listing == nil {
		return nil
	}
	if row := in.listing.Index(in.cursor); row >= 0 && in.isToDo(row) {
		in.Pass().skipped[in.cursor] = true
	}
	if !in.work.again {
		if t := in.Step(1); t != nil {
			return t
		}
	}
	at := in.cursor
	if t := in.NextToDo(); t != nil && t.ID != at {
		return t
	}
	in.work.again = false
	return nil
}

// IsBack reports whether the list is back at what was skipped or passed over.
func (in *Inbox) IsBack() bool { return in.work.again }

// Place returns the place of a ticket, from 1, and the number of tickets; 0 if it is not listed.
func (l *listed) Place(id desk.ID) (place, of int) {
	if l.listing == nil {
		return 0, 0
	}
	return l.listing.Index(id) + 1, l.listing.Len()
}

// ViewName returns the name of the view that is shown.
func (v *inboxViews) ViewName() string { return safetext.LineFromText(v.views[v.view].Name).String() }
