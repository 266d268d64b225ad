package cache

import (
	"slices"
	"time"

	"frontdesk/internal/desk"
)

// customerTTL is how long an answer about a customer or their orders is shown without asking again.
const customerTTL = 10 * time.Minute

// What is kept whole of customers; of the others what they are found by.
const (
	maxWhole   = 2_000
	maxOrdered = 500 // customers whose orders are kept
)

// customers is what is known of customers; the book's mu guards it.
type customers struct {
	slips       []*customerEntry     // in the order of their coming; a slip never changes
	at          map[int64]int        // by customer id, the place in slips
	heard       map[int64]fetchState // of Get Customer, by id
	orders      map[int64]cachedOrders
	touched     map[int64]seq // by id: our last write; what was asked before it is old
	last        []*customerEntry
	fullRecords lru // ids of customers whose record is kept whole
	ordered     lru // ids of customers whose orders are kept
}

// fetchState is what Get Customer said last of an id.
type fetchState struct {
	asked   seq
	at      time.Time
	missing error // the service knows no such customer
}

func newCustomers() customers {
	return customers{at: map[int64]int{}, heard: map[int64]fetchState{}, orders: map[int64]cachedOrders{}, touched: map[int64]seq{}}
}

// customerSnapshot is the customers as they stand; it never changes.
func (b *Cache) customerSnapshot() []*customerEntry {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.customers.last == nil {
		b.customers.last = slices.Clone(b.customers.slips)
	}
	return b.customers.last
}

// learnCustomers takes records over. A pull's record that names no contacts keeps those that are known.
func (b *Cache) learnCustomers(asked seq, pulled bool, records []desk.Customer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	changed := false
	for i := range records {
		changed = b.learnCustomer(asked, pulled, records[i]) || changed
	}
	if changed {
		b.customers.last = nil
		b.notify()
	}
}

func (b *Cache) learnCustomer(asked seq, pulled bool, record desk.Customer) bool {
	all := &b.customers
	if record.ID == 0 {
		return false // nothing that it could be asked for by
	}
	at, known := all.at[record.ID]
	if !known {
		all.at[record.ID] = len(all.slips)
		all.slips = append(all.slips, newCustomerSlip(asked, record))
		all.dropDetails(all.fullRecords.touch(record.ID, maxWhole))
		return true
	}
	old := all.slips[at]
	if asked < old.asked {
		return false
	}
	if pulled && len(record.Contacts) == 0 {
		record.Contacts = old.record.Contacts
	}
	all.slips[at] = newCustomerSlip(asked, record)
	all.dropDetails(all.fullRecords.touch(record.ID, maxWhole))
	return true
}

// dropDetails leaves of a customer what they are found and named by; the rest is asked for again when somebody wants it.
func (all *customers) dropDetails(id int64) {
	at, known := all.at[id]
	if !known {
		return
	}
	s := *all.slips[at]
	s.record.Fields, s.record.Groups = nil, nil
	s.record.Contacts = slices.Clone(s.record.Contacts)
	for i := range s.record.Contacts {
		s.record.Contacts[i].Fields, s.record.Contacts[i].Groups = nil, nil
	}
	all.slips[at] = &s
	delete(all.heard, id)
}

// CachedCustomer is a customer as far as any answer told, without asking anybody. The record is shared: nobody
// changes it.
func (b *Cache) CachedCustomer(id int64) (*desk.Customer, bool) {
	s := b.customerSlip(id)
	if s == nil {
		return nil, false
	}
	return &s.record, true
}

// customerSlip is a customer as the book keeps it; nil when none is known by that id.
func (b *Cache) customerSlip(id int64) *customerEntry {
	b.mu.Lock()
	defer b.mu.Unlock()
	if at, known := b.customers.at[id]; known {
		return b.customers.slips[at]
	}
	return nil
}

// InvalidateCustomer says that a write of ours has changed a customer or their orders: what is known is shown on, and asked
// for again by whoever shows it next.
func (b *Cache) InvalidateCustomer(id int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn++
	b.customers.touched[id] = b.turn
	b.notify()
}

// IsCustomerStale says that a write of ours came after the last Get Customer, so that what is known may be old.
func (b *Cache) IsCustomerStale(id int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.customers.touched[id] > b.customers.heard[id].asked
}

// CustomerTickets are the tickets that are known to be a customer's, newest first.
func (s *Snapshot) CustomerTickets(id int64) []desk.Ticket {
	if id == 0 {
		return nil
	}
	var found []desk.Ticket
	for i := range uint32(s.n) {
		if row := s.row(i); row.customer == id {
			found = append(found, s.values.ticket(row))
		}
	}
	slices.SortStableFunc(found, func(x, y desk.Ticket) int { return int(min(max(y.Created-x.Created, -1), 1)) })
	return found
}
