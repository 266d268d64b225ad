package pane

import (
	"time"

	"frontdesk/internal/desk"
)

// Pass is what the agent has done while working through a view: which tickets were saved, how long each took, and which
// were skipped.
type Pass struct {
	handled  map[desk.ID]handling
	skipped  map[desk.ID]bool
	finished bool // its summary was shown: entering the view begins another
}

// handling is the work on one ticket.
type handling struct {
	took  time.Duration // from showing to saving
	saved bool          // false while it is about to be sent
}

func newPass() *Pass { return &Pass{handled: map[desk.ID]handling{}, skipped: map[desk.ID]bool{}} }

// HandOver notes that a ticket's update was handed over to be sent, after a time that it was shown.
func (p *Pass) HandOver(id desk.ID, took time.Duration) {
	delete(p.skipped, id)
	h := p.handled[id]
	p.handled[id] = handling{h.took + took, h.saved}
}

// Saved notes that the update that was handed over is saved.
func (p *Pass) Saved(id desk.ID) {
	if h, handed := p.handled[id]; handed {
		p.handled[id] = handling{h.took, true}
	}
}

// TakeBack notes that the update that was handed over is not sent, or not saved.
func (p *Pass) TakeBack(id desk.ID) {
	if !p.handled[id].saved {
		delete(p.handled, id)
	}
}

// Skip notes that the agent has gone on without working on a ticket.
func (p *Pass) Skip(id desk.ID) { p.skipped[id] = true }

// Done returns the number of saved tickets and the time that they took.
func (p *Pass) Done() (n int, took time.Duration) {
	for _, h := range p.handled {
		if h.saved {
			n++
			took += h.took
		}
	}
	return n, took
}

// Pending returns the number of tickets whose update is about to be sent.
func (p *Pass) Pending() int {
	n, _ := p.Done()
	return len(p.handled) - n
}

// IsSaved reports whether a ticket was saved.
func (p *Pass) IsSaved(id desk.ID) bool { return p.handled[id].saved }

// isHandled reports whether a ticket was saved, or is about to be.
func (p *Pass) isHandled(id desk.ID) bool {
	_, handed := p.handled[id]
	return handed
}

// Finish ends the pass when the view is entered again.
func (p *Pass) Finish() { p.finished = true }

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

// IsDone reports whether the ticket of a row was saved in this pass, or has left the view since the list was made.
func (in *Inbox) IsDone(row int) bool {
	return !in.listing.Belongs(row) || in.Pass().IsSaved(in.listing.At(row).ID)
}

// isToDo reports whether the ticket of a row is open, belongs to the view and was not worked on in this pass.
func (in *Inbox) isToDo(row int) bool {
	l := in.listing
	return l.Belongs(row) && !l.IsClosed(row) && !in.Pass().isHandled(l.At(row).ID)
}

// toDoAfter returns the first row after another whose ticket is to do; -1 if there is none.
func (in *Inbox) toDoAfter(row int) int {
	for row++; row < in.listing.Len(); row++ {
		if in.isToDo(row) {
			return row
		}
	}
	return -1
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
		return nil
	}
	in.moveCursor(func() { in.list.SetCursor(to) })
	return in.Selected()
}

// Skip moves to the next ticket without working on this one; once the list is back at what was skipped, to the next of
// these. It returns nil at the end.
func (in *Inbox) Skip() *desk.Ticket {
	if in.listing == nil {
		return nil
	}
	if row := in.listing.Index(in.cursor); row >= 0 && in.isToDo(row) {
		in.Pass().Skip(in.cursor)
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
	return nil
}

// IsBack reports whether the list is back at what was skipped or passed over.
func (in *Inbox) IsBack() bool { return in.work.again }

// Place returns the place of the ticket under the cursor, from 1, and the number of tickets; 0 if it is not listed.
func (in *Inbox) Place() (place, of int) {
	if in.listing == nil {
		return 0, 0
	}
	return in.listing.Index(in.cursor) + 1, in.listing.Len()
}
