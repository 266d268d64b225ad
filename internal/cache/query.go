package cache

import (
	"time"

	"frontdesk/internal/desk"
)

// Query is what a list shows.
//
// A ticket belongs to the span by its day of creation in the zone; without a readable date, by the day
// whose pull brought it. A view of callbacks does not look at the span: whoever is promised a call gets
// it, however old the ticket.
//
// Words are those of the filter, and of the view, parted by spaces: each must be found somewhere in the
// id, title, sub-status, queue, assignee, priority, e-mail, phone or order, whatever the case and accents.
type Query struct {
	View       desk.View
	Text       string // as typed
	Sort       desk.Sort
	Span       desk.DateRange
	Zone       *time.Location // the book's when nil
	CountViews []desk.View    // counted, their own Words included, those of the filter left aside
}

// List is the tickets that a query shows, in its order. It never changes; all it does is cheap.
type List struct {
	snapshot *Snapshot
	query    Query
	rows     []uint32
	places   []uint32 // by row: 1 + its place in rows; 0 where it is not shown
	touched  []desk.UnixTime
	total    int
	counts   []int
}

// Len is how many tickets the list shows.
func (l *List) Len() int { return len(l.rows) }

// At is a ticket by its place from 0, nil outside the list. It is the caller's own copy.
func (l *List) At(i int) *desk.Ticket {
	if i < 0 || i >= len(l.rows) {
		return nil
	}
	return l.snapshot.ticket(l.rows[i])
}

// Index is a ticket's place, -1 when the list does not show it.
func (l *List) Index(id desk.ID) int {
	if l.snapshot == nil {
		return -1
	}
	row, known := l.snapshot.index.at(id.Raw())
	if !known || int(row) >= len(l.places) {
		return -1
	}
	return int(l.places[row]) - 1
}

// Total is how many tickets the span holds, before view and filter.
func (l *List) Total() int { return l.total }

// Counts are how many tickets each of the query's Views holds.
func (l *List) Counts() []int { return l.counts }

// Query is what was asked for.
func (l *List) Query() Query { return l.query }
