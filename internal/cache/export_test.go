package cache

import (
	"time"

	"frontdesk/internal/desk"
)

// Learn gives a book tickets without a service, for benchmarks.
func Learn(b *Cache, tickets []desk.Ticket) {
	b.merge(listed, b.next(), desk.Date{}, tickets)
}

// LearnCustomers takes customers over as a pull does.
func LearnCustomers(b *Cache, records []desk.Customer) { b.learnCustomers(b.next(), true, records) }

// Size is how much a book remembers.
type Size struct{ Rows, Index, Days, Values, Customers, Shares, Moments int }

// SizeOf counts what a book remembers.
func SizeOf(b *Cache) Size {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.shares.mu.Lock()
	defer b.shares.mu.Unlock()
	return Size{b.rows.n, len(b.index.rows), len(b.days), b.words.len(), len(b.customers.slips), len(b.shares.days), len(b.moments)}
}

// Bound gives a book other bounds than the usual ones.
func Bound(b *Cache, rows, customers int) { b.limits.rows, b.limits.customers = rows, customers }

// Rebuild evicts every other row.
func Rebuild(b *Cache) {
	b.mu.Lock()
	defer b.mu.Unlock()
	rows := make([]bool, b.rows.n)
	for i := range rows {
		rows[i] = i%2 == 0
	}
	b.rebuild(rows, len(rows)/2, nil)
}

// LooksForIdle is the part of an eviction that finds out what can go.
func LooksForIdle(b *Cache, at time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	looked := b.interests()
	b.keptRows(&looked, b.turn, b.idleDays(&looked, at, true))
}
