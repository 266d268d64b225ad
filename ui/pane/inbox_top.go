package pane

import (
	"time"

	"frontdesk/internal/desk"
)

// readingTime is how long a ticket stands under the cursor before somebody has read it.
const readingTime = 2 * time.Second

// topTicket is the first ticket of a list that nobody has touched. While the days arrive, more urgent tickets come
// above it and the cursor goes to them; but it stays on a ticket that somebody may have read, so that a key does not
// act on another one, and what is being read does not go away.
type topTicket struct {
	id        desk.ID
	since     time.Time // when it came to be seen there
	isCovered func() bool
}

// note notes which ticket is at the top of an untouched list, and since when it can be read.
func (t *topTicket) note(id desk.ID, now time.Time) {
	if id != t.id || t.isCovered() {
		t.id, t.since = id, now
	}
}

// stayOnRead binds the cursor of an untouched list to its ticket once that may have been read, unless another list or
// the ticket of the last start is expected.
func (in *Inbox) stayOnRead() {
	isExpecting := in.resetCursor || !in.wanted.IsZero() || in.top.isCovered()
	if in.cursor.IsZero() && !in.top.id.IsZero() && !isExpecting && in.cmds.Now().Sub(in.top.since) >= readingTime {
		in.PinCursor()
	}
}
