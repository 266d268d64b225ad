package cache

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

// rowTable is the list of all rows by number. It only grows until it is rebuilt; what a snapshot holds of it never
// changes.
type rowTable struct {
	all   []*packedTicket
	taken bool           // a snapshot holds all: rows are added behind its end, and replaced in a copy
	block []packedTicket // memory for new rows, for locality
}

// blockSize is how many new rows stand together in memory.
const blockSize = 128

// view returns the rows as they are.
func (t *rowTable) view() []*packedTicket {
	t.taken = true
	return slices.Clip(t.all)
}

// place returns a row that stays where it is in memory.
func (t *rowTable) place(row packedTicket) *packedTicket {
	if len(t.block) == cap(t.block) {
		t.block = make([]packedTicket, 0, blockSize)
	}
	t.block = append(t.block, row)
	return &t.block[len(t.block)-1]
}

// add appends a row and returns its number.
func (t *rowTable) add(row *packedTicket) uint32 {
	t.all = append(t.all, row)
	return uint32(len(t.all) - 1)
}

// replace replaces a row.
func (t *rowTable) replace(i uint32, row *packedTicket) {
	if t.taken {
		t.all, t.taken = slices.Clone(t.all), false
	}
	t.all[i] = row
}

// index maps ticket ids to row numbers. Rows keep their numbers until an eviction, so that snapshots share the index; a
// number beyond a snapshot's length is not in that snapshot.
type index struct {
	mu   sync.RWMutex
	rows map[string]uint32
}

func newIndex(rows int) *index { return &index{rows: make(map[string]uint32, rows)} }

func (x *index) at(id string) (uint32, bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	row, known := x.rows[id]
	return row, known
}

func (x *index) put(id string, row uint32) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.rows[id] = row
}

// Snapshot is an immutable view of the cache's tickets. It is cheap to take and to keep.
type Snapshot struct {
	rows     []*packedTicket
	words    interners
	index    *index
	moves    *renumbering // the last eviction before it; nil for none
	version  uint64
	cache    *Cache // of the texts and customers that filters search too
	inOrder  atomic.Pointer[sortedRows]
	listings *listCache
}

// Snapshot returns the current tickets; it returns the same snapshot until something changes.
func (c *Cache) Snapshot() *Snapshot {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last == nil || c.last.version != c.version {
		c.last = &Snapshot{
			rows:     c.rows.view(),
			words:    c.words,
			index:    c.index,
			moves:    c.moves,
			version:  c.version,
			cache:    c,
			listings: newListCache(),
		}
	}
	return c.last
}

// Ticket returns a copy of the ticket with an id, including delisted ones.
func (s *Snapshot) Ticket(id desk.ID) (*desk.Ticket, bool) {
	row, known := s.at(id.Raw())
	if !known {
		return nil, false
	}
	return s.ticket(row), true
}

// at returns the number of a row.
func (s *Snapshot) at(id string) (row uint32, known bool) {
	row, known = s.index.at(id)
	return row, known && int(row) < len(s.rows)
}

func (s *Snapshot) ticket(row uint32) *desk.Ticket {
	t := s.words.ticket(s.rows[row])
	return &t
}

// commonBeginning is how many characters of its number a ticket shares with others of its account at least.
const commonBeginning = 3

// IsLikeTicket reports whether a text looks like the number of a ticket: a known one is as long and begins alike.
func (s *Snapshot) IsLikeTicket(number string) bool {
	if len(number) <= commonBeginning || strings.ContainsAny(number, " \t\n") {
		return false
	}
	beginning := number[:commonBeginning]
	for _, row := range s.rows {
		if id := row.id(); len(id) == len(number) && strings.HasPrefix(id, beginning) {
			return true
		}
	}
	return false
}

// maxSearchers is how many goroutines one list uses.
const maxSearchers = 4

// Rows for which another goroutine is worth while, and after which one looks whether it is still wanted.
const (
	rowsPerPart  = 2048
	rowsPerCheck = 256
)

// parts returns how many goroutines the rows are split among.
func (s *Snapshot) parts() int {
	return min(maxSearchers, runtime.GOMAXPROCS(0), max(1, len(s.rows)/rowsPerPart))
}

// inParts calls do for each part of the rows concurrently.
func (s *Snapshot) inParts(ctx context.Context, do func(ctx context.Context, part, from, to int) error) error {
	group, ctx := guard.WithContext(ctx)
	parts := s.parts()
	for i := range parts {
		group.Go(func() error { return do(ctx, i, len(s.rows)*i/parts, len(s.rows)*(i+1)/parts) })
	}
	return group.Wait()
}
