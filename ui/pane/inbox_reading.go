package pane

import "frontdesk/internal/desk"

// farthest is how many rows are looked through for the neighbour of a ticket that has left the list.
const farthest = 2000

// StartReading says that the ticket under the cursor has been opened. It stays the agent's place in the list until
// StopReading: the next ticket is the next of this one, even when it is closed meanwhile and leaves the list.
func (in *Inbox) StartReading() {
	in.reading = false
	in.PinCursor()
	in.reading = true
}

// StopReading gives the cursor back to the list.
func (in *Inbox) StopReading() {
	in.reading = false
	in.PinCursor()
}

// Step goes to the next ticket after the one that is read, or to the previous one by -1; nil when there is none.
func (in *Inbox) Step(by int) *desk.Ticket {
	if in.listing == nil {
		return nil
	}
	to := in.listing.Index(in.cursor) + by
	if to == by-1 { // it has left the list
		to = in.follows(by)
	}
	if to < 0 || to >= in.listing.Len() {
		return nil
	}
	in.moveCursor(func() { in.list.SetCursor(to) })
	return in.Selected()
}

// follows is the row of the nearest ticket that came after the one at the cursor, or before it by -1, when that was
// still listed; -1 when none of them is listed now.
func (in *Inbox) follows(by int) int {
	if in.held == nil {
		return -1
	}
	from := in.held.Index(in.cursor)
	for i := from + by; from >= 0 && i >= 0 && i < in.held.Len() && i != from+by*farthest; i += by {
		if row := in.listing.Index(in.held.At(i).ID); row >= 0 {
			return row
		}
	}
	return -1
}

// nearest is the row where the cursor goes when its ticket has left the list; -1 when nothing is known of it.
func (in *Inbox) nearest() int {
	if row := in.follows(1); row >= 0 {
		return row
	}
	return in.follows(-1)
}

// SetBeside names the ticket that is shown beside the list, which is highlighted there when it is listed; zero for the
// one under the cursor.
func (in *Inbox) SetBeside(id desk.ID) { in.beside = id }

// highlighted is the row of the ticket that is shown beside the list; -1 when the list does not hold it.
func (in *Inbox) highlighted() int {
	if in.beside.IsZero() {
		return in.list.Cursor()
	}
	return in.listing.Index(in.beside)
}
