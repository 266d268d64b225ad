package cache

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// customerTTL is how long a response about a customer or their orders stays fresh.
const customerTTL = 10 * time.Minute

// How many customers are kept with all their fields; the others keep only the searched ones.
const (
	maxWhole   = 2_000
	maxOrdered = 500 // customers with cached orders
)

// customers is the cached customers; Cache.mu guards it.
type customers struct {
	slips       []*customerEntry     // in order of arrival; entries are immutable
	at          map[int64]int        // index in slips, by customer id
	heard       map[int64]fetchState // last Get Customer, by id
	orders      map[int64]cachedOrders
	touched     map[int64]seq // last local write, by id; responses to earlier requests are stale
	last        []*customerEntry
	fullRecords lru // ids of customers with a full record
	ordered     lru // ids of customers with cached orders
}

// fetchState is the result of the last Get Customer of an id.
type fetchState struct {
	asked   seq
	at      time.Time
	missing error // the error when the service knows no such customer
}

func newCustomers() customers {
	return customers{at: map[int64]int{}, heard: map[int64]fetchState{}, orders: map[int64]cachedOrders{}, touched: map[int64]seq{}}
}

// customerSnapshot returns an immutable list of the customers.
func (b *Cache) customerSnapshot() []*customerEntry {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.customers.last == nil {
		b.customers.last = slices.Clone(b.customers.slips)
	}
	return b.customers.last
}

// learnCustomers merges records. A pulled record without contacts keeps the known ones.
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
		return false // cannot be fetched by id
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

// dropDetails drops all but the searched and displayed fields of a customer; the rest is fetched again on demand.
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

// CachedCustomer returns the cached record of a customer without a call. The record is shared and must not be modified.
func (b *Cache) CachedCustomer(id int64) (*desk.Customer, bool) {
	s := b.customerSlip(id)
	if s == nil {
		return nil, false
	}
	return &s.record, true
}

// customerSlip returns the entry of a customer, or nil when it is not cached.
func (b *Cache) customerSlip(id int64) *customerEntry {
	b.mu.Lock()
	defer b.mu.Unlock()
	if at, known := b.customers.at[id]; known {
		return b.customers.slips[at]
	}
	return nil
}

// InvalidateCustomer marks a customer and their orders as changed by a write of this process. The cached
// values are still returned until the next fetch.
func (b *Cache) InvalidateCustomer(id int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.turn++
	b.customers.touched[id] = b.turn
	b.notify()
}

// IsCustomerStale reports whether a local write came after the last Get Customer.
func (b *Cache) IsCustomerStale(id int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.customers.touched[id] > b.customers.heard[id].asked
}

// CustomerTickets returns the known tickets of a customer, newest first.
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

// customerCall is the key of a Get Customer or Pull Order call that callers share. A local write changes it.
type customerCall struct {
	id      int64
	touched seq
}

// Customer returns the result of Get Customer (PROTOCOL.md 4.3) and its time, cached for ten minutes or until a local
// write; again bypasses the cache. Concurrent callers share one call. With an error the record is the cached one, if
// any; IsNotFound reports whether the error means that there is no such customer.
func (b *Cache) Customer(ctx context.Context, id int64, again bool) (*desk.Customer, time.Time, error) {
	known, h, fresh := b.heardOf(id)
	if fresh && !again {
		return known, h.at, h.missing
	}
	key := customerCall{id, b.touchedAt(id)}
	if _, err := b.customerCalls.Do(ctx, key, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, b.getCustomer(ctx, id)
	}); err != nil && !IsNotFound(err) {
		return known, h.at, err
	}
	known, h, _ = b.heardOf(id)
	return known, h.at, h.missing
}

// heardOf returns the cached record, the last fetch, and whether that is fresh.
func (b *Cache) heardOf(id int64) (known *desk.Customer, said fetchState, fresh bool) {
	known, _ = b.CachedCustomer(id)
	b.mu.Lock()
	defer b.mu.Unlock()
	h, isHeard := b.customers.heard[id]
	fresh = isHeard && h.asked >= b.customers.touched[id] && b.Now().Sub(h.at) < customerTTL
	if h.missing != nil {
		known = nil
	}
	return known, h, fresh
}

func (b *Cache) touchedAt(id int64) seq {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.customers.touched[id]
}

// getCustomer calls Get Customer and stores the result, including that there is no such customer.
func (b *Cache) getCustomer(ctx context.Context, id int64) error {
	asked := b.next()
	record, err := client.Call(ctx, b.Client, wire.GetCustomer, wire.GetCustomerRequest{ID: wire.NewLooseInt(id)})
	if err != nil && !IsNotFound(err) {
		return err
	}
	if err == nil {
		record.ID = id // some accounts omit it
		b.learnCustomers(asked, false, []desk.Customer{record})
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if asked >= b.customers.heard[id].asked {
		b.customers.heard[id] = fetchState{asked, b.Now(), err}
	}
	return err
}

// IsNotFound reports whether the service has no such record.
func IsNotFound(err error) bool {
	var fault *client.Error
	return errors.As(err, &fault) && fault.NotFound()
}

// customerEntry is a customer with its search keys. It is immutable.
type customerEntry struct {
	record desk.Customer
	asked  seq

	id     string
	name   string   // folded, as the fields below
	names  string   // including the contacts' names
	words  []string // words in names
	code   string
	emails []string
	phones []desk.Phone
}

func newCustomerSlip(asked seq, c desk.Customer) *customerEntry {
	s := &customerEntry{
		record: c, asked: asked, id: strconv.FormatInt(c.ID, 10), name: safetext.Fold(c.Name.String()), code: safetext.Fold(c.Code.String()),
	}
	s.names = s.name
	for i := range c.Contacts {
		p := &c.Contacts[i]
		s.addName(p.Name)
		s.addPhone(p.CountryCode.String() + p.Phone.String())
		s.addPhone(p.OtherPhone.String())
		if e := safetext.Fold(p.Email.String()); e != "" {
			s.emails = append(s.emails, e)
		}
	}
	s.words = strings.Fields(s.names)
	return s
}

// addName adds a contact's name to the searched names if it is not contained in them.
func (s *customerEntry) addName(l safetext.Line) {
	if name := safetext.Fold(l.String()); !strings.Contains(s.names, name) {
		s.names += " " + name
	}
}

func (s *customerEntry) addPhone(written string) {
	if p := desk.NewPhone(written); p != (desk.Phone{}) {
		s.phones = append(s.phones, p)
	}
}

// lru is a bounded list of ids by last use.
type lru struct{ ids []int64 } // least recently used first

// touch moves an id to the end and returns the evicted id; 0 for none.
func (r *lru) touch(id int64, most int) (gone int64) {
	if at := slices.Index(r.ids, id); at >= 0 {
		r.ids = slices.Delete(r.ids, at, at+1)
	}
	r.ids = append(r.ids, id)
	if len(r.ids) <= most {
		return 0
	}
	gone = r.ids[0]
	r.ids = slices.Delete(r.ids, 0, 1)
	return gone
}
