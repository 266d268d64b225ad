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

// clear unmarks all tickets.
func (m *marks) clear() { *m = marks{seq: m.seq + 1} }

// changeMarks computes a change of the marks.
func (in *Inbox) changeMarks(change backend.MarksChange) tea.Cmd {
	in.marks.lent = true
	return in.cmds.ChangeMarks(change, in.listing, in.marks.set, in.marks.seq)
}

// applyMarks takes over a change, or computes it again if the marks have changed since.
func (in *Inbox) applyMarks(msg backend.TicketsMarkedMsg) tea.Cmd {
	if msg.Seq != in.marks.seq {
		return in.changeMarks(msg.Change)
	}
	in.marks.hidden = msg.Hidden
	if msg.Change == backend.CountHidden {
		return nil
	}
	in.marks.set, in.marks.lent = msg.Marks, false
	in.marks.seq++
	if msg.Change != backend.PruneMarks {
		in.marks.pruned = nil
	} else if len(msg.Pruned) > 0 {
		in.marks.pruned = in.marks.pruned.Clone()
		maps.Copy(in.marks.pruned, msg.Pruned)
	}
	return nil
}

// recountMarks unmarks the tickets that have left the view, or counts those that a filter hides.
func (in *Inbox) recountMarks(busy bool) tea.Cmd {
	switch {
	case len(in.marks.set) == 0:
		return nil
	case in.filter.Value() == "" && !busy:
		return in.changeMarks(backend.PruneMarks)
	}
	return in.changeMarks(backend.CountHidden)
}

// MarkCounts returns how many tickets are marked, and how many of them the list does not show.
func (in *Inbox) MarkCounts() (marked, hidden int) { return len(in.marks.set), in.marks.hidden }

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

// Marks returns the marked tickets as they stood when they were marked. It must not be modified.
func (in *Inbox) Marks() backend.Marks {
	in.marks.lent = true
	return in.marks.set
}

// Marked returns the marked tickets, sorted by id.
func (in *Inbox) Marked() []desk.ID {
	return slices.SortedFunc(maps.Keys(in.marks.set), desk.ID.Compare)
}

// ToggleMark toggles the mark of the ticket under the cursor and moves to the next ticket.
func (in *Inbox) ToggleMark() {
	t := in.Selected()
	_, _, touched := in.listing.StateAt(in.listing.Index(t.ID))
	in.marks.toggle(t, touched)
	in.Move(1)
}

// MarkAll marks every ticket of the list; if all are marked, it unmarks them.
func (in *Inbox) MarkAll() tea.Cmd { return in.changeMarks(backend.MarkAll) }

// InvertMarks marks the unmarked tickets of the list, and unmarks the others.
func (in *Inbox) InvertMarks() tea.Cmd { return in.changeMarks(backend.InvertMarks) }

// Unmark unmarks tickets.
func (in *Inbox) Unmark(ids []desk.ID) {
	if len(ids) == 0 || len(in.marks.set)+len(in.marks.pruned) == 0 {
		return
	}
	if in.marks.lent {
		in.marks.set, in.marks.lent = in.marks.set.Clone(), false
	}
	in.marks.seq++
	for _, id := range ids {
		if in.marks.has(id) && in.listing.Index(id) < 0 {
			in.marks.hidden--
		}
		delete(in.marks.set, id)
		delete(in.marks.pruned, id)
	}
}

// ClearMarks unmarks all tickets.
func (in *Inbox) ClearMarks() { in.marks.clear() }
