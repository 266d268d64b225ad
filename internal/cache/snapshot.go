package cache

import (
	"time"

	"frontdesk/internal/desk"
)

// Snapshot is the book's tickets at one moment; it never changes and is cheap to take and to keep.
type Snapshot struct {
	pages    []*chunk
	n        int
	values   internedValues
	index    *index
	zone     *time.Location
	version  uint64
	orders   sortCache
	listings listCache
}

// Snapshot is the tickets as they stand; while nothing changes it is the same one.
func (b *Cache) Snapshot() *Snapshot {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.last == nil || b.last.version != b.version {
		pages, n := b.rows.view()
		b.last = &Snapshot{pages: pages, n: n, values: b.words.values(), index: b.index, zone: b.Zone, version: b.version}
	}
	return b.last
}

// Ticket is one ticket by its id, also one that lists leave out. It is the caller's own copy.
func (s *Snapshot) Ticket(id desk.ID) (*desk.Ticket, bool) {
	row, known := s.index.at(id.Raw())
	if !known || int(row) >= s.n {
		return nil, false
	}
	return s.ticket(row), true
}

// Len is how many tickets are known.
func (s *Snapshot) Len() int { return s.n }

// Version grows with every change to a ticket.
func (s *Snapshot) Version() uint64 { return s.version }

func (s *Snapshot) row(i uint32) *packedTicket { return s.pages[i/pageSize].rows[i%pageSize] }

func (s *Snapshot) ticket(row uint32) *desk.Ticket {
	t := s.values.ticket(s.row(row))
	return &t
}
