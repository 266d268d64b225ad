package pane

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
	"frontdesk/ui/backend"
)

// marks holds the marked tickets. What visits all rows or all marks is computed outside the loop.
type marks struct {
	set    backend.Marks
	hidden int           // how many of them the list does not show, as last counted
	pruned backend.Marks // those that came off by themselves since the agent last marked; Closed if that is why
	lent   bool          // a command reads the set, so a change copies it first
	seq    int           // the number of changes, which tells a late answer
}

func (m *marks) has(id desk.ID) bool {
	_, marked := m.set[id]
	return marked
}

// toggle marks a listed ticket, or unmarks it.
func (m *marks) toggle(t *desk.Ticket, touched desk.UnixTime) {
	if m.lent || m.set == nil {
		m.set, m.lent = m.set.Clone(), false
	}
	m.seq++
	m.pruned = nil
	if m.has(t.ID) {
		delete(m.set, t.ID)
		return
	}
	m.set[t.ID] = backend.Mark{Closed: t.Marks.Has(desk.Closed), Touched: touched}
}

// Clear unmarks all tickets.
func (m *marks) Clear() { *m = marks{seq: m.seq + 1} }

// changeMarks computes a change of the marks, again if they have changed meanwhile.
func (in *Inbox) changeMarks(change backend.MarksChange) tea.Cmd {
	m := &in.Marks
	m.lent = true
	seq := m.seq
	return in.cmds.ChangeMarks(change, in.listing, m.set, func(after backend.ChangedMarks) tea.Cmd {
		if seq != m.seq {
			return in.changeMarks(change)
		}
		m.apply(change, after)
		return nil
	})
}

// apply takes over a change.
func (m *marks) apply(change backend.MarksChange, after backend.ChangedMarks) {
	m.hidden = after.Hidden
	if change == backend.CountHidden {
		return
	}
	m.set, m.lent = after.Marks, false
	m.seq++
	if change != backend.PruneMarks {
		m.pruned = nil
	} else if len(after.Pruned) > 0 {
		m.pruned = m.pruned.Clone()
		maps.Copy(m.pruned, after.Pruned)
	}
}

// recountMarks unmarks the tickets that have left the view if all of it is listed, or else counts those that are not
// shown.
func (in *Inbox) recountMarks(isWhole bool) tea.Cmd {
	switch {
	case len(in.Marks.set) == 0:
		return nil
	case isWhole:
		return in.changeMarks(backend.PruneMarks)
	}
	return in.changeMarks(backend.CountHidden)
}

// Counts returns how many tickets are marked, and how many of them the list does not show.
func (m *marks) Counts() (marked, hidden int) { return len(m.set), m.hidden }

// note says how many tickets are marked, how many of them the list does not show, and how many marks came off by
// themselves; empty for no marks.
func (m *marks) note() string {
	marked, off := "", ""
	if n := len(m.set); n > 0 {
		marked = fmt.Sprintf("%d marked", n)
		if m.hidden > 0 {
			marked += fmt.Sprintf(", %d of them not shown", m.hidden)
		}
	}
	if n := len(m.pruned); n > 0 {
		closed := 0
		for _, now := range m.pruned {
			if now.Closed {
				closed++
			}
		}
		var why []string
		if closed > 0 {
			why = append(why, fmt.Sprintf("%d closed", closed))
		}
		if left := n - closed; left > 0 {
			why = append(why, fmt.Sprintf("%d left the view", left))
		}
		off = fmt.Sprintf("%d unmarked: %s", n, strings.Join(why, ", "))
	}
	return phrase.Join(", ", marked, off)
}

// IsFiltered reports whether the list has a filter, which esc clears before it unmarks tickets.
func (in *Inbox) IsFiltered() bool { return in.filter.Value() != "" }

// Lend returns the marked tickets as they stood when they were marked. It must not be modified.
func (m *marks) Lend() backend.Marks {
	m.lent = true
	return m.set
}

// Marked returns the marked tickets, sorted by id.
func (in *Inbox) Marked() []desk.ID {
	return slices.SortedFunc(maps.Keys(in.Marks.set), desk.ID.Compare)
}

// ToggleMark toggles the mark of the ticket under the cursor and moves to the next ticket.
func (in *Inbox) ToggleMark() {
	t := in.Selected()
	_, _, touched := in.listing.StateAt(in.listing.Index(t.ID))
	in.Marks.toggle(t, touched)
	in.Move(1)
}

// MarkAll marks every ticket of the list; if all are marked, it unmarks them.
func (in *Inbox) MarkAll() tea.Cmd { return in.changeMarks(backend.MarkAll) }

// InvertMarks marks the unmarked tickets of the list, and unmarks the others.
func (in *Inbox) InvertMarks() tea.Cmd {
	return in.changeMarks(backend.InvertMarks)
}

// Unmark unmarks tickets, of which some are listed.
func (m *marks) Unmark(ids []desk.ID, listing *backend.Listing) {
	if len(ids) == 0 || len(m.set)+len(m.pruned) == 0 {
		return
	}
	if m.lent {
		m.set, m.lent = m.set.Clone(), false
	}
	m.seq++
	for _, id := range ids {
		if m.has(id) && listing.Index(id) < 0 {
			m.hidden--
		}
		delete(m.set, id)
		delete(m.pruned, id)
	}
}
