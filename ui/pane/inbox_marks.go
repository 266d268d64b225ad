package pane

import (
	"fmt"
	"maps"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
)

// marks are the marked tickets, and whether each was closed when it was marked.
type marks map[desk.ID]bool

func (m marks) has(id desk.ID) bool {
	_, marked := m[id]
	return marked
}

// prune takes the marks off tickets that have left the listing, and off those that were closed since.
func (m marks) prune(l *backend.Listing) {
	maps.DeleteFunc(m, func(id desk.ID, wasClosed bool) bool {
		row := l.Index(id)
		return row < 0 || !wasClosed && l.At(row).Marks.Has(desk.Closed)
	})
}

// missing is how many marked tickets a listing does not hold.
func (m marks) missing(l *backend.Listing) int {
	n := 0
	for id := range m {
		if l.Index(id) < 0 {
			n++
		}
	}
	return n
}

// Marked are the marked tickets, in the order of their numbers.
func (in *Inbox) Marked() []desk.ID {
	return slices.SortedFunc(maps.Keys(in.marks), desk.ID.Compare)
}

// OneTicketReason is why what takes one ticket cannot be done while tickets are marked; empty when the only marked one
// is the one under the cursor.
func (in *Inbox) OneTicketReason(clearKey string) string {
	n, t := len(in.marks), in.Selected()
	switch {
	case n == 0 || n == 1 && t != nil && in.marks.has(t.ID):
		return ""
	case n == 1:
		return "another ticket is marked: " + clearKey + " takes the mark off"
	}
	return fmt.Sprintf("%d are marked, this takes one: %s takes the marks off", n, clearKey)
}

// mark marks the ticket under the cursor or takes the mark off, and goes to the next.
func (in *Inbox) mark() tea.Cmd {
	t := in.Selected()
	if in.marks.has(t.ID) {
		delete(in.marks, t.ID)
	} else {
		in.marks[t.ID] = t.Marks.Has(desk.Closed)
	}
	in.Move(1)
	return nil
}
