package backend

import (
	"maps"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
)

// Mark is how a ticket stood when it was marked.
type Mark struct {
	Closed  bool
	Touched desk.UnixTime // its last activity
}

// Marks holds the marked tickets.
type Marks map[desk.ID]Mark

// Clone returns a copy, which is never nil.
func (m Marks) Clone() Marks {
	if m == nil {
		return Marks{}
	}
	return maps.Clone(m)
}

// MarksChange is a change of the marks that visits every row or every mark.
type MarksChange uint8

// The changes.
const (
	CountHidden MarksChange = iota // changes nothing, and counts the marked tickets that are not listed
	PruneMarks                     // takes off the marks of tickets that have left the view or were closed since
	MarkAll                        // marks every ticket that matches; if all are marked, takes their marks off
	InvertMarks                    // marks what matches and is not marked, and takes the other marks of the list off
)

// ChangedMarks is the marks after a change.
type ChangedMarks struct {
	Marks  Marks
	Hidden int   // how many of the marked tickets are not listed
	Pruned Marks // those that PruneMarks took off, as their tickets stand now
}

// ChangeMarks takes the marks after a change of the listed rows. It does not modify marks, which must not change
// until then: a list may have 100,000 rows, which are too many for the loop.
func (c *Backend) ChangeMarks(change MarksChange, l *Listing, marks Marks, take func(ChangedMarks) tea.Cmd) tea.Cmd {
	return Do(c.Context, func() Then {
		changed := ChangedMarks{Marks: marks}
		switch change {
		case PruneMarks:
			changed.Marks, changed.Pruned = c.pruned(l, marks)
		case MarkAll:
			changed.Marks = withAllMarked(l, marks)
		case InvertMarks:
			changed.Marks = inverted(l, marks)
		}
		changed.Hidden = hidden(l, changed.Marks)
		return func() tea.Cmd { return take(changed) }
	})
}

func hidden(l *Listing, marks Marks) int {
	n := 0
	for id := range marks {
		if l.Index(id) < 0 {
			n++
		}
	}
	return n
}

// pruned returns the marks that stay, and those that come off.
func (c *Backend) pruned(l *Listing, marks Marks) (after, off Marks) {
	after, off = marks.Clone(), Marks{}
	for id, then := range marks {
		row := l.Index(id)
		if row >= 0 && l.Belongs(row) && (then.Closed || !l.IsClosed(row)) {
			continue
		}
		delete(after, id)
		off[id] = Mark{Closed: !then.Closed && c.CachedTicket(id).Marks.Has(desk.Closed)}
	}
	return after, off
}

func withAllMarked(l *Listing, marks Marks) Marks {
	after := marks.Clone()
	for i := range l.Len() {
		id, now := markAt(l, i)
		if _, marked := after[id]; !marked && l.Belongs(i) {
			after[id] = now
		}
	}
	if len(after) > len(marks) {
		return after
	}
	for i := range l.Len() {
		id, _ := markAt(l, i)
		delete(after, id)
	}
	return after
}

func inverted(l *Listing, marks Marks) Marks {
	after := marks.Clone()
	for i := range l.Len() {
		id, now := markAt(l, i)
		if _, marked := marks[id]; marked {
			delete(after, id)
		} else if l.Belongs(i) {
			after[id] = now
		}
	}
	return after
}

func markAt(l *Listing, i int) (desk.ID, Mark) {
	id, flags, touched := l.StateAt(i)
	return id, Mark{flags.Has(desk.Closed), touched}
}
