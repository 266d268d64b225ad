package cache

import "sync"

// index finds a ticket's row number by its id. Rows keep their numbers until some are
// evicted, and snapshots since then share it: a number that lies behind what a snapshot sees is not in that snapshot.
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
